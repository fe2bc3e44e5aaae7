"""The course author's side: what is right, what is asked, and which mistakes have a name."""
