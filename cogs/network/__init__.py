"""The connection to Discord: login and gateway, unreadable events, errors of requests, how often they are tried."""
