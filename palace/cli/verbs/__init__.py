"""One module a verb, each with `run(invocation) -> exit status`; loaded only when its verb is called."""
