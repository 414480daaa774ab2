"""Metrics of dependency trees."""
