package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of messages after they were sent: docs/message-life.md#changes. Each change is told once and in order,
 * as `message.changed` with the whole message, or as `message.gone` if it is kept no longer.
 */
final class Changes {
    /** So many changed messages are remembered as they are now. */
    private static final int MOST_REMEMBERED = 1000;

    private final Loop loop;
    /** The places of the last change that was told, by conversations. */
    private final Map<String, Long> places;
    private final Feed feed;
    /** Conversations whose changes are being fetched, with the live ones that wait. */
    private final Map<String, List<Json>> filling = new HashMap<>();
    /** Messages as the newest change left them: a page that was read before a change may come after it. */
    private final Map<String, Json> now = new LinkedHashMap<>();
    /** Messages that are gone, by their ids: a page that was read before may still have them. */
    private final Set<String> gone = new LinkedHashSet<>();
    /** Where the list showed changes to stand before any was told: a page that is older lacks some of them. */
    private final Map<String, Long> listed = new HashMap<>();
    /** Counts logins: what an earlier one still fetches is void. */
    private int login;

    Changes(Loop loop, Map<String, Long> places, Feed feed) {
        this.loop = loop;
        this.places = places;
        this.feed = feed;
    }

    /** A new session begins: nothing is under way. */
    void begin() {
        login++;
        filling.clear();
    }

    void resume(Map<String, Json> verdicts) {
        verdicts.forEach((id, verdict) -> {
            String name = verdict.string("verdict");
            long seq = verdict.integer("seq", 0);
            if (name.equals("recovered")) {
                for (Json change : verdict.list("changes")) tell(id, change);
                places.put(id, seq);
            } else if (name.equals("gap")) {
                fill(id, verdict.integer("from") - 1, seq);
            } else {
                reset(id, seq);
            }
        });
    }

    /** The data of a live event. */
    void live(Json data) {
        String id = data.string("conversationID");
        List<Json> held = filling.get(id);
        if (held != null) held.add(data);
        else tell(id, data);
    }

    /** The list shows where a conversation's changes stand. */
    void compare(String conversationID, long change) {
        Long place = places.get(conversationID);
        if (place == null) {
            places.put(conversationID, change);
            listed.put(conversationID, change);
        } else if (place < change && !filling.containsKey(conversationID)) {
            fill(conversationID, place, change);
        }
    }

    /**
     * A page of messages was read: takes in what it lacks of the changes that were there before the first one is told.
     *
     * @param change the last one that is in the page
     */
    Promise<Void> complete(String conversationID, long change) {
        places.putIfAbsent(conversationID, change);
        Promise<Void> completed = new Promise<>(loop);
        complete(conversationID, change, completed);
        return completed;
    }

    private void complete(String conversationID, long after, Promise<Void> completed) {
        if (after >= listed.getOrDefault(conversationID, 0L)) {
            completed.resolve(null);
            return;
        }
        read(conversationID, after).then(page -> {
            for (Json change : page.list("changes")) {
                if (change.has("message")) remember(change.at("message"));
                else forget(change.string("msgId"));
            }
            if (page.isTrue("isFinished")) completed.resolve(null);
            else complete(conversationID, page.integer("change"), completed);
        }, completed::reject);
    }

    /** A message that was read, as the changes that were told have left it. */
    Json current(Json message) {
        Json newer = now.get(message.string("msgId"));
        return newer == null ? message : MergedMessage.of(newer, message);
    }

    /** The messages of a page that are still there, as the changes that were told have left them. */
    Json present(List<Json> messages) {
        List<Json> present = new ArrayList<>();
        for (Json message : messages) if (!gone.contains(message.string("msgId"))) present.add(current(message));
        return Json.array(present);
    }

    /** A message is gone for this user. */
    void forget(String msgId) {
        now.remove(msgId);
        gone.add(msgId);
        if (gone.size() > MOST_REMEMBERED) removeFirst(gone);
    }

    private void tell(String conversationID, Json told) {
        long change = told.integer("change");
        if (change <= places.getOrDefault(conversationID, 0L)) return;
        places.put(conversationID, change);
        Json.Builder data = Json.object().put("conversationID", conversationID).put("change", change);
        if (!told.has("message")) {
            if (told.has("msgId")) forget(told.string("msgId"));
            data.put("msgId", told.get("msgId")).put("seq", told.get("seq"));
            feed.deliver(new Event("message.gone", data.build()));
            return;
        }
        remember(told.at("message"));
        feed.deliver(new Event("message.changed", data.put("message", current(told.at("message"))).build()));
    }

    private void remember(Json message) {
        Json newest = current(message);
        String msgId = message.string("msgId");
        now.remove(msgId);
        now.put(msgId, newest);
        if (now.size() > MOST_REMEMBERED) removeFirst(now.keySet());
    }

    private static void removeFirst(Set<String> set) {
        Iterator<String> oldest = set.iterator();
        oldest.next();
        oldest.remove();
    }

    private Promise<Json> read(String conversationID, long after) {
        Json asked = Json.object().put("conversationID", conversationID).put("after", after).build();
        return feed.request("message.changes", asked);
    }

    /** Fetches the changes after a place; live ones wait meanwhile. */
    private void fill(String conversationID, long after, long to) {
        places.put(conversationID, after);
        filling.put(conversationID, new ArrayList<>());
        fetch(conversationID, after, to, login);
    }

    private void fetch(String conversationID, long after, long to, int ofLogin) {
        read(conversationID, after).then(page -> {
            if (ofLogin != login) return;
            for (Json change : page.list("changes")) tell(conversationID, change);
            long place = page.integer("change");
            places.put(conversationID, place);
            if (page.isTrue("isFinished")) release(conversationID);
            else fetch(conversationID, place, to, ofLogin);
        }, error -> {
            if (ofLogin != login || feed.isOver(conversationID, error)) return;
            // gw 1005: the place is no longer known.
            reset(conversationID, to);
            release(conversationID);
        });
    }

    private void release(String conversationID) {
        List<Json> held = filling.remove(conversationID);
        // None, if one of them could not be read: then this comes a second time.
        if (held != null) for (Json data : held) live(data);
    }

    private void reset(String conversationID, long place) {
        places.put(conversationID, place);
        feed.deliver(Feed.reset(conversationID, false, null));
    }
}
