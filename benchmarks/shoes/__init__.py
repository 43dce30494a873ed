"""Sealed shoes: what they cost, one by one and in an audit of many."""
