"""Whole matches as records: those of an independent implementation, and one golden game a situation."""
