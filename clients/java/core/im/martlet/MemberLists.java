package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The lists of groups' members. A list is whole if all its pages are of one moment; events keep it right from then on,
 * and the next session has it read again if the group's stream has gone on without it.
 */
final class MemberLists {
    interface Owner {
        Promise<Json> request(String op, Json data, RequestOptions options);

        /** A group was read with its members. */
        void took(Json group);

        void changed(Collection<String> groups);
    }

    /** What an event changes: who has come or gone, and nicknames in the group. */
    static final class Move {
        /** The event's place in the group's stream; null if it has none. */
        final Long seq;
        Collection<String> joined = Collections.emptyList();
        Collection<String> left = Collections.emptyList();
        Map<String, String> nicknames = Collections.emptyMap();

        Move(Long seq) {
            this.seq = seq;
        }
    }

    /** The members of a group, which never change. */
    static final class MemberList {
        final Set<String> users;
        final Map<String, String> nicknames;
        /** The last event of the group's stream that is in this. Null: it may be otherwise by now. */
        final Long seq;

        MemberList(Set<String> users, Map<String, String> nicknames, Long seq) {
            this.users = users;
            this.nicknames = nicknames;
            this.seq = seq;
        }

        static MemberList of(Json row) {
            return new MemberList(strings(row.list("users")), texts(row.map("nicknames")), row.integer("seq"));
        }

        Json toJson() {
            Json.Builder names = Json.object();
            nicknames.forEach(names::put);
            return Json.object().put("users", Json.strings(users)).put("nicknames", names.build()).put("seq", seq)
                .build();
        }

        MemberList at(Long seq) {
            return new MemberList(users, nicknames, seq);
        }

        MemberList after(Move move) {
            Set<String> moved = new LinkedHashSet<>(users);
            moved.removeAll(move.left);
            moved.addAll(move.joined);
            Map<String, String> named = new HashMap<>(nicknames);
            named.putAll(move.nicknames);
            named.keySet().removeAll(move.left);
            // An event between the two was not told, as of what this device has done.
            boolean isHole = move.seq != null && seq != null && move.seq > seq + 1;
            return new MemberList(moved, named, isHole ? null : move.seq == null ? seq : move.seq);
        }
    }

    /** A list that is being read. */
    private final class Reading {
        final String group;
        final Promise<Void> done = new Promise<>(loop);
        final Set<String> users = new LinkedHashSet<>();
        final Map<String, String> nicknames = new HashMap<>();
        private int tries;
        /** An event may not be in the answers. */
        boolean isOvertaken;
        private boolean isOfOneMoment;
        private long count;
        private Long seq;

        Reading(String group) {
            this.group = group;
        }

        /** The first 200 come with the group, its owner and admins among them; all others in pages. */
        void begin() {
            tries++;
            isOvertaken = false;
            users.clear();
            nicknames.clear();
            ask("group.get", Json.object().put("groupID", group).put("fetchMembers", true), reply -> {
                Json read = reply.at("group");
                count = read.integer("memberCount");
                seq = read.has("seq") ? read.integer("seq") : null;
                isOfOneMoment = seq != null;
                add(read);
                owner.took(read.without("members", "nicknames", "whiteList", "muteList"));
                if (users.size() >= count) finish();
                else readPage("");
            });
        }

        private void readPage(String cursor) {
            Json.Builder data = Json.object().put("groupID", group).put("cursor", cursor).put("pageSize", PER_PAGE);
            ask("group.members", data, page -> {
                add(page);
                isOfOneMoment &= page.has("seq") && page.integer("seq") == seq;
                String next = page.string("cursor", "");
                if (next.isEmpty()) finish();
                else readPage(next);
            });
        }

        private void ask(String op, Json.Builder data, Consumer<Json> taken) {
            Json asked = data.put("needNickname", true).build();
            owner.request(op, asked, RequestOptions.READ).then(reply -> {
                if (readings.get(group) == this) taken.accept(reply);
            }, this::end);
        }

        private void add(Json page) {
            users.addAll(strings(page.list("members")));
            nicknames.putAll(texts(page.map("nicknames")));
        }

        private void finish() {
            boolean isWhole = isOfOneMoment && !isOvertaken && users.size() == count;
            if (!isWhole && tries < MOST_TRIES) {
                begin();
                return;
            }
            put(group, new MemberList(new LinkedHashSet<>(users), new HashMap<>(nicknames), isWhole ? seq : null));
            end(null);
        }

        /** @param error null: the list was read */
        void end(MartletException error) {
            readings.remove(group, this);
            done.settle(null, error);
        }
    }

    static final int MOST = 20;
    private static final int PER_PAGE = 100;
    /** So often a list is read in which members come and go meanwhile. */
    private static final int MOST_TRIES = 3;

    private final Loop loop;
    private final KeptRows kept;
    private final Owner owner;
    private final Map<String, Reading> readings = new HashMap<>();
    /** Those that were read or changed last at the end; it is its own lock. */
    private final Map<String, MemberList> lists = new LinkedHashMap<>();

    MemberLists(Loop loop, KeptRows kept, Owner owner) {
        this.loop = loop;
        this.kept = kept;
        this.owner = owner;
    }

    /** From any thread. Null: it was not read. */
    MemberList get(String group) {
        synchronized (lists) {
            return lists.get(group);
        }
    }

    /** @param areStale streams may have gone on since: a session is open */
    void restore(Map<String, Json> rows, boolean areStale) {
        rows.forEach((group, row) -> {
            MemberList list = MemberList.of(row);
            synchronized (lists) {
                lists.put(group, areStale ? list.at(null) : list);
            }
        });
        if (!rows.isEmpty()) owner.changed(rows.keySet());
    }

    /** Reads the list, unless it is right. */
    Promise<Void> read(String group) {
        MemberList list = get(group);
        if (list != null && list.seq != null) return Promise.resolved(loop, null);
        Reading reading = readings.get(group);
        if (reading == null) {
            reading = new Reading(group);
            readings.put(group, reading);
            reading.begin();
        }
        return reading.done;
    }

    /** An event of the group has come, and has changed the list or not. */
    void take(String group, Move move) {
        Reading reading = readings.get(group);
        if (reading != null) reading.isOvertaken = true;
        MemberList list = get(group);
        boolean isKnown = list != null && move.seq != null && list.seq != null && move.seq <= list.seq;
        if (list != null && !isKnown) put(group, list.after(move));
    }

    /** What is known may be otherwise by now. */
    void stale(String group) {
        MemberList list = get(group);
        if (list != null) put(group, list.at(null));
    }

    /** The user has left it. */
    void forget(String group) {
        boolean wasThere;
        synchronized (lists) {
            wasThere = lists.remove(group) != null;
        }
        if (!wasThere) return;
        kept.put(group, null);
        owner.changed(Collections.singleton(group));
    }

    /** A session is open, and the streams of the user's groups stand there. */
    void compare(Map<String, Json> ends) {
        List<String> groups;
        synchronized (lists) {
            groups = new ArrayList<>(lists.keySet());
        }
        for (String group : groups) {
            Long seq = get(group).seq;
            Json end = ends.get(group);
            if (seq != null && (end == null || end.asLong() != seq)) stale(group);
        }
    }

    /** Nothing is known any more, and nothing is read. */
    void clear() {
        for (Reading reading : new ArrayList<>(readings.values())) {
            reading.end(new MartletException("stopped", "the application has stopped the client"));
        }
        synchronized (lists) {
            lists.clear();
        }
    }

    private void put(String group, MemberList list) {
        String oldest;
        synchronized (lists) {
            lists.remove(group);
            lists.put(group, list);
            oldest = lists.size() > MOST ? lists.keySet().iterator().next() : null;
        }
        if (list.seq != null) kept.put(group, list.toJson());
        if (oldest != null) forget(oldest);
        owner.changed(Arrays.asList(group));
    }

    static Set<String> strings(Collection<Json> texts) {
        Set<String> strings = new LinkedHashSet<>();
        for (Json text : texts) strings.add(text.asString());
        return strings;
    }

    private static Map<String, String> texts(Map<String, Json> members) {
        Map<String, String> texts = new HashMap<>();
        members.forEach((name, text) -> texts.put(name, text.asString()));
        return texts;
    }
}
