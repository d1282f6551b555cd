package im.martlet.storage;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Rows in memory, by their spaces and in the order of their keys. */
public final class Rows {
    private final Map<String, TreeMap<String, Json>> spaces = new HashMap<>();
    private int size;

    public int size() {
        return size;
    }

    public SortedMap<String, Json> range(String space, String from, String to, int limit) {
        SortedMap<String, Json> all = spaces.getOrDefault(space, new TreeMap<>());
        if (from != null && to != null && from.compareTo(to) >= 0) return new TreeMap<>();
        if (from != null) all = all.tailMap(from);
        if (to != null) all = all.headMap(to);
        TreeMap<String, Json> found = new TreeMap<>();
        for (Map.Entry<String, Json> row : all.entrySet()) {
            if (found.size() == limit) break;
            found.put(row.getKey(), row.getValue());
        }
        return found;
    }

    public void apply(Iterable<Change> changes) {
        for (Change change : changes) {
            TreeMap<String, Json> space = spaces.computeIfAbsent(change.space, name -> new TreeMap<>());
            size -= space.size();
            if (change.value == null) space.remove(change.key);
            else space.put(change.key, change.value);
            size += space.size();
        }
    }

    /** All rows, as changes that make them. */
    public List<Change> all() {
        List<Change> changes = new ArrayList<>();
        spaces.forEach((space, rows) -> rows.forEach((key, value) -> changes.add(new Change(space, key, value))));
        return changes;
    }
}
