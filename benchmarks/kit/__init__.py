"""Parts of the benchmarks: the harness, bots, people, large databases."""
