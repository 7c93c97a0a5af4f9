"""What calls take and return."""

from .generated.types import *  # noqa: F403
