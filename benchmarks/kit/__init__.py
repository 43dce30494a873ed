"""What the benchmarks are made of: the harness, bots, people, large files."""
