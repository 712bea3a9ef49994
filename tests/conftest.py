"""Settings for all tests."""

import gc
import os
import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

# Test machines are shared: how long an example takes says nothing about it.
# The same examples at every run, so that a failure can be seen again; `HYPOTHESIS_PROFILE=search`
# looks at others each time.
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much]
settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=QUIET)
settings.register_profile("search", deadline=None, suppress_health_check=QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# Hypothesis also draws constants that it finds in those of our modules that happen to be loaded:
# what a test sees would depend on the tests before it, and each process would spend 20 seconds on
# reading our sources. There is no setting for this.
if hasattr(providers, "is_local_module_file"):
    providers.is_local_module_file = lambda _: False

# `python3` of the tests is the one that runs them, whatever else the system calls so.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

# Where Python is told to keep no compiled modules, those that tests start would compile ours anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# As on the command line: deep data is made twice as fast.
gc.set_threshold(100_000, 20, 100)

# In the background of a shell Ctrl-C is ignored, also by what tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
