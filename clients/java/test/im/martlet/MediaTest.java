package im.martlet;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.json.Json;
import im.martlet.storage.MemoryStorage;
import im.martlet.storage.Storage;
import im.martlet.transport.Transfer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;

/** Uploads, messages that wait for theirs, and URLs; what goes wrong on the way is scripted. */
final class MediaTest {
    /** A gateway that keeps media in memory. */
    private static final class Shop {
        final StoreRig rig;
        final Media media;
        final Map<String, byte[]> bytes = new HashMap<>();
        final Map<String, String> idsByKey = new HashMap<>();
        final List<String> transfers = new ArrayList<>();
        /** The next of these statuses is the answer instead; 0 is a lost connection after so many bytes. */
        final List<Integer> troubles = new ArrayList<>();
        int bytesBeforeLoss;
        /** The plan for an upload, without its URL; null: the bytes are there already. */
        String plan = "\"kind\":\"offsets\",\"pieceBytes\":1000";
        String state = "ready";

        Shop(Storage storage) {
            rig = new StoreRig(storage);
            rig.sender = this::take;
            rig.answers.put("media.prepare", this::prepare);
            rig.answers.put("media.complete", data -> Json.object().put("state", state).put("type", "image/png")
                .build());
            rig.answers.put("message.send", data -> {
                Json place = Json.object().put("msgId", "1").put("seq", 1).put("time", 1).build();
                Json message = Json.object().putAll(data).putAll(place).put("from", "alice").build();
                return Json.object().putAll(place).put("message", message).build();
            });
            rig.connect();
            media = Media.of(rig.client);
            rig.loop.settle();
        }

        private Json prepare(Json data) {
            String key = rig.requests.get(rig.requests.size() - 1).string("key", "");
            String id = data.string("mediaID", null);
            if (id == null) id = idsByKey.computeIfAbsent(key, none -> "m" + (idsByKey.size() + 1));
            bytes.putIfAbsent(id, new byte[0]);
            String url = "\"url\":\"/v1/media/" + id + "?t=1\"";
            Json upload = plan == null ? null : Json.parse("{" + plan.replace("URL", url) + "," + url + "}");
            return Json.object().put("mediaID", id).put("upload", upload).build();
        }

        private Transfer.Answer take(Transfer transfer) throws IOException {
            String id = transfer.url.replaceAll(".*/media/|\\?.*", "");
            byte[] had = bytes.get(id);
            String offset = transfer.headers.getOrDefault("Upload-Offset", "");
            transfers.add((transfer.method + " " + offset).trim());
            Integer trouble = troubles.isEmpty() ? null : troubles.remove(0);
            if (trouble != null && trouble > 0) return new Transfer.Answer(trouble, null);
            if (transfer.method.equals("HEAD")) return new Transfer.Answer(200, String.valueOf(had.length));
            boolean isElsewhere = !offset.isEmpty() && Integer.parseInt(offset) != had.length;
            if (isElsewhere) return new Transfer.Answer(409, null);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            if (transfer.method.equals("PATCH")) all.write(had);
            int most = trouble == null ? Integer.MAX_VALUE : bytesBeforeLoss;
            byte[] one = new byte[1];
            for (int count = 0; count < most && transfer.body.read(one, 0, 1) > 0; count++) all.write(one);
            bytes.put(id, all.toByteArray());
            if (trouble != null) throw new IOException("the connection is lost");
            return new Transfer.Answer(204, null);
        }

        Uploading upload(String name) {
            return upload(name, null);
        }

        Uploading upload(String name, String key) {
            byte[] content = rig.files.get(name);
            MediaFile file = new MediaFile(name, "image/png", content.length,
                () -> new ByteArrayInputStream(content));
            Uploading uploading = media.upload(file, Json.parse("{\"width\":8,\"height\":6}"), key, told::add);
            rig.loop.settle();
            return uploading;
        }

        final List<Long> told = new ArrayList<>();

        void pass() {
            rig.loop.advance(rig.loop.elapsed + 3000);
        }

        Sending send(String... names) {
            Sending sending = media.send("c2c_bob", names);
            rig.loop.settle();
            return sending;
        }
    }

    private MediaTest() {}

    private static Shop shop() {
        return shop(new MemoryStorage());
    }

    private static Shop shop(Storage storage) {
        Shop shop = new Shop(storage);
        shop.rig.files.put("cat.png", content(2500));
        shop.rig.files.put("dog.png", content(700));
        shop.rig.files.put("notes", content(10));
        return shop;
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        for (int at = 0; at < size; at++) content[at] = (byte) (at * 31 + (at >> 8));
        return content;
    }

    /** What there is already; nothing would come while a test waits. */
    private static <Value> Value now(Reply<Value> reply) {
        equal(reply.isDone(), true);
        return reply.join();
    }

    private static String failure(Reply<?> reply) throws Exception {
        equal(reply.isDone(), true);
        CompletionException error = fails(CompletionException.class, reply::join);
        return ((MartletException) error.getCause()).name;
    }

    static void addTo(Tests tests) {
        tests.add("a file goes in pieces with its digest, and its progress is told", () -> {
            Shop shop = shop();
            Json done = now(shop.upload("cat.png").done);
            equal(done.string("mediaID") + " " + done.string("state"), "m1 ready");
            equal(Arrays.equals(shop.bytes.get("m1"), content(2500)), true);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content(2500));
            equal(shop.rig.data("media.prepare").get(0), Json.object().put("name", "cat.png").put("type", "image/png")
                .put("size", 2500).put("sha256", Base64.getUrlEncoder().withoutPadding().encodeToString(digest))
                .build());
            equal(shop.rig.data("media.complete").get(0),
                Json.object().put("mediaID", "m1").put("width", 8).put("height", 6).build());
            equal(shop.transfers, Arrays.asList("PATCH 0", "PATCH 1000", "PATCH 2000"));
            equal(shop.told.get(shop.told.size() - 1), 2500L);
            List<Long> sorted = new ArrayList<>(shop.told);
            Collections.sort(sorted);
            equal(shop.told, sorted);
        });
        tests.add("after a lost connection an upload goes on behind what has arrived", () -> {
            Shop shop = shop();
            shop.troubles.addAll(Arrays.asList(null, 0));
            shop.bytesBeforeLoss = 345;
            Uploading uploading = shop.upload("cat.png");
            equal(uploading.done.isDone(), false);
            shop.pass();
            equal(now(uploading.done).string("mediaID"), "m1");
            equal(shop.transfers, Arrays.asList("PATCH 0", "PATCH 1000", "HEAD", "PATCH 1345", "PATCH 2345"));
            equal(Arrays.equals(shop.bytes.get("m1"), content(2500)), true);
        });
        tests.add("an upload waits for a gateway that is not there, and goes on with the next session", () -> {
            Shop shop = shop();
            shop.troubles.addAll(Arrays.asList(503, 503, 503));
            Uploading uploading = shop.upload("cat.png");
            shop.rig.lose();
            shop.rig.loop.advance(shop.rig.loop.elapsed + 20_000);
            equal(uploading.done.isDone(), false);
            shop.rig.connectAgain();
            shop.rig.loop.advance(shop.rig.loop.elapsed + 20_000);
            equal(now(uploading.done).string("mediaID"), "m1");
        });
        tests.add("a URL that has ended is replaced, and two in a row, or a refusal, fail the upload", () -> {
            Shop shop = shop();
            shop.troubles.add(403);
            Uploading uploading = shop.upload("cat.png");
            shop.pass();
            equal(now(uploading.done).string("mediaID"), "m1");
            shop.troubles.addAll(Arrays.asList(403, 403));
            Uploading ended = shop.upload("dog.png");
            shop.pass();
            equal(failure(ended.done), "urlEnded");
            for (Integer status : Arrays.asList(413, 415, 302)) {
                shop.troubles.add(status);
                equal(failure(shop.upload("notes").done), status == 413 ? "tooLarge" : "notUploaded");
            }
            shop.state = "refused";
            equal(failure(shop.upload("notes").done), "mediaRefused");
        });
        tests.add("a cancelled upload fails at once, and a later one with its key goes on", () -> {
            Shop shop = shop();
            shop.troubles.addAll(Arrays.asList(null, null, 503));
            Uploading uploading = shop.upload("cat.png", "k1");
            uploading.cancel();
            shop.rig.loop.settle();
            equal(failure(uploading.done), "stopped");
            shop.pass();
            equal(shop.transfers.size(), 3);
            equal(now(shop.upload("cat.png", "k1").done).string("mediaID"), "m1");
            equal(shop.transfers.subList(3, 6), Arrays.asList("HEAD", "PATCH 1000", "PATCH 2000"));
        });
        tests.add("a store is sent a PUT, a form or parts, and what is there already is not sent", () -> {
            Shop shop = shop();
            shop.plan = "\"kind\":\"put\",\"headers\":{\"content-type\":\"image/png\"}";
            now(shop.upload("cat.png").done);
            equal(Arrays.equals(shop.bytes.get("m1"), content(2500)), true);
            shop.plan = "\"kind\":\"form\",\"fields\":{\"key\":\"k\"}";
            now(shop.upload("notes").done);
            String form = new String(shop.bytes.get("m2"), "ISO-8859-1");
            String file = new String(content(10), "ISO-8859-1");
            equal(form.replaceAll("martlet[0-9a-f]{32}", "line"),
                "--line\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nk\r\n--line\r\nContent-Disposition: "
                + "form-data; name=\"file\"; filename=\"file\"\r\n\r\n" + file + "\r\n--line--\r\n");
            shop.plan = "\"kind\":\"parts\",\"bytes\":400,\"first\":1,"
                + "\"urls\":[\"http://s/media/a\",\"http://s/media/b\"]";
            now(shop.upload("dog.png").done);
            equal(shop.bytes.get("a").length + " " + shop.bytes.get("b").length, "400 300");
            shop.plan = null;
            int before = shop.transfers.size();
            now(shop.upload("notes").done);
            equal(shop.transfers.size(), before);
        });
        tests.add("a plan that is none, or brings nothing on, is no endless work", () -> {
            Shop shop = shop();
            for (String plan : Arrays.asList("\"kind\":7", "\"kind\":\"parts\",\"bytes\":\"a\"",
                    "\"kind\":\"offsets\",\"pieceBytes\":18446744073709551616")) {
                shop.plan = plan;
                equal(failure(shop.upload("notes").done), "internal");
            }
            for (String parts : Arrays.asList("\"bytes\":0,\"first\":1", "\"bytes\":4,\"first\":0",
                    "\"bytes\":9223372036854775807,\"first\":3")) {
                shop.plan = "\"kind\":\"parts\"," + parts + ",\"urls\":[\"http://s/media/a\"]";
                equal(failure(shop.upload("notes").done), "notUploaded");
            }
            shop.plan = "\"kind\":\"offsets\",\"pieceBytes\":0";
            shop.troubles.addAll(Arrays.asList(409, null, 409));
            Uploading contradicted = shop.upload("notes");
            equal(contradicted.done.isDone() + " " + shop.transfers.size(), "false 3");
            shop.pass();
            now(contradicted.done);
            shop.plan = "\"kind\":\"parts\",\"bytes\":400,\"first\":1,\"urls\":[]";
            Uploading uploading = shop.upload("notes");
            shop.rig.loop.advance(shop.rig.loop.elapsed + 60_000);
            equal(uploading.done.isDone(), false);
            equal(shop.rig.data("media.prepare").size() < 25, true);
        });
        tests.add("a message goes out when its files have arrived, behind those that are written meanwhile", () -> {
            Shop shop = shop();
            List<String> progress = new ArrayList<>();
            shop.media.onProgress(one -> progress.add(one.sent + " " + one.size));
            shop.troubles.add(503);
            Sending sending = shop.send("cat.png", "dog.png");
            equal(shop.rig.client.outbox().get(0).isUploading(), true);
            shop.rig.client.send("c2c_bob", "later");
            shop.pass();
            Json stored = now(sending.stored);
            List<Json> sent = shop.rig.data("message.send");
            equal(sent.get(0).at("body").string("text"), "later");
            equal(sent.get(1).list("media"), Arrays.asList(Json.of("m1"), Json.of("m2")));
            equal(stored.integer("type"), 1L);
            equal(progress.get(progress.size() - 1), "3200 3200");
            equal(shop.rig.client.outbox().size(), 0);
            List<Media.Attached> files =
                Collections.singletonList(new Media.Attached("cat.png").size(8, 6).thumbnail("dog.png"));
            shop.media.send("c2c_bob", files, Json.parse("{\"type\":2,\"body\":{\"text\":\"Look!\"}}"));
            shop.rig.loop.settle();
            List<Json> completed = shop.rig.data("media.complete");
            equal(completed.get(completed.size() - 1), Json.parse(
                "{\"mediaID\":\"m4\",\"width\":8,\"height\":6,\"thumbnail\":\"m3\"}"));
            equal(shop.rig.data("message.send").get(2).integer("type"), 2L);
        });
        tests.add("the next run goes on with a message's files where the last one was", () -> {
            MemoryStorage storage = new MemoryStorage();
            Shop first = shop(storage);
            first.troubles.addAll(Arrays.asList(null, 0));
            first.bytesBeforeLoss = 300;
            first.send("cat.png");
            equal(first.rig.data("message.send").size(), 0);

            Shop second = new Shop(storage);
            second.rig.files.putAll(first.rig.files);
            equal(second.rig.client.outbox().get(0).error.name, "fileGone");
            second.bytes.putAll(first.bytes);
            second.idsByKey.putAll(first.idsByKey);
            Sending again = second.rig.client.retry(second.rig.client.outbox().get(0).clientMsgId);
            second.rig.loop.settle();
            equal(now(again.stored).list("media"), Collections.singletonList(Json.of("m1")));
            equal(second.transfers, Arrays.asList("HEAD", "PATCH 1300", "PATCH 2300"));
            equal(Arrays.equals(second.bytes.get("m1"), content(2500)), true);
            equal(storage.range("outbox", null, null, 9).size(), 0);
        });
        tests.add("a message whose files are on their way can be discarded, and one with a refused file stays", () -> {
            Shop shop = shop();
            shop.troubles.add(503);
            Sending sending = shop.send("cat.png");
            shop.rig.client.discard(sending.clientMsgId);
            shop.rig.loop.settle();
            equal(failure(sending.stored), "discarded");
            shop.pass();
            equal(shop.transfers.size(), 1);
            equal(failure(shop.send("nowhere.png").stored), "fileGone");
            shop.troubles.add(413);
            equal(failure(shop.send("cat.png").stored), "tooLarge");
            equal(shop.rig.client.outbox().size(), 2);
            String failed = shop.rig.client.outbox().get(1).clientMsgId;
            Sending again = shop.rig.client.retry(failed);
            shop.rig.loop.settle();
            equal(now(again.stored).list("media").size(), 1);
            Sending none = shop.rig.client.retry("none");
            shop.rig.loop.settle();
            equal(failure(none.stored), "discarded");
        });
        tests.add("a client that is disconnected leaves its uploads for later, and a sign-out ends them", () -> {
            Shop shop = shop();
            shop.troubles.add(503);
            Sending sending = shop.send("cat.png");
            shop.rig.client.disconnect();
            shop.pass();
            equal(shop.rig.client.outbox().get(0).isUploading(), true);
            shop.rig.connect();
            equal(now(sending.stored).list("media").size(), 1);
            shop.troubles.add(503);
            Sending ended = shop.send("dog.png");
            shop.rig.client.signOut();
            shop.pass();
            equal(failure(ended.stored), "discarded");
            equal(shop.rig.client.outbox().size(), 0);
        });
        tests.add("URLs are asked for together, kept until a minute before their end, and refused alone", () -> {
            Shop shop = shop();
            StoreRig rig = shop.rig;
            rig.answers.put("media.url", data -> {
                List<Json> urls = new ArrayList<>();
                for (Json id : data.list("mediaIDs")) {
                    boolean isKnown = !id.asString().equals("x");
                    Json.Builder url = Json.object().put("mediaID", id);
                    if (isKnown) url.put("url", "/v1/media/" + id.asString()).put("until", rig.loop.time + 600_000);
                    else url.put("code", 1010);
                    urls.add(url.build());
                }
                return Json.object().put("urls", Json.array(urls)).build();
            });
            Reply<String> one = shop.media.url("a");
            Reply<String> same = shop.media.url("a");
            Reply<String> none = shop.media.url("x");
            shop.pass();
            equal(now(one) + " " + now(same), "http://gateway/v1/media/a http://gateway/v1/media/a");
            equal(failure(none), "noMedia");
            equal(rig.data("media.url").size(), 1);
            shop.media.url("a");
            shop.pass();
            equal(rig.data("media.url").size(), 1);
            shop.media.forget("a");
            shop.media.url("a");
            shop.pass();
            equal(rig.data("media.url").size(), 2);
            rig.loop.time += 545_000;
            shop.media.url("a");
            shop.pass();
            equal(rig.data("media.url").size(), 3);
            rig.refusals.put("media.url", "busy");
            equal(failure(last(shop, "b")), "busy");
        });
    }

    private static Reply<String> last(Shop shop, String id) {
        Reply<String> url = shop.media.url(id);
        shop.pass();
        return url;
    }
}
