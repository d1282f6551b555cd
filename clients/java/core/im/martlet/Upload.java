package im.martlet;

import im.martlet.json.Json;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * A file on its way: asks where to, has the bytes sent, and has the gateway look at them. A lost connection, a gateway
 * that is started again, and a URL that has ended only delay it: it goes on behind the bytes that have arrived.
 */
final class Upload {
    private static final RequestOptions PATIENT = RequestOptions.USUAL.timeout(0);
    private static final int PIECE = 65_536;

    private final Engine engine;
    private final MediaFile file;
    private final Json about;
    private final String key;
    private final UploadBytes bytes;
    private final Promise<Json> done;
    private String mediaID;
    /** How many tries have failed since the last byte arrived. */
    private int failures;
    /** The last try's URL was not taken, or its bytes were changed on the way. */
    private boolean hasEnded;
    /** Runs until the next try. */
    private Object timer;

    /**
     * @param about what `media.prepare` and `media.complete` take
     * @param isResumed an earlier upload with the same key may have sent a part
     */
    Upload(Engine engine, MediaFile file, Json about, String key, boolean isResumed, LongConsumer progress) {
        this.engine = engine;
        this.file = file;
        this.about = about;
        this.key = key;
        bytes = new UploadBytes(engine.settings, file, isResumed, progress);
        done = new Promise<>(engine.loop);
    }

    Promise<Json> run() {
        Promise.run(engine.loop, engine.settings.transfers, this::digest).then(digest -> {
            Json data = Json.object().put("name", last(about.string("name", file.name)))
                .put("type", plain(about.string("type", file.type))).put("size", file.size).put("sha256", digest)
                .put("use", about.get("use")).build();
            request("media.prepare", data, PATIENT.key(key)).then(prepared -> {
                mediaID = prepared.string("mediaID");
                follow(prepared.get("upload"));
            }, done::reject);
        }, done::reject);
        return done;
    }

    /** What is under way goes on for a moment, and has no effect. */
    void cancel() {
        bytes.cancel();
        engine.loop.cancel(timer);
        done.reject(UploadBytes.stopped());
    }

    /** A session is open: there may be a network again. */
    void wake() {
        if (timer == null) return;
        engine.loop.cancel(timer);
        askAgain();
    }

    private Promise<Json> request(String op, Json data, RequestOptions options) {
        return engine.request(op, data, options);
    }

    private String digest() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        UploadBytes.Body body = bytes.body(0, file.size, false);
        byte[] piece = new byte[PIECE];
        try {
            for (int count = body.read(piece); count >= 0; count = body.read(piece)) digest.update(piece, 0, count);
        } catch (IOException error) {
            throw bytes.problem(body, error);
        } finally {
            body.close();
        }
        return UploadBytes.base64(digest.digest());
    }

    /** @param plan null: the gateway has all bytes already */
    private void follow(Json plan) {
        if (bytes.isCancelled()) return;
        if (plan == null) {
            complete();
            return;
        }
        long before = bytes.sent();
        Promise.run(engine.loop, engine.settings.transfers, () -> {
            bytes.send(plan);
            return null;
        }).then((none, error) -> {
            if (bytes.isCancelled()) return;
            boolean hasMoved = bytes.sent() > before;
            if (error == null && bytes.sent() == file.size) complete();
            else if (error == null && hasMoved) askAgain();
            else if (error == null) failed(false, new MartletException("connectionLost", "nothing has arrived"));
            else failed(hasMoved, error);
        });
    }

    private void failed(boolean hasMoved, MartletException error) {
        boolean isEnd = error.name.equals("urlEnded") || error.name.equals("otherDigest");
        boolean isAgain = isEnd && hasEnded && !hasMoved;
        if (isAgain || !isEnd && !error.name.equals("connectionLost")) {
            done.reject(error);
            return;
        }
        hasEnded = isEnd;
        failures = hasMoved ? 1 : failures + 1;
        timer = engine.loop.after(Closing.retryDelay(failures, engine.loop.random()), this::askAgain);
    }

    private void askAgain() {
        timer = null;
        Json data = Json.object().put("mediaID", mediaID).build();
        request("media.prepare", data, PATIENT).then(prepared -> follow(prepared.get("upload")), done::reject);
    }

    private void complete() {
        Json data = Json.object().put("mediaID", mediaID).put("width", about.get("width"))
            .put("height", about.get("height")).put("thumbnail", about.get("thumbnail")).build();
        request("media.complete", data, PATIENT).then(ok -> {
            boolean isRefused = ok.string("state").equals("refused");
            if (isRefused) done.reject(new MartletException("mediaRefused", "the gateway has refused " + file.name));
            else done.resolve(ok.with("mediaID", Json.of(mediaID)));
        }, done::reject);
    }

    /** The gateway takes no longer names. */
    private static String last(String name) {
        return name.substring(Math.max(0, name.length() - 255));
    }

    /** In small letters and without parameters, as the gateway takes it. */
    private static String plain(String type) {
        String plain = type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        return plain.isEmpty() ? "application/octet-stream" : plain;
    }
}
