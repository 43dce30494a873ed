"""The coach: computes hints, reviews and charts on a worker thread and in a worker process, and draws their pages."""
