"""Who plays one seat for `benchmarks.engine`: the engine, the least machine that can, and peers."""
