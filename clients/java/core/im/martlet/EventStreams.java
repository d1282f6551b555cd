package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The events of the user's stream and of the groups' streams: each is told once and in its stream's order, and live
 * ones of the user's wait while a hole before them is filled.
 */
final class EventStreams {
    interface Owner {
        /** @param isMissed it was fetched, and is of some time ago */
        void take(Event event, boolean isMissed);

        /** Reads the list of conversations anew. */
        void readList();
    }

    private static final String USER = "user";

    private final Loop loop;
    private final Positions positions;
    private final Feed feed;
    private final Owner owner;
    /** Counts logins: what an earlier one still fetches is void. */
    private int login;
    /** Live events of the user's stream that wait until it is filled; null: none is to. */
    private List<Event> held;
    /**
     * When a gap of the user's stream that a resume has told is filled: true, or false if it stays until the next
     * login.
     */
    private Promise<Boolean> filled;

    EventStreams(Loop loop, Positions positions, Feed feed, Owner owner) {
        this.loop = loop;
        this.positions = positions;
        this.feed = feed;
        this.owner = owner;
        filled = Promise.resolved(loop, true);
    }

    Promise<Boolean> filled() {
        return filled;
    }

    /** A new session begins: nothing is under way. */
    void begin() {
        login++;
        held = null;
        filled = Promise.resolved(loop, true);
    }

    void live(Event event) {
        if (held != null && event.stream.equals(USER)) held.add(event);
        else tell(event, false);
    }

    void resumeUser(Json verdict) {
        String name = verdict.string("verdict");
        if (name.equals("recovered")) {
            for (Json one : verdict.list("events")) tell(Event.of(one, USER), false);
            positions.user = verdict.integer("seq");
        } else if (name.equals("gap")) {
            fill(verdict.integer("to"));
        } else {
            positions.user = verdict.integer("seq", 0);
            reset(USER, false, verdict.string("why", null));
            owner.readList();
        }
    }

    /** @param groups the places of those the user is in */
    void resumeGroups(Map<String, Json> verdicts, Map<String, Json> groups) {
        verdicts.forEach((id, verdict) -> {
            String stream = "group_" + id;
            long seq = verdict.integer("seq", 0);
            boolean isIn = groups.containsKey(id);
            if (verdict.string("verdict").equals("recovered")) {
                for (Json one : verdict.list("events")) tell(Event.of(one, stream), false);
            } else {
                reset(stream, seq == 0 && !isIn, verdict.string("why", null));
            }
            if (isIn) positions.groups.put(id, seq);
            else positions.groups.remove(id);
        });
        groups.forEach((id, seq) -> {
            if (verdicts.containsKey(id)) return;
            // There were too many to name them all.
            boolean isElsewhere = positions.groups.getOrDefault(id, seq.asLong()) != seq.asLong();
            if (isElsewhere) reset("group_" + id, false, null);
            positions.groups.put(id, seq.asLong());
        });
    }

    /** Fetches the user's stream up to `to`; its live events wait meanwhile. */
    private void fill(long to) {
        held = new ArrayList<>();
        filled = new Promise<>(loop);
        fetch(to, login, filled);
    }

    private long place() {
        return positions.user == null ? 0 : positions.user;
    }

    private void fetch(long to, int ofLogin, Promise<Boolean> done) {
        if (place() >= to) {
            release(done);
            return;
        }
        feed.request("stream.events", Json.object().put("after", place()).build()).then(page -> {
            if (ofLogin != login) {
                done.resolve(false);
                return;
            }
            for (Json one : page.list("events")) tell(Event.of(one, USER), true);
            positions.user = page.integer("seq");
            if (page.isTrue("isFinished")) release(done);
            else fetch(to, ofLogin, done);
        }, error -> {
            if (ofLogin != login || feed.isOver(USER, error)) done.resolve(false);
            else giveUp(to, done);
        });
    }

    private void release(Promise<Boolean> done) {
        List<Event> waiting = held;
        held = null;
        for (Event event : waiting) tell(event, false);
        done.resolve(true);
    }

    /** gw 1005: it is no longer kept. */
    private void giveUp(long to, Promise<Boolean> done) {
        List<Event> waiting = held;
        held = null;
        long place = Math.max(to, place());
        // None, if one of them could not be read.
        if (waiting == null) waiting = new ArrayList<>();
        for (Event event : waiting) place = Math.max(place, event.seq);
        positions.user = place;
        reset(USER, false, null);
        for (Event event : waiting) owner.take(event, false);
        owner.readList();
        done.resolve(true);
    }

    private void tell(Event event, boolean isMissed) {
        String group = event.stream.startsWith("group_") ? event.stream.substring(6) : null;
        long position = group == null ? place() : positions.groups.getOrDefault(group, 0L);
        if (event.seq <= position) return;
        if (group == null) positions.user = event.seq;
        else positions.groups.put(group, event.seq);
        owner.take(event, isMissed);
    }

    private void reset(String stream, boolean isGone, String why) {
        owner.take(Feed.reset(stream, isGone, why), false);
    }
}
