"""Pages of conversations."""

import asyncio


class Pages:
    """Reads them, of this device or of the gateway, into the windows that show them, and tells `changed(id)`.
    `is_at(id, window, cursor)`: the window was not forgotten or trimmed meanwhile, so a page goes on where it ends."""

    def __init__(self, client, local, ready, is_at, changed):
        self.client, self.local, self.ready, self.is_at, self.changed = client, local, ready, is_at, changed

    async def read(self, id, window, limit):
        """Reads the next page. Stale messages are shown at once, until the gateway has answered."""
        if window.loading is None:
            window.showing = asyncio.get_running_loop().create_future()
            window.loading = asyncio.ensure_future(self._read(id, window, limit))
            window.loading.add_done_callback(lambda task: ended(task, window))
        await asyncio.shield(window.showing)

    async def _read(self, id, window, limit):
        if self.local and await self._read_local(id, window, limit):
            return
        cursor = window.cursor
        page = await self.client.history(id, limit=limit, cursor=cursor, timeout=None)
        if self.is_at(id, window, cursor):
            window.add_older(page)
            if self.local:
                self.local.page(id, cursor, page)
            self.changed(id)

    async def _read_local(self, id, window, limit):
        """Whether the gateway need not be asked."""
        cursor = window.cursor
        await self.ready()
        page = await self.local.read(id, cursor, limit)
        if not self.is_at(id, window, cursor):
            return True
        if page is None:
            return False
        if not page["isStale"]:
            window.add_older(page)
        elif not window.is_loaded:
            window.stale = page["messages"][::-1]
        self.changed(id)
        if page["isStale"]:
            show(window)
        return not page["isStale"]


def ended(task, window):
    """Those who have seen what is stale hear nothing of a failure."""
    window.loading = None
    error = None if task.cancelled() else task.exception()
    if error or task.cancelled():
        window.fail()
    if error and not window.showing.done():
        window.showing.set_exception(error)
        # The callers may have given up.
        window.showing.exception()
    else:
        show(window)


def show(window):
    if not window.showing.done():
        window.showing.set_result(None)
