"""The gateway and the requests to Discord: sessions of the shards, what errors mean, how often a request is tried."""
