package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The broadcasts of backends to all users: each is told once and in order, and live ones wait while those before them
 * are fetched.
 */
final class Broadcasts {
    private final Positions positions;
    private final Feed feed;
    /** Counts logins: what an earlier one still fetches is void. */
    private int login;
    /** Live ones that wait; null: none is to. */
    private List<Json> held;

    Broadcasts(Positions positions, Feed feed) {
        this.positions = positions;
        this.feed = feed;
    }

    /** A new session begins: nothing is under way. */
    void begin() {
        login++;
        held = null;
    }

    /** A session is open. A gateway of an earlier release does not say where the broadcasts stand. */
    void login(Json reply) {
        if (!reply.has("broadcasts")) return;
        long last = reply.integer("broadcasts");
        Json resume = reply.get("resume");
        Json verdict = resume == null ? null : resume.get("broadcasts");
        String name = verdict == null ? "" : verdict.string("verdict", "");
        if (name.equals("reset")) positions.broadcasts = null;
        if (name.equals("recovered")) {
            for (Json one : verdict.list("broadcasts")) tell(one);
            positions.broadcasts = last;
        } else {
            fill(last);
        }
    }

    void live(Json broadcast) {
        if (held != null) held.add(broadcast);
        else tell(broadcast);
    }

    private long place() {
        return positions.broadcasts == null ? 0 : positions.broadcasts;
    }

    /** Fetches what this device does not have, if there is any; live ones wait meanwhile. */
    private void fill(long last) {
        if (place() >= last) {
            if (positions.broadcasts == null) positions.broadcasts = last;
            return;
        }
        held = new ArrayList<>();
        fetch(login);
    }

    private void fetch(int ofLogin) {
        feed.request("broadcast.list", Json.object().put("after", place()).build()).then(page -> {
            if (ofLogin != login) return;
            for (Json one : page.list("broadcasts")) tell(one);
            if (!page.isTrue("isFinished")) {
                fetch(ofLogin);
                return;
            }
            positions.broadcasts = page.integer("seq");
            release();
        }, error -> {
            if (ofLogin == login && !feed.isOver("broadcasts", error)) release();
        });
    }

    private void release() {
        List<Json> waiting = held;
        held = null;
        // None, if one of them could not be read: then this comes a second time.
        if (waiting != null) for (Json one : waiting) tell(one);
    }

    private void tell(Json broadcast) {
        long seq = broadcast.integer("seq");
        if (seq <= place()) return;
        positions.broadcasts = seq;
        feed.deliver(new Event("broadcast.new", broadcast));
    }
}
