% Values that may be missing.

namespace Option (

  opt : type -> type.
  none : opt A.
  some : A -> opt A.

  % get_opt(O,X): O holds the value X.
  pred get_opt (opt A) A.
  get_opt (some X) X.

).
