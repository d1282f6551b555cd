package im.martlet;

import im.martlet.json.Json;
import im.martlet.jvm.FileStorage;
import im.martlet.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Measures the store with 10,000 messages in 500 conversations: `scripts/java-sdk measure`. */
final class Measure {
    private static final int CONVERSATIONS = 500;
    private static final int MESSAGES = 10_000;
    private static final int LIVE = 1000;

    private Measure() {}

    public static void main(String[] arguments) throws Exception {
        long began = System.nanoTime();
        if (arguments.length == 0) return;
        Path path = Paths.get(arguments[1]);
        switch (arguments[0]) {
            case "make":
                make(path);
                break;
            case "first":
                first(path, began);
                break;
            default:
                live(path);
        }
        System.exit(0);
    }

    private static Json message(int number) {
        String id = "c2c_user-" + number % CONVERSATIONS;
        long seq = 1 + number / CONVERSATIONS;
        String text = "Message " + number + ": shall we meet at the usual place, or somewhere else this time?";
        return StoreRig.message(id, seq).with("body", Json.object().put("text", text).build());
    }

    private static void make(Path path) throws IOException {
        FileStorage storage = new FileStorage(path);
        Json[] list = new Json[CONVERSATIONS];
        for (int number = 0; number < CONVERSATIONS; number++) {
            list[number] = StoreRig.conversation("c2c_user-" + number, 0).with("showName", Json.of("User " + number));
        }
        StoreRig rig = new StoreRig(storage).connect(list);
        for (int number = 0; number < MESSAGES; number++) {
            Json message = message(number);
            rig.tell("message.new", message.with("unreadCount", Json.of(1)).with("totalUnread", Json.of(number)));
            // Some at a time, as they come in a day.
            if (number % 20 == 0) rig.write();
        }
        rig.write();
        storage.close();
        System.out.println("disk: " + Files.size(path) / 1024 + " KiB");
    }

    private static void first(Path path, long began) throws Exception {
        FileStorage storage = new FileStorage(path);
        Client client = Client.builder("ws://gateway/v1/ws", "alice", "d1").token(isRefused -> null).storage(storage)
            .keepsStore(true).build();
        client.open().get();
        int shown = client.store().conversations().subList(0, 30).size();
        long listed = System.nanoTime();
        long cpu = cpu();
        client.store().open("c2c_user-7").get();
        int messages = client.store().view("c2c_user-7").messages.size();
        long read = System.nanoTime();
        System.out.println("first " + shown + " of the list: " + (listed - began) / 1_000_000 + " ms, with "
            + cpu / 1_000_000 + " ms of a processor; then " + messages + " messages: " + (read - listed) / 1_000_000
            + " ms, all with " + cpu() / 1_000_000);
        long held = used();
        client.close().get();
        client = null;
        System.out.println("memory: " + (held - used()) / 1024 + " KiB");
    }

    private static long used() throws InterruptedException {
        for (int round = 0; round < 2; round++) System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The processor's time of 1,000 live messages, first cold and then again. */
    private static void live(Path path) throws Exception {
        List<Transport.Listener> gateways = new ArrayList<>();
        CountDownLatch connected = new CountDownLatch(1);
        Client client = Client.builder("ws://gateway/v1/ws", "alice", "d1")
            .token(isRefused -> CompletableFuture.completedFuture("token")).storage(new FileStorage(path))
            .keepsStore(true).transport((url, listener) -> {
                gateways.add(listener);
                connected.countDown();
                return new Silent();
            }).build();
        client.connect().get();
        connected.await();
        gateways.get(0).opened();
        gateways.get(0).text("{\"id\":0,\"ok\":{\"session\":\"s1\",\"serverTime\":" + System.currentTimeMillis()
            + ",\"heartbeat\":{\"intervalMilliseconds\":25000},\"stream\":{\"seq\":0},\"groups\":{},"
            + "\"resume\":{\"user\":{\"verdict\":\"recovered\",\"seq\":0}"
            + ",\"conversations\":{},\"groups\":{},\"changes\":{}}}}");
        client.store().open("c2c_user-7").get();
        int number = MESSAGES;
        for (int round = 0; round < 5; round++) {
            List<String> texts = new ArrayList<>();
            for (int count = 0; count < LIVE; count++, number++) {
                Json data = message(number).with("unreadCount", Json.of(1)).with("totalUnread", Json.of(number));
                texts.add(Json.object().put("event", "message.new").put("data", data).build().toString());
            }
            long cpu = cpu();
            for (String text : texts) gateways.get(0).text(text);
            client.store().open("c2c_user-7").get();
            Thread.sleep(500);
            System.out.println("1,000 live messages: " + (cpu() - cpu) / 1_000_000 + " ms of a processor");
        }
    }

    /** By what needs few classes itself: those of `ManagementFactory` take 0.1 s. */
    private static long cpu() {
        return ProcessHandle.current().info().totalCpuDuration().get().toNanos();
    }

    private static final class Silent implements Transport.Connection {
        @Override
        public void send(String text) {}

        @Override
        public void close(int code) {}
    }
}
