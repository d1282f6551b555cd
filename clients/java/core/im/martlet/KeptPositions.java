package im.martlet;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.storage.DamagedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Keeps in the storage what was delivered, so that the next run goes on there: of each conversation what has changed. A
 * store's rows go into the same write, which waits until the application has heard of all that is in it. So a crash
 * repeats, and skips nothing.
 */
final class KeptPositions {
    interface Owner {
        void unsaved(MartletException error);

        /** The storage was damaged, and its rows are read from the gateway again. */
        void storeLost(MartletException error);

        /** The conversations that the application shows. */
        Set<String> open();
    }

    /** Finds something out of the rows, in the storage's thread. */
    interface Reading<Value> {
        Value of(Shelves shelves) throws IOException;
    }

    /** The rows that an earlier run has left. */
    private static final class Kept {
        SortedMap<String, Json> meta;
        SortedMap<String, Json> places;
        SortedMap<String, Json> conversations;
    }

    /** Where the streams are kept of which there is one each. Each conversation has a row of its own. */
    static final String META = "meta";
    private static final String STREAMS = "streams";
    private static final String PLACES = "position";
    /** No answer of the gateway touches these, and they are saved from a storage that cannot be read. */
    private static final Collection<String> OWN = Arrays.asList(Outbox.SPACE, Drafts.SPACE);
    /** Events come in swarms: what all of them have changed is written once. */
    private static final long PAUSE = 100;

    private final Loop loop;
    private final Callbacks callbacks;
    private final Disk disk;
    private final Sync sync;
    private final Owner owner;
    /** The application wants the positions themselves. */
    private final boolean isNeeded;
    /** The store's; null: there is none, or it cannot be kept. */
    private LocalStore rows;
    /** These two live in the storage's thread. */
    private final Batch batch;
    private final Shelves shelves;
    private Object timer;
    /** Counts what was brought into the batch. */
    private long brought;
    /** Unsent messages and drafts are being saved from a damaged storage. */
    private boolean isSaving;
    /** The places that the storage has, or will have with what is in the batch. */
    private final Map<String, Json> written = new HashMap<>();
    /** Counts what is written: conversations that were heard of later have higher numbers. */
    private long turn;

    KeptPositions(Loop loop, Callbacks callbacks, Disk disk, Sync sync, Owner owner, boolean isNeeded) {
        this.loop = loop;
        this.callbacks = callbacks;
        this.disk = disk;
        this.sync = sync;
        this.owner = owner;
        this.isNeeded = isNeeded;
        batch = new Batch(disk.storage);
        shelves = new Shelves(batch);
    }

    /** Has these rows written with the positions that they stand for. */
    void keep(LocalStore rows) {
        this.rows = rows;
    }

    /**
     * Reads the positions into the book, and the store's rows. Without the rows the store goes on in memory; a program
     * that keeps its positions does not begin without them, so then it fails.
     */
    Promise<Void> load() {
        Promise<Void> loaded = new Promise<>(loop);
        disk.run(() -> readable(this::readAll)).then(kept -> {
            restore(kept);
            loaded.resolve(null);
        }, error -> {
            if (rows == null || !isDamage(error)) {
                giveUp(error, loaded);
                return;
            }
            saveOwn().then(saved -> {
                owner.storeLost(error);
                loaded.resolve(null);
            }, failed -> giveUp(failed, loaded));
        });
        return loaded;
    }

    /** Rows that are not as they should be are damaged, and so is what a faulty gateway wants to be kept. */
    private <Value> Value readable(Reading<Value> reading) throws IOException {
        try {
            return reading.of(shelves);
        } catch (JsonException bad) {
            throw new DamagedException(bad.getMessage(), bad);
        }
    }

    private Kept readAll(Shelves shelves) throws IOException {
        Kept kept = new Kept();
        kept.meta = batch.range(META, null, null);
        kept.places = batch.range(PLACES, null, null);
        kept.conversations = batch.range(LocalStore.CONVERSATION, null, null);
        Json row = kept.meta.get(LocalStore.ROW);
        if (row != null && row.integer("schema") > LocalStore.SCHEMA) {
            throw new DamagedException("the store is of a later release", null);
        }
        shelves.restore(batch.range(Shelves.RANGE, null, null));
        return kept;
    }

    private void restore(Kept kept) {
        Json streams = kept.meta.get(STREAMS);
        Json row = kept.meta.get(LocalStore.ROW);
        boolean isOfStore = streams != null && row != null && streams.has("isListed");
        if (rows != null && isOfStore) rows.restore(row, kept.conversations, streams.isTrue("isListed"));
        else if (rows != null) rows.empty();
        if (streams == null) return;
        List<String> ids = new ArrayList<>(kept.places.keySet());
        ids.sort(Comparator.comparingLong(id -> kept.places.get(id).integer("turn")));
        for (String id : ids) {
            written.put(id, kept.places.get(id).at("place"));
            turn = kept.places.get(id).integer("turn");
        }
        Map<String, Json> places = new LinkedHashMap<>();
        for (String id : ids) places.put(id, written.get(id));
        sync.positions.restore(streams, places);
        if (rows != null && rows.isListed) sync.restore(rows.conversations.values());
    }

    private void giveUp(MartletException error, Promise<Void> loaded) {
        if (isNeeded) {
            loaded.reject(error);
            return;
        }
        end();
        owner.unsaved(error);
        loaded.resolve(null);
    }

    private void end() {
        if (rows != null) rows.end();
        rows = null;
    }

    /** Something was delivered. */
    void save() {
        if (timer == null && (isNeeded || rows != null)) timer = loop.after(PAUSE, this::flush);
    }

    /** Writes what waits to be written, as soon as the application has heard of it. */
    Promise<Void> flush() {
        Promise<Void> flushed = new Promise<>(loop);
        bring();
        long number = brought;
        callbacks.execute(() -> loop.post(() -> write(number).then(flushed::settle)));
        return flushed;
    }

    /** Brings what was noted into the batch, from where it can be read. */
    private void bring() {
        if (timer == null) return;
        cancel();
        brought++;
        Map<String, Json> changes = changes();
        Json streams = sync.positions.streams();
        Json ofStreams = rows == null ? streams : streams.with("isListed", Json.of(sync.isListed()));
        Shelves.Step step = rows == null ? none -> {} : rows.take(owner.open());
        Reading<Void> bringing = shelves -> {
            batch.put(META, STREAMS, ofStreams);
            changes.forEach((id, place) -> batch.put(PLACES, id, place));
            step.run(shelves);
            return null;
        };
        disk.run(() -> readable(bringing)).then((value, error) -> {
            if (error != null) fail(error);
        });
    }

    /** Writes the batch, if nothing was brought meanwhile: what was is written together with it. */
    private Promise<Void> write(long number) {
        if (number != brought) return Promise.resolved(loop, null);
        Promise<Void> written = new Promise<>(loop);
        disk.run(() -> {
            // Positions must not be written without what stands for them.
            if (shelves.isDone()) batch.write();
            return null;
        }).then((value, error) -> {
            if (error != null) fail(error);
            written.resolve(null);
        });
        return written;
    }

    /** Reads what is there behind all that was noted; `otherwise`, if nothing is kept or it cannot be read. */
    <Value> Promise<Value> read(Reading<Value> reading, Value otherwise) {
        if (rows == null) return Promise.resolved(loop, otherwise);
        if (timer != null) flush();
        Promise<Value> read = new Promise<>(loop);
        disk.run(() -> readable(reading)).then(read::resolve, error -> {
            fail(error);
            read.resolve(otherwise);
        });
        return read;
    }

    /** Forgets what is unwritten, and keeps no rows from now on. */
    void clear() {
        cancel();
        brought++;
        end();
        written.clear();
        disk.run(() -> {
            batch.clear();
            shelves.restore(Collections.emptyMap());
            return null;
        });
    }

    private void cancel() {
        loop.cancel(timer);
        timer = null;
    }

    /** The storage has failed: what a damaged one has is void. */
    private void fail(MartletException error) {
        if (rows == null || !isDamage(error)) {
            owner.unsaved(error);
            return;
        }
        // Another one that was begun before has found the same.
        if (isSaving) return;
        isSaving = true;
        saveOwn().then((saved, failed) -> {
            isSaving = false;
            if (failed != null) {
                owner.unsaved(failed);
                return;
            }
            written.clear();
            if (rows != null) rows.noteAll();
            save();
            owner.storeLost(error);
        });
    }

    /** Goes on with the outbox and the drafts alone. */
    private Promise<Void> saveOwn() {
        return disk.run(() -> {
            disk.storage.clear(OWN);
            batch.clear();
            shelves.restore(Collections.emptyMap());
            return null;
        });
    }

    private static boolean isDamage(MartletException error) {
        return error.name.equals("damaged");
    }

    /** The rows of the places that have changed; null for one that is no more. */
    private Map<String, Json> changes() {
        Map<String, Json> changes = new HashMap<>();
        Map<String, Json> places = sync.positions.places();
        places.forEach((id, place) -> {
            if (place.equals(written.get(id))) return;
            written.put(id, place);
            changes.put(id, Json.object().put("turn", ++turn).put("place", place).build());
        });
        written.keySet().removeIf(id -> {
            if (places.containsKey(id)) return false;
            changes.put(id, null);
            return true;
        });
        return changes;
    }
}
