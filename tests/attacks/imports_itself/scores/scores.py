"""Imports itself, and modules that do much when imported."""

import antigravity
import idlelib.idle
import this

import scores
