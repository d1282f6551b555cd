"""The rules of each storage, as tests: for a storage of your own, too."""

from asyncio import gather


class Contract:
    """`await self.make()` opens the storage that it is about, anew each time: what another has written is there."""

    async def test_rows_of_a_space_come_in_the_order_of_their_keys(self):
        storage = await self.make()
        await storage.write([("b", "2", 2), ("a", "x", {"deep": [1]}), ("b", "10", 10), ("b", "", 0)])
        self.assertEqual(await storage.range("b"), [("", 0), ("10", 10), ("2", 2)])
        self.assertEqual(await storage.range("none"), [])
        self.assertEqual(await (await self.make()).range("a"), [("x", {"deep": [1]})])

    async def test_a_range_begins_at_a_key_ends_before_another_and_has_so_many_rows(self):
        storage = await self.make()
        await storage.write([("s", key, key) for key in ("a", "b", "c", "d", "é", "\U0001f426")])
        await storage.write([("r", "z", 1), ("t", "", 1)])
        for bounds, keys in (
                (("b", "d"), ["b", "c"]), (("bb",), ["c", "d", "é", "\U0001f426"]), (("", "b"), ["a"]),
                (("b", None, 2), ["b", "c"]), (("", "c", 5), ["a", "b"]), (("x", "y"), []), (("b", "b"), []),
                (("b", "b\0"), ["b"])):  # fmt: skip
            self.assertEqual([key for key, _ in await storage.range("s", *bounds)], keys, bounds)

    async def test_a_write_replaces_and_removes_in_the_order_of_its_changes(self):
        storage = await self.make()
        await storage.write([("s", "a", 1), ("s", "b", 1), ("s", "c", 1)])
        changes = [("a", 2), ("b", None), ("d", 1), ("d", None), ("e", None), ("c", None), ("c", 3)]
        await storage.write([("s", *change) for change in changes])
        self.assertEqual(await (await self.make()).range("s"), [("a", 2), ("c", 3)])

    async def test_a_write_is_done_in_all_or_not_at_all(self):
        storage = await self.make()
        await storage.write([("s", "a", 1)])
        for value in ({1}, float("nan"), "\ud800"):
            with self.assertRaises((TypeError, ValueError)):
                await storage.write([("s", "a", 2), ("s", "b", value)])
        self.assertEqual(await storage.range("s"), [("a", 1)])
        await storage.write([("s", "c", 3)])
        self.assertEqual(await (await self.make()).range("s"), [("a", 1), ("c", 3)])

    async def test_values_are_handed_out_and_taken_in_as_copies(self):
        storage, value = await self.make(), {"list": [1]}
        await storage.write([("s", "a", value)])
        value["list"].append(2)
        [(_, read)] = await storage.range("s")
        read["list"].append(3)
        self.assertEqual(await storage.range("s"), [("a", {"list": [1]})])

    async def test_writes_that_are_asked_for_at_once_are_done_in_their_order(self):
        storage = await self.make()
        await gather(*(storage.write([("s", "a", value), ("s", f"{value}", value)]) for value in range(5)))
        self.assertEqual(await storage.range("s", "a"), [("a", 4)])
        self.assertEqual(len(await (await self.make()).range("s")), 6)

    async def test_clearing_removes_everything(self):
        storage = await self.make()
        await storage.write([("a", "1", 1), ("b", "1", 1)])
        await storage.clear()
        self.assertEqual(await storage.range("a"), [])
        self.assertEqual(await (await self.make()).range("b"), [])
        storage = await self.make()
        await storage.write([("a", "2", 2)])
        self.assertEqual(await (await self.make()).range("a"), [("2", 2)])

    async def test_clearing_leaves_the_spaces_that_are_to_be_kept(self):
        storage = await self.make()
        await storage.write([(space, "1", space) for space in ("a", "draft", "m", "outbox", "z")])
        await storage.clear(["outbox", "draft"])
        storage = await self.make()
        left = [await storage.range(space) for space in ("a", "draft", "m", "outbox", "z")]
        self.assertEqual(left, [[], [("1", "draft")], [], [("1", "outbox")], []])

    async def test_a_noted_row_is_as_it_was_written_last(self):
        storage = await self.make()
        storage.note("s", "a", 1)
        await storage.write([("s", "a", 1)])
        await storage.write([("s", "a", 2)])
        storage.note("s", "b", 1)
        await storage.write([("s", "b", None)])
        storage.note("s", "c", 1)
        await storage.write([("s", "c", 2), ("s", "c", 1)])
        self.assertEqual(await (await self.make()).range("s"), [("a", 2), ("c", 1)])

    async def test_what_is_closed_is_opened_again_when_it_is_used(self):
        storage = await self.make()
        await storage.write([("s", "a", 1)])
        await storage.close()
        await storage.write([("s", "b", 2)])
        self.assertEqual(await storage.range("s"), [("a", 1), ("b", 2)])
        await storage.close()
