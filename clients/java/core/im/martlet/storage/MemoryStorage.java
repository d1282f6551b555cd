package im.martlet.storage;

import im.martlet.json.Json;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** Keeps rows as long as the program runs. */
public class MemoryStorage implements Storage {
    private final Rows<Json> rows = new Rows<>();

    @Override
    public synchronized SortedMap<String, Json> range(String space, String from, String to, int limit) {
        return rows.range(space, from, to, limit);
    }

    @Override
    public synchronized void write(List<Change> changes) throws IOException {
        for (Change change : changes) rows.put(change.space, change.key, change.value);
    }

    @Override
    public synchronized void clear(Collection<String> kept) {
        rows.keep(kept);
    }

    @Override
    public void close() {}
}
