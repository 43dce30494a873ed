"""Draws messages: boards, answers, modals and their components."""
