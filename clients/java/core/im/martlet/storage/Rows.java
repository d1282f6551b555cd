package im.martlet.storage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rows in memory, by their spaces and in the order of their keys. A space is put in order when it is read, so many rows
 * are there sooner.
 */
public final class Rows<Value> {
    /** Is given rows. */
    public interface Visitor<Value, Failure extends Exception> {
        void visit(String space, String key, Value value) throws Failure;
    }

    private final Map<String, Map<String, Value>> spaces = new HashMap<>();
    private int size;

    public int size() {
        return size;
    }

    public SortedMap<String, Value> range(String space, String from, String to, int limit) {
        SortedMap<String, Value> all = ordered(space);
        if (from != null && to != null && from.compareTo(to) >= 0) return new TreeMap<>();
        if (from != null) all = all.tailMap(from);
        if (to != null) all = all.headMap(to);
        TreeMap<String, Value> found = new TreeMap<>();
        for (Map.Entry<String, Value> row : all.entrySet()) {
            if (found.size() == limit) break;
            found.put(row.getKey(), row.getValue());
        }
        return found;
    }

    /** Null removes. */
    public void put(String space, String key, Value value) {
        Map<String, Value> rows = spaces.computeIfAbsent(space, name -> new HashMap<>());
        Value former = value == null ? rows.remove(key) : rows.put(key, value);
        if (former != null) size--;
        if (value != null) size++;
    }

    /** Forgets all rows but those of these spaces. */
    public void keep(Collection<String> kept) {
        spaces.keySet().retainAll(kept);
        size = 0;
        for (Map<String, Value> rows : spaces.values()) size += rows.size();
    }

    /** Visits all rows, space by space and in the order of their keys. */
    public <Failure extends Exception> void forEach(Visitor<? super Value, Failure> visitor) throws Failure {
        for (String space : new ArrayList<>(spaces.keySet())) {
            for (Map.Entry<String, Value> row : ordered(space).entrySet()) {
                visitor.visit(space, row.getKey(), row.getValue());
            }
        }
    }

    private SortedMap<String, Value> ordered(String space) {
        Map<String, Value> rows = spaces.getOrDefault(space, Collections.emptyMap());
        if (rows instanceof TreeMap) return (TreeMap<String, Value>) rows;
        TreeMap<String, Value> ordered = new TreeMap<>(rows);
        if (!rows.isEmpty()) spaces.put(space, ordered);
        return ordered;
    }
}
