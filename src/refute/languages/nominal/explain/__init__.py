"""Why a goal holds or fails: derivations, attempts, reductions, with the names of the rules."""
