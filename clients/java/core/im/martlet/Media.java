package im.martlet;

import im.martlet.json.Json;
import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Pictures and files: uploads, messages that wait for theirs, and URLs. All functions may be called from any thread,
 * and none waits. Callbacks run on the client's executor.
 */
public final class Media implements Engine.Part {
    /** A file of a message, by the name by which the application finds it, and what is known of it already. */
    public static final class Attached {
        private final Json.Builder row = Json.object();

        public Attached(String name) {
            row.put("name", name);
        }

        /** Of a picture or a film, in pixels. */
        public Attached size(int width, int height) {
            row.put("width", width).put("height", height);
            return this;
        }

        /** The name of a small picture of it, of at most 640 pixels and 64 KiB. */
        public Attached thumbnail(String name) {
            row.put("thumbnail", name);
            return this;
        }
    }

    /** How far the files of a message are, in bytes. */
    public static final class Progress {
        public final String clientMsgId;
        public final long sent;
        public final long size;

        Progress(String clientMsgId, long sent, long size) {
            this.clientMsgId = clientMsgId;
            this.sent = sent;
            this.size = size;
        }
    }

    private static final String THUMBNAIL = "-small";
    private static final long PICTURES = 1;
    private static final long FILES = 6;

    private final Client client;
    private final Engine engine;
    private final Callbacks callbacks;
    private final MediaURLs urls;
    private final List<Consumer<Progress>> listeners = new CopyOnWriteArrayList<>();
    /** Keys of files of which nothing can have been sent yet. */
    private final Set<String> fresh = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final Set<Upload> uploads = new HashSet<>();
    /** Of messages that are uploading, by their ids. */
    private final Map<String, Job> jobs = new HashMap<>();

    Media(Client client, Engine engine, Callbacks callbacks) {
        this.client = client;
        this.engine = engine;
        this.callbacks = callbacks;
        urls = new MediaURLs(engine);
        engine.loop.post(() -> {
            engine.add(this);
            look(engine.outbox.entries());
        });
    }

    /** Those of a client. With the first call, what an earlier run has left goes on as soon as there is a session. */
    public static Media of(Client client) {
        return client.ownMedia();
    }

    public Uploading upload(MediaFile file) {
        return upload(file, Json.object().build(), null, sent -> {});
    }

    /**
     * Uploads a file without a message.
     *
     * @param about what `media.prepare` and `media.complete` take: `use`, `name`, `type`, `width`, `height`,
     *     `thumbnail`
     * @param key names the upload: a repeat with the same key goes on with it, also in a later run; null for none
     * @param progress hears how many bytes have gone out
     */
    public Uploading upload(MediaFile file, Json about, String key, LongConsumer progress) {
        String name = key == null ? Ids.random() : key;
        Upload upload = new Upload(engine, file, about, name, key != null, told(progress));
        Reply<Json> done = Reply.post(engine.loop, callbacks, () -> run(upload));
        return new Uploading(done, () -> engine.loop.post(upload::cancel));
    }

    /** As {@link #send(String, Collection, Json)}, of files with these names. */
    public Sending send(String conversationID, String... names) {
        List<Attached> files = new ArrayList<>();
        for (String name : names) files.add(new Attached(name));
        return send(conversationID, files, Json.object().build());
    }

    /**
     * Sends a message with files, ten at most. It is in the outbox, and goes out when they are uploaded; messages that
     * are written meanwhile go before it. The application finds the files by their names, also in a later run
     * ({@link Client.Builder#files}); they must not change meanwhile.
     *
     * @param message an object with `type`, `body` and settings. Without a type it is one of pictures (1) or of files
     *     (6)
     */
    public Sending send(String conversationID, Collection<Attached> files, Json message) {
        List<Json> rows = new ArrayList<>();
        for (Attached file : files) {
            String key = Ids.random();
            fresh.add(key);
            rows.add(file.row.put("key", key).build());
        }
        Json body = Json.object().build();
        return client.send(conversationID, Json.object().put("body", body).putAll(message).build(), rows);
    }

    /** How far messages are, as often as the client's executor has time to hear it. */
    public Subscription onProgress(Consumer<Progress> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /**
     * A URL at which everyone can read a medium, for an hour at most. Those that are asked for together are asked of
     * the gateway together, and one that still works is given at once.
     */
    public Reply<String> url(String mediaID) {
        return Reply.post(engine.loop, callbacks, () -> urls.url(mediaID));
    }

    /** The URL has not worked: the next time another is asked for. */
    public void forget(String mediaID) {
        engine.loop.post(() -> urls.forget(mediaID));
    }

    // Called by the engine.

    @Override
    public void state(State state) {
        if (state.is(State.Name.OPEN)) for (Upload upload : new ArrayList<>(uploads)) upload.wake();
        look(engine.outbox.entries());
    }

    @Override
    public void outboxChanged(List<OutboxEntry> entries) {
        look(entries);
    }

    @Override
    public void clear() {
        for (Upload upload : new ArrayList<>(uploads)) upload.cancel();
    }

    /** Begins what waits, and ends what was discarded. */
    private void look(List<OutboxEntry> entries) {
        Map<String, OutboxEntry> uploading = new HashMap<>();
        for (OutboxEntry entry : entries) if (entry.isUploading()) uploading.put(entry.clientMsgId, entry);
        for (Job job : new ArrayList<>(jobs.values())) {
            if (!uploading.containsKey(job.entry.clientMsgId)) job.cancel();
        }
        State state = engine.state();
        if (state.is(State.Name.STOPPED) || state.is(State.Name.ENDED)) return;
        uploading.forEach((id, entry) -> {
            if (jobs.containsKey(id)) return;
            Job job = new Job(entry);
            jobs.put(id, job);
            job.begin();
        });
    }

    private Promise<Json> run(Upload upload) {
        uploads.add(upload);
        Promise<Json> done = upload.run();
        done.then((value, error) -> uploads.remove(upload));
        return done;
    }

    /** Calls of a listener that come while the executor is busy are one call with the last number. */
    private LongConsumer told(LongConsumer listener) {
        AtomicBoolean isTold = new AtomicBoolean();
        long[] last = new long[1];
        return sent -> {
            synchronized (last) {
                last[0] = sent;
            }
            if (!isTold.compareAndSet(false, true)) return;
            callbacks.execute(() -> {
                isTold.set(false);
                long now;
                synchronized (last) {
                    now = last[0];
                }
                listener.accept(now);
            });
        };
    }

    /** The files of a message, one after another. */
    private final class Job {
        final OutboxEntry entry;
        private final List<Json> ids = new ArrayList<>();
        private boolean arePictures = true;
        private Upload upload;
        private long size;
        private long before;

        Job(OutboxEntry entry) {
            this.entry = entry;
        }

        void begin() {
            Promise.run(engine.loop, engine.settings.transfers, () -> {
                List<MediaFile> found = new ArrayList<>();
                for (Json row : entry.files) found.add(find(row.string("name")));
                return found;
            }).then(found -> {
                for (MediaFile file : found) size += file.size;
                next(found);
            }, this::fail);
        }

        private void next(List<MediaFile> found) {
            if (!isWanted()) return;
            if (ids.size() == found.size()) {
                finish();
                return;
            }
            Json row = entry.files.get(ids.size());
            if (row.has("thumbnail")) withThumbnail(found, row);
            else send(found, row, null);
        }

        private void withThumbnail(List<MediaFile> found, Json row) {
            Promise.run(engine.loop, engine.settings.transfers, () -> find(row.string("thumbnail"))).then(small -> {
                String key = row.string("key") + THUMBNAIL;
                upload(small, Json.object().build(), key, sent -> {}).then(
                    done -> send(found, row, done.at("mediaID")), this::fail);
            }, this::fail);
        }

        private void send(List<MediaFile> found, Json row, Json thumbnail) {
            MediaFile file = found.get(ids.size());
            Json about = Json.object().put("width", row.get("width")).put("height", row.get("height"))
                .put("thumbnail", thumbnail).build();
            long start = before;
            upload(file, about, row.string("key"), sent -> tell(start + sent)).then(done -> {
                ids.add(done.at("mediaID"));
                arePictures &= done.string("type", "").startsWith("image/");
                before += file.size;
                next(found);
            }, this::fail);
        }

        private Promise<Json> upload(MediaFile file, Json about, String key, LongConsumer progress) {
            if (!isWanted()) return Promise.rejected(engine.loop, UploadBytes.stopped());
            upload = new Upload(engine, file, about, key, !fresh.remove(key), told(progress));
            return run(upload);
        }

        private void tell(long sent) {
            Progress progress = new Progress(entry.clientMsgId, sent, size);
            for (Consumer<Progress> listener : listeners) listener.accept(progress);
        }

        private void finish() {
            jobs.remove(entry.clientMsgId);
            Json.Builder message = Json.object().put("type", arePictures ? PICTURES : FILES).putAll(entry.message);
            engine.outbox.uploaded(entry, message.put("media", Json.array(ids)).build());
        }

        /** A client that was stopped goes on with it when it connects again. */
        private void fail(MartletException error) {
            if (!isWanted()) return;
            jobs.remove(entry.clientMsgId);
            if (!error.isOfConnection()) engine.outbox.refused(entry, error);
        }

        private boolean isWanted() {
            return jobs.get(entry.clientMsgId) == this;
        }

        void cancel() {
            jobs.remove(entry.clientMsgId);
            if (upload != null) upload.cancel();
        }
    }

    /** Waits for the application. */
    private MediaFile find(String name) throws MartletException {
        MediaFile.Finder finder = engine.settings.files;
        try {
            return finder == null ? MediaFile.of(new File(name)) : finder.find(name);
        } catch (Exception error) {
            throw new MartletException("fileGone", String.valueOf(error.getMessage()));
        }
    }
}
