"""The dialect of schedulable programs."""

from . import transform
