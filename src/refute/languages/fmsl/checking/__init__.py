"""The questions that `refute check` asks the solver about a specification."""
