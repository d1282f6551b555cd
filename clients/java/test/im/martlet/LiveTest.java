package im.martlet;

import static im.martlet.Tests.equal;

import im.martlet.json.Json;
import im.martlet.jvm.FileStorage;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What one run of a program does with a real gateway: test/live.mjs runs several, and ends some in the middle. */
final class LiveTest {
    private LiveTest() {}

    /** Takes a part, the gateway's URL, a user, a token, a storage and a file; `room` also alice's URL and token. */
    public static void main(String[] arguments) throws Exception {
        Client client = Client.builder(arguments[1], arguments[2], "live")
            .token(isRefused -> CompletableFuture.completedFuture(arguments[3]))
            .storage(new FileStorage(Path.of(arguments[4])))
            .build();
        Media media = Media.of(client);
        media.onProgress(progress -> System.out.println("sent " + progress.sent));
        CompletableFuture<Void> isEmpty = new CompletableFuture<>();
        client.on("message.sent", message -> isEmpty.complete(null));
        client.connect().get(30, TimeUnit.SECONDS);
        switch (arguments[0]) {
            case "begin":
                media.send("c2c_bob", arguments[5]).stored.get();
                break;
            case "finish":
                equal(client.outbox().size(), 1);
                isEmpty.get(60, TimeUnit.SECONDS);
                break;
            case "room":
                room(client, arguments[6], arguments[7]);
                break;
            default:
                read(client, media, Files.readAllBytes(Path.of(arguments[5])));
                break;
        }
        client.close().get(30, TimeUnit.SECONDS);
        System.out.println("done");
    }

    /** Bob loses his connection, and alice talks on. */
    private static void room(Client bob, String url, String token) throws Exception {
        Client alice = Client.builder(url, "alice", "talk")
            .token(isRefused -> CompletableFuture.completedFuture(token)).build();
        alice.connect().get(30, TimeUnit.SECONDS);
        Room talking = new Room(alice, "live/7");
        Room hearing = new Room(bob, "live/7");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        hearing.onNews(news -> {
            for (Json message : news.messages) heard.add(message.at("body").string("text"));
            if (news.missed > 0) heard.add("missed " + news.missed);
        });
        BlockingQueue<String> states = new LinkedBlockingQueue<>();
        hearing.onState(state -> states.add(state.name + " " + state.verdict));
        talking.enter().get(30, TimeUnit.SECONDS);
        hearing.enter().get(30, TimeUnit.SECONDS);
        equal(states.take() + ", " + states.take(), "ENTERING null, IN null");
        equal(talking.send("one").get(30, TimeUnit.SECONDS).integer("seq"), 1L);
        equal(heard.poll(30, TimeUnit.SECONDS), "one");
        System.out.println("cut");
        equal(states.poll(30, TimeUnit.SECONDS), "ENTERING null");
        talking.send("two").get(30, TimeUnit.SECONDS);
        equal(states.poll(30, TimeUnit.SECONDS), "IN recovered");
        equal(heard.poll(30, TimeUnit.SECONDS), "two");
        int refused = 0;
        List<Reply<Json>> all = new ArrayList<>();
        for (int count = 0; count < 20; count++) all.add(talking.send("many"));
        for (Reply<Json> one : all) refused += one.handle((sent, error) -> error == null ? 0 : 1).get();
        equal(refused > 0, true);
        hearing.leave().get(30, TimeUnit.SECONDS);
        equal(hearing.state().name, RoomState.Name.OUT);
        alice.close().get(30, TimeUnit.SECONDS);
    }

    private static void read(Client client, Media media, byte[] content) throws Exception {
        Json page = client.history("c2c_alice", Json.object().build()).get(30, TimeUnit.SECONDS);
        equal(page.list("messages").size(), 1);
        Json message = page.list("messages").get(0);
        equal(message.integer("type"), 6L);
        Json file = message.list("media").get(0);
        equal(file.string("state") + " " + file.integer("size"), "ready " + content.length);
        String url = media.url(file.string("mediaID")).get(30, TimeUnit.SECONDS);
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream stream = URI.create(url).toURL().openStream()) {
            stream.transferTo(read);
        }
        equal(Arrays.equals(read.toByteArray(), content), true);
    }
}
