package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The messages of all conversations: each is told once and in its conversation's order, and live ones wait while a hole
 * before them is filled.
 */
final class MessageStreams {
    /** So many own messages are remembered as told. */
    private static final int MOST_OWN = 1000;

    private final Positions positions;
    private final Changes changes;
    private final Feed feed;
    private final String user;
    private final long gapLimit;
    /** Counts logins: what an earlier one still fetches is void. */
    private int login;
    /** Conversations that are being filled, with the live messages that wait: `message.new` or `message.sent`. */
    private final Map<String, List<Event>> filling = new HashMap<>();
    /** Own messages that were told, by their `clientMsgId`: one may come by a resume and by its reply. */
    private final Set<String> ownTold = new LinkedHashSet<>();
    /** The last own message of conversations of which nothing else is known. */
    private final Map<String, Long> early = new HashMap<>();

    MessageStreams(Positions positions, Changes changes, Feed feed, String user, long gapLimit) {
        this.positions = positions;
        this.changes = changes;
        this.feed = feed;
        this.user = user;
        this.gapLimit = gapLimit;
    }

    /** A new session begins: nothing is under way. */
    void begin() {
        login++;
        filling.clear();
    }

    /**
     * A message that has just come: one of another device, `message.new`, or an own one that was stored,
     * `message.sent`.
     */
    void live(Event event) {
        String id = event.data.string("conversationID");
        long seq = event.data.integer("seq");
        boolean isOwn = event.name.equals("message.sent");
        Long position = positions.of(id);
        boolean isHole = position != null && seq > position + 1 && !filling.containsKey(id);
        if (isOwn && isHole) fill(id, position + 1, seq - 1);
        List<Event> held = filling.get(id);
        if (held != null && !isLate(event.data)) held.add(event);
        else if (isOwn) tellOwn(event.data);
        else tell(event.data);
    }

    /**
     * Whether newer messages were told. Such a message is in no hole, so it must not wait for one: what waits is
     * forgotten with the session, and would not be fetched again.
     */
    boolean isLate(Json message) {
        Long position = positions.of(message.string("conversationID"));
        return position != null && message.integer("seq") <= position;
    }

    void resume(Map<String, Json> verdicts) {
        verdicts.forEach((id, verdict) -> {
            String name = verdict.string("verdict");
            if (name.equals("recovered")) {
                for (Json message : verdict.list("messages")) tell(message);
                positions.have(id, verdict.integer("seq"));
            } else if (name.equals("gap")) {
                fill(id, verdict.integer("from"), verdict.integer("to"));
            } else {
                reset(id, verdict.integer("seq", 0), verdict.string("why", null));
            }
        });
    }

    /** Fills what the list shows to be missing. */
    void compare(String conversationID, long seq) {
        Long position = positions.of(conversationID);
        if (position == null) list(conversationID, seq);
        else if (position < seq && !filling.containsKey(conversationID)) fill(conversationID, position + 1, seq);
    }

    /** A conversation of which nothing was known is there, with all before `seq` + 1. */
    void list(String conversationID, long seq) {
        positions.listed.put(conversationID, seq);
        Long own = early.remove(conversationID);
        if (own != null && own == seq + 1) positions.have(conversationID, own);
    }

    private void tell(Json message) {
        String id = message.string("conversationID");
        long seq = message.integer("seq");
        if (seq <= positions.conversations.getOrDefault(id, 0L)) return;
        positions.have(id, seq);
        if (message.string("from").equals(user) && isTold(message)) return;
        feed.deliver(new Event("message.new", changes.current(message)));
    }

    private void tellOwn(Json message) {
        String id = message.string("conversationID");
        long seq = message.integer("seq");
        // Messages before it may have been missed. Where the conversation begins, the user's stream or the list says.
        if (positions.of(id) == null) early.put(id, seq);
        else positions.have(id, seq);
        if (!isTold(message)) feed.deliver(new Event("message.sent", changes.current(message)));
    }

    /** Whether an own message was told before. */
    private boolean isTold(Json message) {
        String id = message.string("clientMsgId", "");
        // Notifications of what the user did have no name: their places tell them apart.
        if (id.isEmpty()) return false;
        boolean isNew = ownTold.add(id);
        if (ownTold.size() > MOST_OWN) {
            Iterator<String> oldest = ownTold.iterator();
            oldest.next();
            oldest.remove();
        }
        return !isNew;
    }

    private void reset(String conversationID, long seq, String why) {
        positions.reset(conversationID, seq);
        feed.deliver(Feed.reset(conversationID, false, why));
    }

    /** Fetches the messages of a conversation from `from` to `to`; live ones wait meanwhile. */
    private void fill(String conversationID, long from, long to) {
        if (to - from >= gapLimit) {
            positions.have(conversationID, to);
            Json gap = Json.object().put("conversationID", conversationID).put("from", from).put("to", to).build();
            feed.deliver(new Event("sync.gap", gap));
            return;
        }
        positions.have(conversationID, from - 1);
        filling.put(conversationID, new ArrayList<>());
        fetch(conversationID, from - 1, to, login);
    }

    private void fetch(String conversationID, long cursor, long to, int ofLogin) {
        if (cursor >= to) {
            finish(conversationID, to);
            return;
        }
        Json asked = Json.object().put("conversationID", conversationID).put("direction", "newer").put("cursor", cursor)
            .put("limit", 100).build();
        feed.request("message.history", asked).then(page -> {
            if (ofLogin != login) return;
            for (Json message : page.list("messages")) if (message.integer("seq") <= to) tell(message);
            if (page.isTrue("isFinished")) finish(conversationID, to);
            else fetch(conversationID, page.integer("cursor"), to, ofLogin);
        }, error -> {
            if (ofLogin != login || feed.isOver(conversationID, error)) return;
            reset(conversationID, to, null);
            release(conversationID);
        });
    }

    private void finish(String conversationID, long to) {
        positions.have(conversationID, to);
        release(conversationID);
    }

    private void release(String conversationID) {
        List<Event> held = filling.remove(conversationID);
        // None, if one of them could not be read: then this comes a second time.
        if (held != null) for (Event event : held) live(event);
    }
}
