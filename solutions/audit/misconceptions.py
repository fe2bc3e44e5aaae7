"""Stage audit: no mistakes have a name here.

An audit is judged by the share of its right answers, and the kinds of layer that it missed are told
instead of a cause.
"""
