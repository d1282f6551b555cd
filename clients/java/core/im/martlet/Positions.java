package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What this device has of each stream: of the user's, of each conversation, group and channel, and of the broadcasts.
 */
final class Positions {
    /** The gateway takes so many conversations, groups and channels in `resume`. */
    private static final int MOST_CONVERSATIONS = 100;
    private static final int MOST_GROUPS = 1000;
    private static final int MOST_CHANNELS = 1000;

    /** Of the user's stream; null before the first login. */
    Long user;
    /** Up to where messages were delivered here. */
    final Map<String, Long> conversations = new LinkedHashMap<>();
    /** Up to where the list of conversations has shown them. */
    final Map<String, Long> listed = new LinkedHashMap<>();
    final Map<String, Long> groups = new LinkedHashMap<>();
    /** The place of the last change of a message that was told, by conversations. */
    final Map<String, Long> changes = new LinkedHashMap<>();
    /** Up to where messages of channels were told. */
    final Map<String, Long> channels = new LinkedHashMap<>();
    /** Null if nothing is known of them. */
    Long broadcasts;

    /**
     * Names them for `resume`; null if nothing is known. The conversations that were heard of last go first, since
     * their number is limited.
     */
    Json named() {
        if (user == null) return null;
        List<String> ids = last(ids(), MOST_CONVERSATIONS);
        Json.Builder named = Json.object();
        Json.Builder places = Json.object();
        for (String id : ids) {
            named.put(id, of(id));
            places.put(id, changes.getOrDefault(id, 0L));
        }
        return Json.object().put("user", user).put("conversations", named.build())
            .put("groups", named(groups, MOST_GROUPS)).put("changes", places.build())
            .put("channels", channels.isEmpty() ? null : named(channels, MOST_CHANNELS))
            .put("broadcasts", broadcasts).build();
    }

    private static Json named(Map<String, Long> places, int most) {
        Json.Builder named = Json.object();
        for (String id : last(new ArrayList<>(places.keySet()), most)) named.put(id, places.get(id));
        return named.build();
    }

    private static List<String> last(List<String> ids, int most) {
        return ids.subList(Math.max(0, ids.size() - most), ids.size());
    }

    /** Whether all conversations that are known are among the named ones. */
    boolean areAllIn(Json named) {
        return named != null && named.map("conversations").keySet().containsAll(ids());
    }

    private List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (String id : listed.keySet()) if (!conversations.containsKey(id)) ids.add(id);
        ids.addAll(conversations.keySet());
        return ids;
    }

    /** Null if the conversation is not known. */
    Long of(String conversationID) {
        Long delivered = conversations.get(conversationID);
        Long shown = listed.get(conversationID);
        if (delivered == null) return shown;
        return Math.max(delivered, shown == null ? 0 : shown);
    }

    /** Of each conversation, as {@link #of} has it. */
    Map<String, Long> all() {
        Map<String, Long> all = new HashMap<>();
        for (String id : ids()) all.put(id, of(id));
        return all;
    }

    /** Everything up to `seq` was delivered. */
    void have(String conversationID, long seq) {
        Long known = conversations.remove(conversationID);
        conversations.put(conversationID, Math.max(known == null ? 0 : known, seq));
    }

    /** The stream begins anew at `seq`. */
    void reset(String conversationID, long seq) {
        conversations.remove(conversationID);
        listed.remove(conversationID);
        conversations.put(conversationID, seq);
    }

    void clear() {
        user = broadcasts = null;
        for (Map<String, Long> places : Arrays.asList(conversations, listed, groups, changes, channels)) places.clear();
    }

    void forget(String conversationID) {
        conversations.remove(conversationID);
        listed.remove(conversationID);
        changes.remove(conversationID);
    }

    /** All that is known of conversations, as they are kept; those that were heard of last go last. */
    Map<String, Json> places() {
        Set<String> ids = new LinkedHashSet<>();
        for (String id : changes.keySet()) if (of(id) == null) ids.add(id);
        ids.addAll(ids());
        Map<String, Json> places = new LinkedHashMap<>();
        for (String id : ids) {
            places.put(id, Json.object().put("seq", conversations.get(id)).put("listed", listed.get(id))
                .put("change", changes.get(id)).build());
        }
        return places;
    }

    /** The streams of which there is one each, as they are kept. */
    Json streams() {
        return Json.object().put("user", user).put("broadcasts", broadcasts)
            .put("groups", named(groups, Integer.MAX_VALUE)).put("channels", named(channels, Integer.MAX_VALUE))
            .build();
    }

    /** Goes on where an earlier run was. */
    void restore(Json streams, Map<String, Json> places) {
        if (streams.has("user")) user = streams.integer("user");
        if (streams.has("broadcasts")) broadcasts = streams.integer("broadcasts");
        put(groups, streams.map("groups"));
        put(channels, streams.map("channels"));
        places.forEach((id, place) -> {
            if (place.has("seq")) conversations.put(id, place.integer("seq"));
            if (place.has("listed")) listed.put(id, place.integer("listed"));
            if (place.has("change")) changes.put(id, place.integer("change"));
        });
    }

    /** Takes over the numbers of an object. */
    static void put(Map<String, Long> places, Map<String, Json> members) {
        members.forEach((id, seq) -> places.put(id, seq.asLong()));
    }
}
