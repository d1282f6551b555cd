package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The changes of the next write, in front of the rows that the storage has. It may wait for the storage, in whose
 * thread it lives.
 */
final class Batch {
    /** The highest `seq` of a message. */
    static final long HIGHEST = 0xFFFFFFFFL;
    /** No conversation's id has it, so no conversation's messages stand between those of another. */
    private static final String SEPARATOR = "\t";
    /** Makes numbers of one length, whose first digit is cut off. */
    private static final long TEN_DIGITS = 10_000_000_000L;
    private static final long SIXTEEN_DIGITS = 10_000_000_000_000_000L;

    private final Storage storage;
    /** By spaces and keys; null for a row that is to go. */
    private final Map<String, TreeMap<String, Json>> spaces = new HashMap<>();

    Batch(Storage storage) {
        this.storage = storage;
    }

    /** Null removes. */
    void put(String space, String key, Json value) {
        spaces.computeIfAbsent(space, none -> new TreeMap<>()).put(key, value);
    }

    /** The rows of a space as they will be; null bounds nothing. */
    SortedMap<String, Json> range(String space, String from, String to) throws IOException {
        return range(space, from, to, Integer.MAX_VALUE);
    }

    /** The first `limit` of them. */
    SortedMap<String, Json> range(String space, String from, String to, int limit) throws IOException {
        TreeMap<String, Json> changed = spaces.get(space);
        if (changed == null) return storage.range(space, from, to, limit);
        SortedMap<String, Json> rows = new TreeMap<>(storage.range(space, from, to, Integer.MAX_VALUE));
        changed.forEach((key, value) -> {
            if (from != null && key.compareTo(from) < 0 || to != null && key.compareTo(to) >= 0) return;
            if (value == null) rows.remove(key);
            else rows.put(key, value);
        });
        if (rows.size() <= limit) return rows;
        return rows.headMap(new ArrayList<>(rows.keySet()).get(limit));
    }

    /** Null if there is no such row. */
    Json get(String space, String key) throws IOException {
        TreeMap<String, Json> changed = spaces.get(space);
        if (changed != null && changed.containsKey(key)) return changed.get(key);
        return storage.range(space, key, after(key), 1).get(key);
    }

    /** Removes all rows of a space. */
    void empty(String space) throws IOException {
        for (String key : range(space, null, null).keySet()) put(space, key, null);
    }

    /** All of them, or none. Those that could not be written are in the next write, and are read until then. */
    void write() throws IOException {
        if (spaces.isEmpty()) return;
        List<Change> changes = new ArrayList<>();
        spaces.forEach((space, rows) -> rows.forEach((key, value) -> changes.add(new Change(space, key, value))));
        storage.write(changes);
        clear();
    }

    /** Forgets what is unwritten. */
    void clear() {
        spaces.clear();
    }

    /** The first key behind another. */
    static String after(String key) {
        return key + "\0";
    }

    /** The key of a message: the newest of a conversation come first. */
    static String keyOf(String conversationID, long seq) {
        return conversationID + SEPARATOR + Long.toString(TEN_DIGITS + HIGHEST - seq).substring(1);
    }

    /** The key under which it is noted when a message ends: the one that ends first comes first. */
    static String endOf(long time, String key) {
        return Long.toString(SIXTEEN_DIGITS + time).substring(1) + SEPARATOR + key;
    }
}
