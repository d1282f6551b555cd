package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.MemoryStorage;
import im.martlet.storage.Storage;
import im.martlet.transport.Transfer;
import im.martlet.transport.Transport;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A client with a store, whose gateway answers as a test says. Time stands still. */
final class StoreRig {
    interface Sender {
        Transfer.Answer send(Transfer transfer) throws IOException;
    }

    /** A storage that fails when it is told to. */
    static final class Shelf extends MemoryStorage {
        int writes;
        /** So many more writes succeed. */
        int left = Integer.MAX_VALUE;

        @Override
        public synchronized void write(List<Change> changes) throws IOException {
            if (left <= 0) throw new IOException("no room");
            left--;
            writes++;
            super.write(changes);
        }
    }

    final FakeLoop loop = new FakeLoop();
    final Client client;
    final Store store;
    final List<MartletException> unsaved = new ArrayList<>();
    final List<MartletException> lost = new ArrayList<>();
    final List<StoreChange> changes = new ArrayList<>();
    /** The gateway's answers to operations. One that it does not know is never answered. */
    final Map<String, Function<Json, Json>> answers = new HashMap<>();
    /** The names of its errors, for operations that it refuses, perhaps with system and code: `gw 1024 shed`. */
    final Map<String, String> refusals = new HashMap<>();
    /** Where it says that the streams of the user's groups are. */
    Json groups = Json.object().build();
    /** The operations that it was asked for. */
    final List<String> asked = new ArrayList<>();
    final List<Json> requests = new ArrayList<>();
    final Map<String, byte[]> files = new HashMap<>();
    /** Where they are sent to. */
    Sender sender = transfer -> {
        throw new IOException("no network");
    };
    private Transport.Listener gateway;

    StoreRig(Storage storage) {
        this(storage, 1000);
    }

    StoreRig(Storage storage, long gapLimit) {
        Settings settings = new Settings("ws://gateway/v1/ws", "alice", "d1");
        settings.token = isRefused -> CompletableFuture.completedFuture("token");
        settings.executor = Runnable::run;
        settings.storage = storage;
        settings.keepsStore = true;
        settings.gapLimit = gapLimit;
        settings.transfers = Runnable::run;
        settings.files = name -> {
            if (!files.containsKey(name)) throw new FileNotFoundException(name);
            byte[] bytes = files.get(name);
            String type = name.endsWith(".png") ? "image/png" : null;
            return new MediaFile(name, type, bytes.length, () -> new ByteArrayInputStream(bytes));
        };
        settings.transport = new Transport() {
            @Override
            public Connection connect(String url, Listener listener) {
                return new Line(listener);
            }

            @Override
            public Transfer.Answer send(Transfer transfer) throws IOException {
                return sender.send(transfer);
            }
        };
        client = new Client(settings, loop, Runnable::run, () -> {});
        store = client.store();
        client.onUnsaved(unsaved::add);
        client.onStoreLost(lost::add);
        store.onChange(changes::add);
        answers.put("message.history", asked -> page(true));
    }

    /** Shows what is on the device, without a connection. */
    StoreRig open() {
        client.open();
        loop.settle();
        return this;
    }

    /** Connects to a gateway that has these conversations. */
    StoreRig connect(Json... conversations) {
        answers.put("session.open", asked -> session().build());
        return connected(conversations);
    }

    /** Connects to a gateway that goes on with what the device has, and with these verdicts on conversations. */
    StoreRig resume(Json verdicts, Json... conversations) {
        Json ofUser = Json.object().put("verdict", "recovered").put("seq", 0).build();
        Json none = Json.object().build();
        Json resume = Json.object().put("user", ofUser).put("conversations", verdicts).put("groups", none)
            .put("changes", none).build();
        answers.put("session.open", asked -> session().put("resume", resume).build());
        return connected(conversations);
    }

    private StoreRig connected(Json... conversations) {
        Json list = Json.object().put("conversations", Json.array(conversations)).put("nextSeq", 0)
            .put("isFinished", true).build();
        answers.put("conversation.list", asked -> list);
        client.connect();
        loop.settle();
        gateway.opened();
        loop.settle();
        Tests.equal(client.state().name, State.Name.OPEN);
        return this;
    }

    private Json.Builder session() {
        return Json.object().put("session", "s1").put("serverTime", loop.time).put("groups", groups)
            .put("heartbeat", Json.object().put("intervalMilliseconds", 25_000).build())
            .put("stream", Json.object().put("seq", 0).build());
    }

    /** The connection is lost, and the next one goes on without news. */
    void connectAgain() {
        lose();
        loop.advance(loop.elapsed + 3000);
        resume(Json.object().build());
    }

    /** A live event. */
    void tell(String name, Json data) {
        tell(Json.object().put("event", name).put("data", data));
    }

    /** A live event of a stream. */
    void tell(String name, Json data, String stream, long seq) {
        tell(Json.object().put("event", name).put("data", data).put("stream", stream).put("seq", seq));
    }

    private void tell(Json.Builder event) {
        gateway.text(event.build().toString());
        loop.settle();
    }

    /** A live message of bob's, with what it does to the list. */
    void message(long seq) {
        tell("message.new", message("c2c_bob", seq));
        listed(conversation("c2c_bob", seq));
    }

    /** A conversation is so from now on. */
    void listed(Json conversation) {
        tell("conversation.changed", Json.object().put("conversations", Json.array(conversation)).build());
    }

    void deleted(String id) {
        tell("conversation.deleted", Json.object().put("conversationIDs", Json.array(Json.of(id))).build());
    }

    /** Time for all that was noted to be written. */
    void write() {
        loop.advance(loop.elapsed + 150);
    }

    /** The `seq`s that are shown. */
    String shown(String id) {
        List<String> shown = new ArrayList<>();
        for (Json message : store.view(id).messages) shown.add(String.valueOf(message.integer("seq")));
        return String.join(" ", shown);
    }

    static Json message(String id, long seq) {
        return Json.object().put("conversationID", id).put("seq", seq).put("msgId", id + seq).put("from", "bob")
            .put("clientMsgId", "of bob " + seq).put("type", 0).put("time", 1_795_000_000_000L + seq)
            .put("body", Json.object().put("text", "text " + seq).build()).build();
    }

    static Json conversation(String id, long seq) {
        Json last = message(id, seq).without("conversationID", "clientMsgId");
        return Json.object().put("conversationID", id).put("seq", seq).put("isPinned", false).put("unreadCount", 1)
            .put("lastMessage", seq == 0 ? null : last).build();
    }

    /** A page of bob's conversation. */
    static Json page(boolean isFinished, long... seqs) {
        List<Json> messages = new ArrayList<>();
        for (long seq : seqs) messages.add(message("c2c_bob", seq));
        return Json.object().put("messages", Json.array(messages)).put("isFinished", isFinished).put("change", 0)
            .put("cursor", seqs.length == 0 ? 0 : seqs[seqs.length - 1]).build();
    }

    private static Json error(String[] parts) {
        if (parts.length == 1) return Json.object().put("name", parts[0]).build();
        return Json.object().put("system", parts[0]).put("code", Integer.parseInt(parts[1])).put("name", parts[2])
            .build();
    }

    /** The data of all requests of this name. */
    List<Json> data(String op) {
        List<Json> all = new ArrayList<>();
        for (Json request : requests) if (request.string("op").equals(op)) all.add(request.at("data"));
        return all;
    }

    /** The connection is lost. */
    void lose() {
        gateway.closed(1006, "");
        loop.settle();
    }

    private final class Line implements Transport.Connection {
        Line(Transport.Listener listener) {
            gateway = listener;
        }

        @Override
        public void send(String text) {
            Json request = Json.parse(text);
            asked.add(request.string("op"));
            requests.add(request);
            Function<Json, Json> answer = answers.get(request.string("op"));
            String refusal = refusals.get(request.string("op"));
            if (answer == null && refusal == null) return;
            Json.Builder reply = Json.object().put("id", request.at("id"));
            if (refusal != null) reply.put("error", error(refusal.split(" ")));
            else reply.put("ok", answer.apply(request.at("data")));
            Transport.Listener to = gateway;
            loop.post(() -> to.text(reply.build().toString()));
        }

        @Override
        public void close(int code) {}
    }
}
