"""The bridge to nbgrader: its database, its folders and its pages, with marks of our grader.

`nbgrader_config.py` puts `StageAutograde` in the place of nbgrader's own converter and lists the
preprocessors of `verdicts`. A student's notebook is data here: it is mended to the course's form,
and never run.
"""
