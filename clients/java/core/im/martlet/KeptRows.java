package im.martlet;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.storage.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Rows of one space of the storage, of what the gateway can be asked for again. Their number is bounded, and one that
 * was not written for 30 days goes.
 */
final class KeptRows {
    private static final long KEPT = 30 * 86_400_000L;

    private final Loop loop;
    private final Disk disk;
    private final String space;
    private final int most;
    /** The gateway's clock. */
    private final LongSupplier now;
    private final Consumer<MartletException> unsaved;

    KeptRows(Loop loop, Disk disk, String space, int most, LongSupplier now, Consumer<MartletException> unsaved) {
        this.loop = loop;
        this.disk = disk;
        this.space = space;
        this.most = most;
        this.now = now;
        this.unsaved = unsaved;
    }

    /** The rows of an earlier run; none if they cannot be read. */
    Promise<SortedMap<String, Json>> read() {
        Promise<SortedMap<String, Json>> read = new Promise<>(loop);
        disk.range(space).then(read::resolve, error -> {
            unsaved.accept(error);
            read.resolve(new TreeMap<>());
        });
        return read;
    }

    /** Gives on the values of these rows, the oldest first, and removes the others; all, if they are damaged. */
    void recent(SortedMap<String, Json> rows, Consumer<Map<String, Json>> taken) {
        List<String> gone = new ArrayList<>(rows.keySet());
        try {
            List<String> keys = new ArrayList<>(gone);
            keys.sort(Comparator.comparingLong(key -> rows.get(key).integer("time")));
            long since = now.getAsLong() - KEPT;
            Map<String, Json> recent = new LinkedHashMap<>();
            for (String key : keys.subList(Math.max(0, keys.size() - most), keys.size())) {
                if (rows.get(key).integer("time") >= since) recent.put(key, rows.get(key).at("value"));
            }
            taken.accept(recent);
            gone.removeAll(recent.keySet());
        } catch (JsonException damaged) {
            unsaved.accept(MartletException.of(damaged));
        }
        for (String key : gone) put(key, null);
    }

    /** Null removes the row. */
    void put(String key, Json value) {
        Json row = value == null ? null : Json.object().put("value", value).put("time", now.getAsLong()).build();
        disk.write(Collections.singletonList(new Change(space, key, row))).then((written, error) -> {
            if (error != null) unsaved.accept(error);
        });
    }
}
