"""Expressions over partly unknown values, and the solver behind them."""
