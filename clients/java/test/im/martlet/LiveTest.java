package im.martlet;

import static im.martlet.Tests.equal;

import im.martlet.json.Json;
import im.martlet.jvm.FileStorage;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What one run of a program does with a real gateway: test/live.mjs runs several, and ends some in the middle. */
final class LiveTest {
    private LiveTest() {}

    /** `begin` and `finish` have the gateway's URL, a user, a token, the storage and a file; `read` has the same. */
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
            default:
                read(client, media, Files.readAllBytes(Path.of(arguments[5])));
                break;
        }
        client.close().get(30, TimeUnit.SECONDS);
        System.out.println("done");
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
