package im.martlet;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.MemoryStorage;
import im.martlet.transport.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** What traces do not show of a client: threads, and gateways that are out of their mind. */
final class ClientTest {
    private static final String LOGIN = "{\"id\":0,\"ok\":{\"session\":\"s1\",\"serverTime\":1795000000000,"
        + "\"heartbeat\":{\"intervalMilliseconds\":25000},\"stream\":{\"seq\":0},\"groups\":{}}}";

    /** The first breaks the connection, the second is passed over. */
    private static final String[] UNREADABLE = {
        "", "[", "[]", "7", "null", "\"\"", "{\"event\":7}", "{\"event\":\"message.new\"}",
        "{\"event\":\"x\",\"data\":[]}x", "{\"event\":\"message.new\",\"data\":{}}",
        "{\"event\":\"message.new\",\"data\":{\"conversationID\":\"c2c_bob\"}}",
        "{\"event\":\"conversation.changed\",\"data\":{\"conversations\":7}}", "{\"id\":\"one\"}",
        "{\"id\":1.5,\"ok\":{}}", "{\"id\":1,\"error\":{}}",
        "{\"event\":\"session.expiring\",\"data\":{\"expiresAt\":18446744073709551616}}"
    };

    private static final String[] PASSED_OVER = {
        "{}", "{\"id\":null,\"error\":{\"system\":\"gw\",\"code\":1001,\"name\":\"badRequest\"}}",
        "{\"id\":77,\"ok\":{}}", "{\"event\":\"unheard.of\",\"data\":{}}", "{\"id\":0,\"ok\":{}}"
    };

    private ClientTest() {}

    static void addTo(Tests tests) {
        tests.add("after a message that cannot be read the client comes back", () -> {
            for (String text : UNREADABLE) equal(stateAfter(text), State.Name.WAITING);
            StringBuilder deep = new StringBuilder();
            for (int level = 0; level < 10_000; level++) deep.append("{\"event\":");
            equal(stateAfter(deep.toString()), State.Name.WAITING);
        });
        tests.add("a message whose reply cannot be read goes out again with the next session", () -> {
            String tooLarge = "\"error\":{\"system\":\"\",\"code\":18446744073709551616,\"name\":\"odd\"}";
            String farPlace = "\"ok\":{\"msgId\":\"1\",\"seq\":18446744073709551616,\"time\":1}";
            String noPlace = "\"ok\":{\"msgId\":7}";
            for (String rest : Arrays.asList(tooLarge, "\"nothing\":{}", farPlace, noPlace)) {
                FakeLoop loop = new FakeLoop();
                List<Socket> sockets = new ArrayList<>();
                Client client = connected(loop, sockets);
                open(loop, sockets.get(0));
                client.send("c2c_bob", "text");
                loop.settle();
                Json first = sockets.get(0).last("message.send");
                sockets.get(0).listener.text("{\"id\":" + first.integer("id") + "," + rest + "}");
                loop.advance(loop.elapsed + 60_000);
                equal(sockets.size() > 1, true);
                Socket next = sockets.get(sockets.size() - 1);
                open(loop, next);
                equal(next.last("message.send").at("data"), first.at("data"));
            }
        });
        tests.add("what a client does not know is passed over", () -> {
            for (String text : PASSED_OVER) equal(stateAfter(text), State.Name.OPEN);
        });
        tests.add("a callback that waits for a reply is told that this would last for ever", () -> {
            Client client = silent().build();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            CountDownLatch called = new CountDownLatch(1);
            client.onState(state -> {
                try {
                    client.request("session.list", Json.object().build()).get();
                } catch (Exception error) {
                    thrown.set(error);
                }
                called.countDown();
            });
            client.connect().get(30, TimeUnit.SECONDS);
            called.await(30, TimeUnit.SECONDS);
            equal(thrown.get().getClass(), IllegalStateException.class);
            client.close().get(30, TimeUnit.SECONDS);
        });
        tests.add("when a client has left, all is written, and it can come back", () -> {
            MemoryStorage storage = new MemoryStorage();
            Client client = silent().storage(storage).build();
            client.connect().get(30, TimeUnit.SECONDS);
            for (int number = 0; number < 100; number++) client.send("c2c_bob", "text");
            client.leave().get(30, TimeUnit.SECONDS);
            equal(storage.range("outbox", null, null, 1000).size(), 100);
            equal(client.state().name, State.Name.STOPPED);
            client.connect().get(30, TimeUnit.SECONDS);
            equal(client.state().name, State.Name.CONNECTING);
            client.close().get(30, TimeUnit.SECONDS);
        });
        tests.add("messages of many threads have the order of their ids", () -> {
            Client client = silent().build();
            List<Thread> threads = new ArrayList<>();
            List<String> ids = new ArrayList<>();
            for (int number = 0; number < 4; number++) {
                threads.add(new Thread(() -> {
                    for (int count = 0; count < 500; count++) {
                        synchronized (ids) {
                            ids.add(client.send("c2c_bob", "text").clientMsgId);
                        }
                    }
                }));
            }
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
            List<String> sorted = new ArrayList<>(ids);
            sorted.sort(null);
            equal(ids, sorted);
            client.conversations().get(30, TimeUnit.SECONDS);
            equal(client.outbox().size(), 2000);
            client.signOut().get(30, TimeUnit.SECONDS);
            equal(client.outbox().size(), 0);
            client.close().get(30, TimeUnit.SECONDS);
        });
        tests.add("a callback that throws keeps no other from being called", () -> {
            Client client = silent().build();
            CountDownLatch called = new CountDownLatch(1);
            client.onState(state -> {
                throw new IllegalStateException("thrown by a test");
            });
            client.onState(state -> called.countDown());
            client.connect();
            equal(called.await(30, TimeUnit.SECONDS), true);
            client.close().get(30, TimeUnit.SECONDS);
        });
        tests.add("callbacks come one after another, also from an executor of many threads", () -> {
            ExecutorService pool = Executors.newFixedThreadPool(4);
            Callbacks callbacks = new Callbacks(pool);
            List<Integer> called = new ArrayList<>();
            CountDownLatch done = new CountDownLatch(1);
            for (int number = 0; number < 1000; number++) {
                int own = number;
                callbacks.execute(() -> called.add(own));
            }
            callbacks.execute(done::countDown);
            equal(done.await(30, TimeUnit.SECONDS), true);
            List<Integer> sorted = new ArrayList<>(called);
            sorted.sort(null);
            equal(called.size(), 1000);
            equal(called, sorted);
            pool.shutdown();
        });
        tests.add("what is unwritten when the client is closed is written before the storage is given back", () -> {
            List<String> done = new ArrayList<>();
            FakeLoop loop = new FakeLoop();
            Disk disk = new Disk(loop, recording(done), Runnable::run);
            disk.write(Collections.singletonList(new Change("outbox", "a", Json.of(1))));
            disk.close();
            loop.settle();
            equal(done, Arrays.asList("write", "close"));
        });
        tests.add("what is written is forgotten with all else when the user signs out", () -> {
            FakeLoop loop = new FakeLoop();
            List<String> done = new ArrayList<>();
            Disk disk = new Disk(loop, recording(done), Runnable::run);
            disk.write(Collections.singletonList(new Change("outbox", "a", Json.of(1))));
            disk.clear();
            loop.settle();
            equal(done, Collections.singletonList("close"));
        });
        tests.add("a client without tokens is none", () -> {
            fails(IllegalStateException.class, () -> Client.builder("ws://gateway/v1/ws", "alice", "d1").build());
        });
    }

    /** A storage that notes what is done. */
    private static MemoryStorage recording(List<String> done) {
        return new MemoryStorage() {
            @Override
            public synchronized void write(List<Change> changes) throws IOException {
                done.add("write");
                super.write(changes);
            }

            @Override
            public void close() {
                done.add("close");
            }
        };
    }

    private static Client.Builder silent() {
        return Client.builder("ws://gateway/v1/ws", "alice", "d1").token(isRefused -> new CompletableFuture<>())
            .transport((url, listener) -> new Socket(listener));
    }

    /** The state after a session was opened and a text came. */
    private static State.Name stateAfter(String text) {
        FakeLoop loop = new FakeLoop();
        List<Socket> sockets = new ArrayList<>();
        Client client = connected(loop, sockets);
        open(loop, sockets.get(0));
        equal(client.state().name, State.Name.OPEN);
        sockets.get(0).listener.text(text);
        loop.settle();
        return client.state().name;
    }

    private static Client connected(FakeLoop loop, List<Socket> sockets) {
        Settings settings = new Settings("ws://gateway/v1/ws", "alice", "d1");
        settings.token = isRefused -> CompletableFuture.completedFuture("token");
        settings.executor = Runnable::run;
        settings.transport = (url, listener) -> {
            sockets.add(new Socket(listener));
            return sockets.get(sockets.size() - 1);
        };
        Client client = new Client(settings, loop, Runnable::run, () -> {});
        client.connect();
        loop.settle();
        return client;
    }

    private static void open(FakeLoop loop, Socket socket) {
        socket.listener.opened();
        socket.listener.text(LOGIN);
        loop.settle();
    }

    private static final class Socket implements Transport.Connection {
        final Transport.Listener listener;
        final List<Json> sent = new ArrayList<>();

        Socket(Transport.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void send(String text) {
            sent.add(Json.parse(text));
        }

        /** The last request with this name; null if there is none. */
        Json last(String op) {
            Json last = null;
            for (Json request : sent) if (request.string("op").equals(op)) last = request;
            return last;
        }

        @Override
        public void close(int code) {
            equal(code, 1000);
        }
    }
}
