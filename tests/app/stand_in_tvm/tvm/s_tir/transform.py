"""Constructors of passes."""

from tvm.ir.transform import Pass


def ThreadSync(scope):
    return Pass("s_tir.ThreadSync", [scope])


def TakesText(text):
    raise TypeError(f"expected a number, but got {text}")
