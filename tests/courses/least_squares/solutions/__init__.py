"""What is right in the course on least squares."""
