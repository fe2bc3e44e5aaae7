"""What students get where there is no exchange: a zip a stage, and the engine as a wheel."""
