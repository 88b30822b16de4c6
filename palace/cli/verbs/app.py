"""`palace`: open the app."""

from palace.cli.invocation import Invocation


def run(invocation: Invocation) -> int:
    """Open the app on the palace; a first start makes an empty one."""
    from palace.cli.opening import open_app

    return open_app(invocation, invocation.palace_path, make_if_missing=True)
