"""What a client does after a connection has ended, by the ranges of docs/protocol.md#closing."""

NEVER = {1000, 1002, 1003, 1007, 1008, 1009}


def after_close(code):
    """`again`, `later` (after the delay that `server.draining` gave), `token` (with a new one) or `never`."""
    if 4100 <= code < 4200:
        return "later"
    if 4200 <= code < 4300:
        return "token"
    # A device that slept between the connection and its session is too late, and not at fault.
    if code == 4400:
        return "again"
    if 4300 <= code < 4500 or code in NEVER:
        return "never"
    return "again"


def name_of_close(code):
    """Why a session has ended of which the gateway said nothing else."""
    return "foreignOrigin" if code == 4403 else "closed"


def after_refusal(error):
    """After `session.open` was refused: `again`, `token` or `never`."""
    if error.system == "tim" and error.code in (6206, 7003, 70002, 70003, 70014):
        return "token"
    # The gateway cannot now, or the application's backend says no.
    return "again" if error.system == "app" or error.system == "gw" and error.code in (1003, 1008, 1009) else "never"


def retry_delay(failures, random):
    """In seconds: nothing, then 1, 2, … 60, at random between half of it and all of it."""
    return 0 if failures == 0 else min(60, 2 ** (failures - 1)) * (0.5 + random() / 2)
