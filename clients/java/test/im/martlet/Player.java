package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.MemoryStorage;
import im.martlet.transport.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Plays the traces of a folder: clients/conformance/README.md#traces. Names choose some. */
public final class Player {
    private final FailingStorage storage = new FailingStorage();
    private final List<Socket> sockets = new ArrayList<>();
    private List<Matching.Out> outs = new ArrayList<>();
    private FakeLoop loop = new FakeLoop();
    private Client client;
    private CompletableFuture<String> token;
    private long sleep;

    public static void main(String[] arguments) throws IOException {
        List<String> chosen = Arrays.asList(arguments).subList(1, arguments.length);
        Map<String, Json> traces = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Paths.get(arguments[0]), "*.json")) {
            for (Path file : files) {
                String name = file.getFileName().toString().replace(".json", "");
                String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                if (chosen.isEmpty() || chosen.contains(name)) traces.put(name, Json.parse(text));
            }
        }
        int failed = 0;
        for (Map.Entry<String, Json> trace : traces.entrySet()) {
            try {
                new Player().play(trace.getValue().list("rows"), whole(trace.getValue().at("end")));
            } catch (AssertionError | RuntimeException error) {
                failed++;
                System.err.println(trace.getKey() + ": " + error);
                if (error instanceof RuntimeException) error.printStackTrace();
            }
        }
        System.out.println(traces.size() - failed + " passed, " + failed + " failed");
        if (failed > 0 || traces.isEmpty()) System.exit(1);
    }

    /** Fails where the client does anything else than the trace says. */
    private void play(List<Json> rows, long end) {
        Matching matching = new Matching(rows);
        for (int row = 0; row < rows.size(); ) {
            long at = at(rows, row, end);
            for (; isIn(rows, row) && at(rows, row, end) == at; row++) give(matching.filled(value(rows, row)));
            int first = row;
            while (row < rows.size() && !isIn(rows, row)) row++;
            if (sleep > 0) {
                loop.settle();
                loop.sleep(sleep);
            }
            sleep = 0;
            loop.advance(at(rows, row, end));
            List<Matching.Out> did = outs;
            outs = new ArrayList<>();
            matching.compare(rows.subList(first, row), did);
        }
    }

    private static long at(List<Json> rows, int row, long end) {
        return row < rows.size() ? whole(rows.get(row).asList().get(0)) : end;
    }

    /** Others count parts of milliseconds. */
    private static long whole(Json time) {
        return (long) Math.ceil(time.asDouble());
    }

    private static boolean isIn(List<Json> rows, int row) {
        return row < rows.size() && rows.get(row).asList().get(1).asString().equals("in");
    }

    private static Json value(List<Json> rows, int row) {
        return rows.get(row).asList().get(2);
    }

    private void give(Json value) {
        String what = value.asMap().keySet().iterator().next();
        switch (what) {
            case "start":
                // A crash comes after all that an earlier client could do.
                loop.settle();
                start(value.at("start"));
                break;
            case "call":
                call(value);
                break;
            case "token":
                if (value.has("token")) token.complete(value.string("token"));
                else token.completeExceptionally(new IOException("no token"));
                break;
            case "accept":
                socket(value, what).listener.opened();
                break;
            case "frame":
                socket(value, "on").listener.text(value.at("frame").toString());
                break;
            case "text":
                socket(value, "on").listener.text(value.string("text"));
                break;
            case "closed":
                socket(value, what).isOver = true;
                socket(value, what).listener.closed((int) value.integer("code"), value.string("reason", ""));
                break;
            case "storage":
                storage.isFailing = value.string("storage").equals("fails");
                break;
            case "clock":
                loop.time += value.integer("clock");
                break;
            default:
                sleep = value.integer("sleep");
        }
    }

    private Socket socket(Json value, String name) {
        return sockets.get((int) value.integer(name) - 1);
    }

    /** Of an earlier client, which has crashed, nothing is heard any more. */
    private void start(Json options) {
        FakeLoop next = new FakeLoop();
        next.elapsed = loop.elapsed;
        next.time = loop.time;
        loop = next;
        Settings settings = new Settings("ws://gateway/v1/ws", "alice", "d1");
        settings.platform = "web";
        settings.gapLimit = options.integer("gapLimit", 1000);
        settings.keepsPositions = options.isTrue("keepsPositions");
        settings.storage = storage;
        settings.executor = Runnable::run;
        settings.transport = (url, listener) -> new Socket(next, listener);
        settings.token = isRefused -> {
            token = new CompletableFuture<>();
            out(next, "token", Json.object().put("refused", isRefused).build());
            return token;
        };
        client = new Client(settings, loop, Runnable::run, () -> {});
        client.onEvent(event -> out(next, pair("event", Json.of(event.name), "data", plain(event.data))));
        client.onState(state -> {
            Json.Builder told = Json.object().put("state", state.name.name().toLowerCase());
            if (state.name == State.Name.ENDED) told.put("reason", kindOf(state.reason.toJson()));
            out(next, told.build());
        });
        client.onUnsaved(error -> out(next, "unsaved", Json.of(true)));
    }

    private static Json pair(String one, Json first, String other, Json second) {
        return Json.object().put(one, first).put(other, second).build();
    }

    private void out(FakeLoop from, String name, Json value) {
        out(from, Json.object().put(name, value).build());
    }

    private void out(FakeLoop from, Json value) {
        if (from == loop) outs.add(new Matching.Out(from.elapsed, value));
    }

    private void call(Json value) {
        String id = value.string("conversationID", "");
        switch (value.string("call")) {
            case "connect":
                client.connect();
                break;
            case "disconnect":
                client.disconnect();
                break;
            case "signOut":
                client.signOut();
                break;
            case "wake":
                client.wake();
                break;
            case "send":
                Json message = value.at("message");
                boolean isText = message.kind() == Json.Kind.STRING;
                watch(value, isText ? client.send(id, message.asString()).stored : client.send(id, message).stored);
                break;
            case "request":
                Json options = value.has("options") ? value.at("options") : Json.object().build();
                RequestOptions asked = RequestOptions.USUAL.timeout(options.integer("timeout", 30_000));
                Json data = value.has("data") ? value.at("data") : Json.object().build();
                watch(value, client.request(value.string("op"), data, asked));
                break;
            case "markRead":
                watch(value, client.markRead(id));
                break;
            case "recall":
                watch(value, client.recall(id, value.string("msgId"), value.string("reason", null)));
                break;
            default:
                watch(value, client.history(id, value.has("page") ? value.at("page") : Json.object().build()));
        }
    }

    private void watch(Json call, CompletableFuture<Json> reply) {
        FakeLoop from = loop;
        reply.whenComplete((ok, error) -> {
            Json as = call.at("as");
            if (error == null) out(from, pair("done", as, "value", plain(ok)));
            else out(from, pair("failed", as, "error", kindOf(((MartletException) error).toJson())));
        });
    }

    /** Of errors only what tells their kind: texts are each client's own. */
    private static Json plain(Json value) {
        if (value.kind() != Json.Kind.OBJECT) return value;
        Json.Builder plain = Json.object();
        value.asMap().forEach((name, member) -> {
            boolean isError = member.kind() == Json.Kind.OBJECT && member.has("system") && member.has("name");
            plain.put(name, isError ? kindOf(member) : member);
        });
        return plain.build();
    }

    private static Json kindOf(Json error) {
        return Json.object().put("system", error.get("system")).put("code", error.get("code"))
            .put("name", error.get("name")).build();
    }

    private final class Socket implements Transport.Connection {
        final FakeLoop of;
        final Transport.Listener listener;
        final int number;
        boolean isOver;

        Socket(FakeLoop of, Transport.Listener listener) {
            this.of = of;
            this.listener = listener;
            sockets.add(this);
            number = sockets.size();
            out(of, "connect", Json.of(number));
        }

        @Override
        public void send(String text) {
            if (!isOver) out(of, pair("frame", Json.parse(text), "on", Json.of(number)));
        }

        @Override
        public void close(int code) {
            if (!isOver) out(of, "close", Json.of(number));
            isOver = true;
        }
    }

    private static final class FailingStorage extends MemoryStorage {
        boolean isFailing;

        @Override
        public synchronized void write(List<Change> changes) throws IOException {
            if (isFailing) throw new IOException("no room");
            super.write(changes);
        }
    }
}
