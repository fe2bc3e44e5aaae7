"""Views of a result, one file a format. A report reads results and judges nothing."""
