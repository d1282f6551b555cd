package im.martlet;

import static im.martlet.StoreRig.conversation;
import static im.martlet.StoreRig.message;
import static im.martlet.StoreRig.page;
import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.DamagedException;
import im.martlet.storage.MemoryStorage;
import im.martlet.storage.Storage;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** The rules of the store. The scenarios of clients/conformance show it with a gateway. */
final class StoreTest {
    private StoreTest() {}

    static void addTo(Tests tests) {
        tests.add("the next run shows the list, the total, messages and drafts without a connection", () -> {
            StoreRig.Shelf shelf = new StoreRig.Shelf();
            StoreRig rig = told(shelf, 3);
            rig.tell("conversation.totalUnreadChanged", Json.object().put("total", 7).build());
            rig.store.keepDraft("c2c_bob", Json.object().put("text", "half").build());
            rig.write();
            StoreRig next = new StoreRig(shelf).open();
            equal(next.store.isListed(), true);
            equal(next.store.totalUnread(), 7L);
            equal(next.store.conversations(), Arrays.asList(conversation("c2c_bob", 3)));
            equal(next.store.draft("c2c_bob").toString(), "{\"text\":\"half\"}");
            next.store.open("c2c_bob");
            next.loop.settle();
            equal(next.shown("c2c_bob"), "1 2 3");
            equal(next.asked.size(), 0);
            equal(next.changes.isEmpty(), false);
        });
        tests.add("a resume goes on where the device is, and the list is not read again", () -> {
            StoreRig.Shelf shelf = new StoreRig.Shelf();
            told(shelf, 3);
            Json missed = Json.object().put("verdict", "recovered").put("seq", 4)
                .put("messages", Json.array(message("c2c_bob", 4))).build();
            StoreRig next = new StoreRig(shelf).open();
            next.store.open("c2c_bob");
            next.resume(Json.object().put("c2c_bob", missed).build());
            equal(next.asked, Arrays.asList("session.open"));
            equal(next.shown("c2c_bob"), "1 2 3 4");
        });
        tests.add("a crash at any write leaves a list and messages up to one of them", StoreTest::survivesCrashes);
        tests.add("a full disk is told, and all that it could not take is written when there is room", () -> {
            StoreRig.Shelf shelf = new StoreRig.Shelf();
            StoreRig rig = told(shelf, 2);
            rig.listed(conversation("c2c_dave", 1));
            rig.write();
            shelf.left = 0;
            rig.message(3);
            rig.deleted("c2c_dave");
            rig.write();
            equal(rig.unsaved.get(0).name, "internal");
            rig.store.open("c2c_bob");
            rig.loop.settle();
            equal(rig.shown("c2c_bob"), "1 2 3");
            shelf.left = 9;
            rig.message(4);
            rig.write();
            StoreRig next = new StoreRig(shelf).open();
            next.store.open("c2c_bob");
            next.loop.settle();
            equal(next.shown("c2c_bob"), "1 2 3 4");
            equal(next.store.conversations().size(), 1);
            equal(shelf.range("position", null, null, 9).keySet().toString(), "[c2c_bob]");
        });
        tests.add("what is damaged is told and read again, but for drafts", () -> {
            Damaged damaged = new Damaged();
            StoreRig rig = told(damaged, 2);
            rig.store.keepDraft("c2c_bob", Json.of("half"));
            rig.write();
            damaged.isSo = true;
            StoreRig next = new StoreRig(damaged).open();
            equal(next.lost.get(0).name, "damaged");
            equal(next.store.conversations().size(), 0);
            equal(next.store.draft("c2c_bob"), Json.of("half"));
        });
        tests.add("what is found damaged while the client runs is written anew", () -> {
            Damaged damaged = new Damaged();
            StoreRig rig = told(damaged, 2);
            damaged.isSo = true;
            rig.answers.put("message.history", asked -> page(true, 2, 1));
            rig.store.open("c2c_bob");
            rig.loop.settle();
            equal(rig.shown("c2c_bob"), "1 2");
            rig.write();
            equal(rig.lost.size(), 1);
            equal(new StoreRig(damaged).open().store.conversations(), Arrays.asList(conversation("c2c_bob", 2)));
        });
        tests.add("a message that cannot be kept is a damage, behind which the store goes on", () -> {
            MemoryStorage storage = new MemoryStorage();
            StoreRig rig = told(storage, 2);
            rig.tell("message.new", message("c2c_bob", 3).with("expireAt", Json.of("soon")));
            rig.write();
            equal(rig.lost.size(), 1);
            rig.message(4);
            rig.write();
            equal(new StoreRig(storage).open().store.conversations(), Arrays.asList(conversation("c2c_bob", 4)));
        });
        tests.add("a store of a later release counts as damaged", () -> {
            MemoryStorage storage = new MemoryStorage();
            storage.write(Arrays.asList(new Change("meta", "store", Json.object().put("schema", 2).build())));
            equal(new StoreRig(storage).open().lost.size(), 1);
        });
        tests.add("after a sign-out nothing is shown or kept, and the client can begin anew", () -> {
            StoreRig.Shelf shelf = new StoreRig.Shelf();
            StoreRig rig = told(shelf, 2);
            rig.store.keepDraft("c2c_bob", Json.of("half"));
            rig.client.signOut();
            rig.write();
            equal(rig.store.conversations().size() + rig.store.view("c2c_bob").messages.size(), 0);
            equal(rig.store.draft("c2c_bob"), null);
            Reply<List<Json>> known = rig.client.conversations();
            rig.loop.settle();
            equal(known.join().size(), 0);
            for (String space : new String[] {"meta", "position", "conversation", "message", "range", "draft"}) {
                equal(shelf.range(space, null, null, 9).size(), 0);
            }
            rig.connect(conversation("c2c_bob", 2));
            equal(rig.store.conversations().size(), 1);
        });
        tests.add("a message is hidden when it ends, in the list too, and stays so when the clock is set back", () -> {
            StoreRig rig = told(new StoreRig.Shelf(), 1);
            rig.store.open("c2c_bob");
            rig.loop.settle();
            long end = rig.loop.time + 5000;
            Json ends = message("c2c_bob", 2).with("expireAt", Json.of(end));
            rig.tell("message.new", ends);
            rig.listed(conversation("c2c_bob", 2).with("lastMessage", ends));
            equal(rig.shown("c2c_bob"), "1 2");
            rig.changes.clear();
            rig.loop.advance(rig.loop.elapsed + 5000);
            equal(rig.changes.get(0).list, true);
            equal(rig.changes.get(0).conversations.contains("c2c_bob"), true);
            equal(rig.shown("c2c_bob"), "1");
            equal(rig.store.conversation("c2c_bob").at("lastMessage").isTrue("isExpired"), true);
            rig.tell("message.new", message("c2c_bob", 3).with("time", Json.of(rig.loop.time)));
            rig.loop.time -= 86_400_000;
            equal(rig.shown("c2c_bob"), "1 3");
        });
        tests.add("behind a gap what was there is shown alone, until the newest page is read", () -> {
            StoreRig.Shelf shelf = new StoreRig.Shelf();
            told(shelf, 3);
            StoreRig next = new StoreRig(shelf, 10).open();
            next.store.open("c2c_bob");
            next.loop.settle();
            next.answers.remove("message.history");
            Json gap = Json.object().put("verdict", "gap").put("from", 4).put("to", 90).build();
            next.resume(Json.object().put("c2c_bob", gap).build());
            equal(next.shown("c2c_bob"), "1 2 3");
            next.message(91);
            equal(next.shown("c2c_bob"), "1 2 3");
            StoreRig later = new StoreRig(shelf, 10).open();
            later.answers.put("message.history", asked -> page(false, 91, 90, 89));
            later.store.open("c2c_bob", 3);
            later.resume(Json.object().put("c2c_bob", gap).build(), conversation("c2c_bob", 91));
            equal(later.shown("c2c_bob"), "89 90 91");
        });
        tests.add("a conversation that has left the list stays unpinned, and one that was deleted goes", () -> {
            StoreRig.Shelf shelf = new StoreRig.Shelf();
            Json pinned = conversation("c2c_dave", 1).with("isPinned", Json.of(true));
            StoreRig rig = new StoreRig(shelf).connect(conversation("c2c_bob", 1), pinned);
            equal(rig.store.conversations().get(0), pinned);
            rig.answers.put("conversation.list", asked -> Json.object().put("isFinished", true).build());
            rig.tell("conversation.syncFinish", Json.object().put("isComplete", false).build());
            equal(rig.store.conversation("c2c_dave").isTrue("isPinned"), false);
            rig.deleted("c2c_dave");
            rig.write();
            equal(new StoreRig(shelf).open().store.conversations(), Arrays.asList(conversation("c2c_bob", 1)));
        });
        tests.add("a client without a store says so", () -> {
            Client client = Client.builder("ws://gateway/v1/ws", "alice", "d1").token(isRefused -> null).build();
            fails(IllegalStateException.class, client::store);
            client.close();
        });
    }

    /** A client that was told so many messages of bob's, all of which are on the device. */
    private static StoreRig told(Storage storage, long count) {
        StoreRig rig = new StoreRig(storage).connect(conversation("c2c_bob", 0));
        for (long seq = 1; seq <= count; seq++) rig.message(seq);
        rig.write();
        return rig;
    }

    private static void survivesCrashes() throws IOException {
        int all = crashedAt(Integer.MAX_VALUE);
        for (int write = 0; write <= all; write++) crashedAt(write);
    }

    /** Has a run end at a write, and judges what the next one shows; returns the number of writes. */
    private static int crashedAt(int write) throws IOException {
        StoreRig.Shelf shelf = new StoreRig.Shelf();
        shelf.left = write;
        StoreRig rig = new StoreRig(shelf).connect(conversation("c2c_bob", 0));
        for (long seq = 1; seq <= 12; seq++) {
            rig.message(seq);
            if (seq % 3 == 0) rig.write();
            if (seq == 6) rig.tell("message.deleted", deleted("c2c_bob4"));
        }
        shelf.left = Integer.MAX_VALUE;
        StoreRig next = new StoreRig(shelf).open();
        next.store.open("c2c_bob");
        next.loop.settle();
        SortedMap<String, Json> places = shelf.range("position", null, null, 9);
        long place = places.isEmpty() ? 0 : places.get("c2c_bob").at("place").integer("seq", 0);
        StringBuilder wanted = new StringBuilder();
        for (long seq = 1; seq <= place; seq++) {
            if (seq != 4 || place <= 6) wanted.append(wanted.length() == 0 ? "" : " ").append(seq);
        }
        equal(next.shown("c2c_bob"), wanted.toString());
        Json listed = next.store.conversation("c2c_bob");
        equal(listed == null ? 0 : listed.integer("seq"), place);
        return shelf.writes;
    }

    private static Json deleted(String msgId) {
        return Json.object().put("conversationID", "c2c_bob").put("msgIds", Json.array(Json.of(msgId))).build();
    }

    /** A storage of which nothing but drafts can be read until it is cleared. */
    private static final class Damaged implements Storage {
        private final MemoryStorage rows = new MemoryStorage();
        boolean isSo;

        @Override
        public SortedMap<String, Json> range(String space, String from, String to, int limit) throws IOException {
            if (isSo && !space.equals("draft")) throw new DamagedException("spoiled by a test", null);
            return rows.range(space, from, to, limit);
        }

        @Override
        public void write(List<Change> changes) throws IOException {
            rows.write(changes);
        }

        @Override
        public void clear(Collection<String> kept) {
            equal(isSo, true);
            isSo = false;
            rows.clear(kept);
        }

        @Override
        public void close() {}
    }
}
