"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# Test machines are shared: how long an example takes says nothing about it.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")
