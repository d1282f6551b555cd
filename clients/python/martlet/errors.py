"""Why a call failed."""


class MartletError(Exception):
    """`system` and `code`, or `name`, tell the kind, as docs/errors.md lists them. The client's own errors have the system
    `client` and the names `timeout`, `connectionLost`, `stopped`, `tooLarge`, `maybeDone` and `maybeSent`; a close code has the
    system `close`."""

    def __init__(self, name, message="", *, system="client", code=0, keys=()):
        super().__init__(message or name)
        self.name, self.message, self.system, self.code, self.keys = name, message or name, system, code, list(keys)

    @classmethod
    def of(cls, error):
        """Of the `error` of a reply."""
        return cls(error["name"], error.get("message", ""), system=error["system"], code=error["code"], keys=error.get("keys", ()))

    def is_(self, system, code):
        return (self.system, self.code) == (system, code)
