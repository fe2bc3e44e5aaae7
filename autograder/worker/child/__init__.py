"""The half that runs apart: started as a folder of its own, it imports nothing of the grader.

Only `protocol` is shared, by being imported from here on the other side.
"""
