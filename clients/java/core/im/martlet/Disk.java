package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/**
 * The storage, in a thread that may wait for it. One thing is done at a time, in the order of the calls; what is
 * written while the storage is busy goes together into the next write.
 */
final class Disk {
    private final Loop loop;
    final Storage storage;
    private final Executor executor;
    private List<Change> unwritten = new ArrayList<>();
    /** When what is unwritten will be written; null if nothing is. */
    private Promise<Void> next;

    Disk(Loop loop, Storage storage, Executor executor) {
        this.loop = loop;
        this.storage = storage;
        this.executor = executor;
    }

    Promise<SortedMap<String, Json>> range(String space) {
        return run(() -> storage.range(space, null, null, Integer.MAX_VALUE));
    }

    /** Has a row at once, if the storage can. */
    void note(String space, String key, Json value) {
        storage.note(space, key, value);
    }

    /** All of the changes, or none. */
    Promise<Void> write(List<Change> changes) {
        unwritten.addAll(changes);
        if (next != null) return next;
        Promise<Void> written = new Promise<>(loop);
        next = written;
        // When it is this one's turn: until then, others may join it.
        run(() -> null).then((ready, none) -> {
            List<Change> all = unwritten;
            unwritten = new ArrayList<>();
            next = null;
            run(() -> {
                // Nothing, after it was forgotten: a storage that is closed stays so.
                if (!all.isEmpty()) storage.write(all);
                return null;
            }).then((value, error) -> written.settle(null, error));
        });
        return written;
    }

    /** Forgets what is unwritten, and all that was written. */
    Promise<Void> clear() {
        unwritten.clear();
        return run(() -> {
            storage.clear(Collections.emptySet());
            storage.close();
            return null;
        });
    }

    /** Gives the storage back, behind all that is unwritten. */
    Promise<Void> close() {
        Promise<Void> closed = new Promise<>(loop);
        // If the write fails, those who wanted it are told.
        write(Collections.emptyList()).then((written, failure) -> run(() -> {
            storage.close();
            return (Void) null;
        }).then(closed::settle));
        return closed;
    }

    /** Has the action wait for the storage, behind all that was begun before. */
    <Value> Promise<Value> run(Callable<Value> action) {
        return Promise.run(loop, executor, action);
    }
}
