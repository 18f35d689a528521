"""Which numbers of template.yaml does a simulation ask for again and again?"""

from functools import cache

from tests.process import template

timeout_ms = cache(template.timeout_ms)
messages_at_once = cache(template.messages_at_once)
visibility_seconds = cache(template.visibility_seconds)
change_mapping = cache(template.change_mapping)
