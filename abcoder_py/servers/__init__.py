"""Finds, probes and installs the languages' servers. Knows no language: all is data of the plugins."""
