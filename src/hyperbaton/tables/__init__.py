"""Tables and documents: how results are written for people and for programs."""
