package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Groups that an application looks at: unknown and stale ones are read, many at once and each once. An answer that an
 * event has overtaken is not taken: its groups are read again. Those that were not looked at for longest give way.
 */
final class LookedGroups {
    interface Owner {
        Promise<Json> request(String op, Json data, RequestOptions options);

        boolean isOpen();

        /** These look different now. */
        void changed(Collection<String> groups);

        /** The gateway has refused a read. */
        void failed(MartletException error);
    }

    /** Of a group that was looked at. From `staleAt` on it is read when it is looked at again. */
    private static final class Entry {
        /** Null before the first read, and {@link Json#NULL} if there is no such group for this user. */
        Json value;
        long staleAt;
    }

    static final int MOST = 1000;
    private static final int PER_READ = 50;
    /** Rows of a list come onto the screen one by one: those of this time are read together. */
    private static final long GATHER = 30;
    private static final long FRESH = 86_400_000;
    /** After a refusal, and for a group that is not there, the gateway is not asked again for so long. */
    private static final long RETRY = 30_000;
    private static final long MISSING = 600_000;
    /** The last ones that were looked at count as on the screen: they are read as soon as they are stale. */
    private static final int ON_SCREEN = 100;

    private final Loop loop;
    private final KeptRows kept;
    private final Owner owner;
    /** Those that were looked at last at the end. */
    private Map<String, Entry> entries = new LinkedHashMap<>();
    /** To be read as soon as there is a connection. */
    private final Set<String> wanted = new LinkedHashSet<>();
    /** Being read now; true: an event has overtaken the answer. */
    private final Map<String, Boolean> reading = new HashMap<>();
    /** The groups that are there, for all threads. */
    private final Map<String, Json> shown = new ConcurrentHashMap<>();
    private Object timer;

    LookedGroups(Loop loop, KeptRows kept, Owner owner) {
        this.loop = loop;
        this.kept = kept;
        this.owner = owner;
    }

    /** From any thread. Null: it was not read, or there is none for this user. */
    Json get(String group) {
        return shown.get(group);
    }

    /** Takes in what an earlier run has read: it is shown, and read again when it is looked at. */
    void restore(Map<String, Json> rows) {
        rows.forEach((group, value) -> put(group, entries.computeIfAbsent(group, none -> new Entry()), value));
        if (!rows.isEmpty()) owner.changed(rows.keySet());
    }

    /** These are on the screen. */
    void look(Collection<String> groups) {
        for (String group : groups) {
            Entry entry = entries.remove(group);
            if (entry == null) entry = new Entry();
            entries.put(group, entry);
            if (entry.staleAt <= loop.now() && !reading.containsKey(group)) wanted.add(group);
        }
        List<String> all = new ArrayList<>(entries.keySet());
        for (String group : all.subList(0, Math.max(0, all.size() - MOST))) {
            entries.remove(group);
            wanted.remove(group);
            if (shown.remove(group) != null) kept.put(group, null);
        }
        gather();
    }

    /** A session is open: those whose stream stands where they were read are right. */
    void compare(Map<String, Json> ends, boolean isResumed) {
        List<String> stale = new ArrayList<>();
        entries.forEach((group, entry) -> {
            Json end = ends.get(group);
            Json value = shown.get(group);
            if (isResumed && end != null && value != null && end.equals(value.get("seq"))) {
                entry.staleAt = loop.now() + FRESH;
                wanted.remove(group);
            } else {
                stale.add(group);
            }
        });
        stale(stale);
    }

    void staleAll() {
        stale(new ArrayList<>(entries.keySet()));
    }

    /** These may be otherwise by now. */
    void stale(Collection<String> groups) {
        List<String> all = new ArrayList<>(entries.keySet());
        Set<String> onScreen = new HashSet<>(all.subList(Math.max(0, all.size() - ON_SCREEN), all.size()));
        for (String group : groups) {
            Entry entry = entries.get(group);
            if (entry == null) continue;
            entry.staleAt = 0;
            if (reading.containsKey(group)) reading.put(group, true);
            else if (onScreen.contains(group)) wanted.add(group);
        }
        gather();
    }

    /** An event tells of a group. One that nobody looks at stays unknown. */
    void tell(String group, Function<Json, Json> change) {
        Entry entry = entries.get(group);
        if (entry == null) return;
        if (reading.containsKey(group)) reading.put(group, true);
        Json value = change.apply(entry.value);
        if (value == null || value.equals(entry.value)) return;
        put(group, entry, value);
        kept.put(group, value);
        owner.changed(Collections.singleton(group));
    }

    /** There is a connection, or something new to read. */
    void gather() {
        if (timer != null || wanted.isEmpty() || !owner.isOpen() || !reading.isEmpty()) return;
        timer = loop.after(GATHER, () -> {
            timer = null;
            readNext();
        });
    }

    /** Nothing is known any more. */
    void clear() {
        loop.cancel(timer);
        timer = null;
        entries = new LinkedHashMap<>();
        wanted.clear();
        shown.clear();
    }

    private void readNext() {
        if (wanted.isEmpty() || !owner.isOpen()) return;
        List<String> asked = new ArrayList<>(wanted);
        if (asked.size() > PER_READ) asked = asked.subList(0, PER_READ);
        for (String group : asked) {
            wanted.remove(group);
            reading.put(group, false);
        }
        List<String> groups = asked;
        Json data = Json.object().put("groupIDs", Json.strings(groups)).build();
        owner.request("group.getMany", data, RequestOptions.READ.bound()).then(reply -> {
            take(groups, reply);
            reading.clear();
            readNext();
        }, error -> {
            reading.clear();
            fail(groups, error);
        });
    }

    private void take(List<String> groups, Json reply) {
        Map<String, Json> values = new HashMap<>();
        for (Json group : reply.list("groups")) values.put(group.string("groupID"), group);
        List<Json> left = reply.list("left");
        List<String> changed = new ArrayList<>();
        for (String group : groups) {
            Entry entry = entries.get(group);
            if (entry == null) continue;
            if (reading.get(group) || left.contains(Json.of(group))) {
                wanted.add(group);
                continue;
            }
            Json value = values.getOrDefault(group, Json.NULL);
            entry.staleAt = loop.now() + (value.isNull() ? MISSING : FRESH);
            if (!value.equals(entry.value)) changed.add(group);
            put(group, entry, value);
            // Also the same value again, so that it is kept for longer.
            kept.put(group, value.isNull() ? null : value);
        }
        if (!changed.isEmpty()) owner.changed(changed);
    }

    private void fail(List<String> groups, MartletException error) {
        boolean isLost = error.isOfConnection();
        for (String group : groups) {
            Entry entry = entries.get(group);
            if (entry == null) continue;
            if (isLost) wanted.add(group);
            else entry.staleAt = loop.now() + RETRY;
        }
        if (!isLost) owner.failed(error);
        gather();
    }

    private void put(String group, Entry entry, Json value) {
        entry.value = value;
        if (value.isNull()) shown.remove(group);
        else shown.put(group, value);
    }
}
