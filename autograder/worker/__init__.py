"""Runs a student's file in a process of its own, and tells what came of it."""

from autograder.limits import Limits
from autograder.worker.launch import Launcher
from autograder.worker.session import Session

__all__ = ["Launcher", "Limits", "Session"]
