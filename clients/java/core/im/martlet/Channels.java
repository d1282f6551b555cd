package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages of channels that the user follows: each is told once and in its channel's order, and live ones wait
 * while those before them are fetched.
 */
final class Channels {
    /** The places of the last message that was told, by channels. */
    private final Map<String, Long> places;
    private final Feed feed;
    /** Longer gaps are not fetched. */
    private final long gapLimit;
    /** Counts logins: what an earlier one still fetches is void. */
    private int login;
    /** Channels that are being filled, with the live messages that wait. */
    private final Map<String, List<Json>> filling = new HashMap<>();

    Channels(Map<String, Long> places, Feed feed, long gapLimit) {
        this.places = places;
        this.feed = feed;
        this.gapLimit = gapLimit;
    }

    /** A new session begins: nothing is under way. */
    void begin() {
        login++;
        filling.clear();
    }

    /** A session is open. `followed` are the places of the user's channels, `verdicts` those of a resume. */
    void login(Map<String, Json> followed, Map<String, Json> verdicts) {
        verdicts.forEach((id, verdict) -> {
            String name = verdict.string("verdict");
            if (name.equals("recovered")) {
                for (Json message : verdict.list("messages")) tell(message);
                places.put(id, verdict.integer("seq"));
            } else if (name.equals("reset")) {
                reset(id, verdict.integer("seq", 0), !followed.containsKey(id));
            }
        });
        places.keySet().retainAll(followed.keySet());
        followed.forEach((id, seq) -> follow(id, seq.asLong()));
    }

    /** The channel is followed. What is missing of it is fetched; a new one begins at `seq`. */
    void follow(String id, long seq) {
        Long place = places.get(id);
        if (place == null) places.put(id, seq);
        else if (place < seq && !filling.containsKey(id)) fill(id, place, seq);
    }

    void forget(String id) {
        places.remove(id);
        filling.remove(id);
    }

    void live(Json message) {
        List<Json> held = filling.get(message.string("channelID"));
        if (held != null) held.add(message);
        else tell(message);
    }

    private void tell(Json message) {
        String id = message.string("channelID");
        long seq = message.integer("seq");
        if (seq <= places.getOrDefault(id, 0L)) return;
        places.put(id, seq);
        feed.deliver(new Event("channel.message", message));
    }

    /** Fetches the messages after a place; live ones wait meanwhile. */
    private void fill(String id, long after, long to) {
        if (to - after > gapLimit) {
            reset(id, to, false);
            return;
        }
        List<Json> held = new ArrayList<>();
        filling.put(id, held);
        fetch(id, after, to, login, held);
    }

    private void fetch(String id, long after, long to, int ofLogin, List<Json> held) {
        Json asked = Json.object().put("channelID", id).put("direction", "newer").put("cursor", after)
            .put("limit", 100).build();
        feed.request("channel.history", asked).then(page -> {
            if (isVoid(id, ofLogin, held)) return;
            List<Json> messages = page.list("messages");
            // Those before it are kept no longer.
            if (!messages.isEmpty() && messages.get(0).integer("seq") > after + 1) reset(id, after, false);
            for (Json message : messages) tell(message);
            if (!page.isTrue("isFinished")) {
                fetch(id, page.integer("cursor"), to, ofLogin, held);
                return;
            }
            places.put(id, Math.max(to, places.getOrDefault(id, 0L)));
            release(id, held);
        }, error -> {
            if (isVoid(id, ofLogin, held) || feed.isOver(stream(id), error)) return;
            reset(id, to, false);
            release(id, held);
        });
    }

    /** Another channel of the same id, or none, may have taken its place meanwhile. */
    private boolean isVoid(String id, int ofLogin, List<Json> held) {
        return ofLogin != login || filling.get(id) != held;
    }

    private void release(String id, List<Json> held) {
        filling.remove(id);
        for (Json message : held) live(message);
    }

    private void reset(String id, long seq, boolean isGone) {
        if (isGone) places.remove(id);
        else places.put(id, seq);
        feed.deliver(Feed.reset(stream(id), isGone, null));
    }

    private static String stream(String id) {
        return "channel_" + id;
    }
}
