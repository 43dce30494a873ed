"""The gateway and the requests to Discord: the connection, what errors mean, how often a request is tried."""
