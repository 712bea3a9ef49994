"""Expressions over values that are not fully known, and the solver behind them."""
