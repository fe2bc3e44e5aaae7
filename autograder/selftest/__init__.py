"""How good the grading of a course is, found by faults whose right verdict is known.

Three sources: the course's own misconceptions planted in its reference, mutants of the reference,
and labelled submissions. Knows any course and no subject.
"""
