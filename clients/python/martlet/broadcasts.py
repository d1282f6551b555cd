"""The broadcasts of backends to all users: docs/broadcasts.md."""


class Broadcasts:
    """Each is told once and in order, and live ones wait while those before them are fetched."""

    def __init__(self, positions, fills, request, tell):
        self.positions, self.fills, self.request, self.tell = positions, fills, request, tell

    def login(self, reply):
        """A session is open. A gateway of an earlier release tells of none."""
        if "broadcasts" not in reply:
            return
        verdict = reply.get("resume", {}).get("broadcasts", {})
        if verdict.get("verdict") == "reset":
            self.positions.broadcasts = None
        if verdict.get("verdict") == "recovered":
            for one in verdict["broadcasts"]:
                self._tell(one)
            self.positions.broadcasts = verdict["seq"]
        else:
            self._fill(reply["broadcasts"])

    def live(self, broadcast):
        self.fills.live("broadcasts", lambda: self._tell(broadcast))

    def _fill(self, last):
        if (self.positions.broadcasts or 0) >= last:
            self.positions.broadcasts = self.positions.broadcasts or last
            return

        async def fetch():
            is_finished = False
            while not is_finished:
                page = await self.request("broadcast.list", {"after": self.positions.broadcasts or 0})
                for one in page["broadcasts"]:
                    self._tell(one)
                is_finished = page["isFinished"]
            self.positions.broadcasts = page["seq"]

        # After a failure the next login fetches them.
        self.fills.fill("broadcasts", fetch, lambda: None)

    def _tell(self, broadcast):
        if broadcast["seq"] > (self.positions.broadcasts or 0):
            self.positions.broadcasts = broadcast["seq"]
            self.tell("broadcast.new", broadcast)
