"""The shards of Discord that this process plays: their gateways, and when it may play their tables."""
