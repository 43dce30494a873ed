"""Monitoring for hosts: the health file, metrics, error reports."""
