"""Notifications by Web Push."""
