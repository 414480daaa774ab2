"""Figures for papers: static pictures of segments and of systems."""
