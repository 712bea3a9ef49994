"""Settings for all tests."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# Test machines are shared: how long an example takes says nothing about it.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")

# `python3` of the tests is the one that runs them, whatever else the system calls so.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
