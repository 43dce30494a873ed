"""Tables that live: each has an inbox, a worker and a timer around the pure command handler, and keeps before it
shows."""
