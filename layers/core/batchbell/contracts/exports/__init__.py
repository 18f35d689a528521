"""Files of rows, as callers of the Documents API get them."""
