"""Devices that a network can run on, as torch names them."""

from __future__ import annotations

import ctypes

from steiner.errors import InvalidInput


def check_device(device: str | None) -> None:
    """Raise InvalidInput for a device that torch does not have here; None is the best there is."""
    if device is None:
        return
    import torch

    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        known = ["cpu", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))]
        raise InvalidInput(
            f"Torch has no device {device!r} here: {reason_of(error)}. This machine's are "
            f"{', '.join(known)}. Leave it out for the first GPU, or the processor without one."
        ) from error


def reason_of(error: BaseException) -> str:
    """Return what torch says first: it goes on with advice for those who write kernels."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def has_gpu() -> bool:
    """Say whether CUDA has a device for this process: asked of its driver, without torch."""
    try:
        driver, count = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(0)
        done = driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
    except (OSError, AttributeError):
        return False
    return done and count.value > 0
