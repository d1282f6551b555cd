package im.martlet.storage;

import im.martlet.json.Json;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** Keeps rows as long as the program runs. */
public class MemoryStorage implements Storage {
    private Rows rows = new Rows();

    @Override
    public synchronized SortedMap<String, Json> range(String space, String from, String to, int limit) {
        return rows.range(space, from, to, limit);
    }

    @Override
    public synchronized void write(List<Change> changes) throws IOException {
        rows.apply(changes);
    }

    @Override
    public synchronized void clear(Collection<String> kept) {
        List<Change> all = rows.all();
        all.removeIf(row -> !kept.contains(row.space));
        rows = new Rows();
        rows.apply(all);
    }

    @Override
    public void close() {}
}
