package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Keeps in the storage what was delivered, so that the next run goes on there: of each conversation what has changed.
 */
final class KeptPositions {
    /** Where the streams are kept of which there is one each. Each conversation has a row of its own. */
    private static final String META = "meta";
    private static final String STREAMS = "streams";
    private static final String PLACES = "position";
    /** Events come in swarms: what all of them have changed is written once. */
    private static final long PAUSE = 100;

    private final Loop loop;
    private final Disk disk;
    private final Positions positions;
    private final Consumer<MartletException> failed;
    private Object timer;
    /** The places that the storage has. */
    private final Map<String, Json> written = new HashMap<>();
    /** Counts what is written: conversations that were heard of later have higher numbers. */
    private long turn;

    KeptPositions(Loop loop, Disk disk, Positions positions, Consumer<MartletException> failed) {
        this.loop = loop;
        this.disk = disk;
        this.positions = positions;
        this.failed = failed;
    }

    /** Reads the positions into the book. */
    Promise<Void> load() {
        Promise<Void> loaded = new Promise<>(loop);
        disk.range(META).then(meta -> disk.range(PLACES).then(rows -> {
            if (meta.containsKey(STREAMS)) restore(meta.get(STREAMS), rows);
            loaded.resolve(null);
        }, loaded::reject), loaded::reject);
        return loaded;
    }

    private void restore(Json streams, SortedMap<String, Json> rows) {
        List<String> ids = new ArrayList<>(rows.keySet());
        ids.sort(Comparator.comparingLong(id -> rows.get(id).integer("turn")));
        Map<String, Json> places = new LinkedHashMap<>();
        for (String id : ids) {
            places.put(id, rows.get(id).at("place"));
            turn = rows.get(id).integer("turn");
        }
        positions.restore(streams, places);
        written.putAll(places);
    }

    /** Something was delivered. */
    void save() {
        if (timer == null) timer = loop.after(PAUSE, this::flush);
    }

    /** Writes at once what waits to be written. */
    void flush() {
        if (timer == null) return;
        cancel();
        disk.write(changes()).then((value, error) -> {
            if (error == null) return;
            // The rows that the storage has are not known: the next write has everything.
            written.clear();
            failed.accept(error);
        });
    }

    /** Forgets what is unwritten. */
    void clear() {
        cancel();
        written.clear();
    }

    private void cancel() {
        loop.cancel(timer);
        timer = null;
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        changes.add(new Change(META, STREAMS, positions.streams()));
        Map<String, Json> places = positions.places();
        places.forEach((id, place) -> {
            if (place.equals(written.get(id))) return;
            written.put(id, place);
            changes.add(new Change(PLACES, id, Json.object().put("turn", ++turn).put("place", place).build()));
        });
        written.keySet().removeIf(id -> {
            if (places.containsKey(id)) return false;
            changes.add(Change.removal(PLACES, id));
            return true;
        });
        return changes;
    }
}
