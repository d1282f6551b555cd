package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The conversations as they were told last. A lean session is not told what follows from a message between two
 * (docs/protocol.md#lean-sessions); it follows from what is here.
 */
final class KnownConversations {
    /** What a conversation shows of its last message that a new message can have. */
    private static final String[] SHOWN = {"msgId", "seq", "from", "type", "body", "time", "replyTo", "expireAt"};

    private static final class After {
        final Json message;
        /** None: the message has not changed it. */
        final Json unreadCount;
        final long change;

        After(Json message, Json unreadCount, long change) {
            this.message = message;
            this.unreadCount = unreadCount;
            this.change = change;
        }

        Json shown(Json conversation) {
            Json.Builder last = Json.object();
            for (String name : SHOWN) last.put(name, message.get(name));
            last.put("timestamp", Math.floorDiv(message.integer("time"), 1000L));
            return Json.object().putAll(conversation).put("unreadCount", unreadCount).put("seq", message.integer("seq"))
                .put("change", change == 0 ? null : Json.of(change)).put("lastMessage", last.build()).build();
        }
    }

    private final Map<String, Json> known = new LinkedHashMap<>();
    /**
     * The messages that came while the list was read, by conversations: what is known of these is older. Null while it
     * is not read.
     */
    private Map<String, List<After>> early;

    /** Each with its id. */
    Map<String, Json> all() {
        return Collections.unmodifiableMap(known);
    }

    void put(Collection<Json> conversations) {
        for (Json conversation : conversations) known.put(conversation.string("conversationID"), conversation);
    }

    void delete(String conversationID) {
        known.remove(conversationID);
    }

    void read(Json receipt) {
        Json conversation = known.get(receipt.string("conversationID"));
        long time = receipt.integer("timestamp");
        if (conversation == null || conversation.integer("peerReadTime", 0) >= time) return;
        known.put(receipt.string("conversationID"), conversation.with("peerReadTime", Json.of(time)));
    }

    /** The list is being read. */
    void begin() {
        early = new HashMap<>();
    }

    /** The list could not be read. */
    void end() {
        early = null;
    }

    /** The list was read. Returns it as the messages have left it that came meanwhile. */
    List<Json> replace(List<Json> conversations) {
        Map<String, List<After>> came = early;
        early = null;
        List<Json> list = new ArrayList<>();
        for (Json conversation : conversations) {
            Json shown = conversation;
            for (After after : came.getOrDefault(conversation.string("conversationID"), Collections.emptyList())) {
                if (after.message.integer("seq") > conversation.integer("seq")) shown = after.shown(shown);
            }
            list.add(shown);
        }
        known.clear();
        put(list);
        return list;
    }

    /** The conversation as the message has left it. Null: it is not known, or newer, or the list will have it. */
    Json after(Json message, Json unreadCount, long change) {
        String id = message.string("conversationID");
        After after = new After(message, unreadCount, change);
        if (early != null) {
            early.computeIfAbsent(id, none -> new ArrayList<>()).add(after);
            return null;
        }
        Json conversation = known.get(id);
        boolean isOlder = conversation != null && conversation.integer("seq") < message.integer("seq");
        return isOlder ? after.shown(conversation) : null;
    }
}
