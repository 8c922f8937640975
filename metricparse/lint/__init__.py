"""Linting of written analyses: findings, suppression, baselines, changes, configuration, the engine."""
