package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two versions of one message. */
final class MergedMessage {
    private MergedMessage() {}

    /**
     * The newer one of two versions; the other one if they are of the same change. Only what the gateway tells a user
     * of own reactions says which are the user's (`mine`): what others' reactions change does not change that.
     */
    static Json of(Json one, Json other) {
        boolean isOtherNewer = one.integer("change", 0) <= other.integer("change", 0);
        Json kept = isOtherNewer ? one : other;
        Json now = isOtherNewer ? other : one;
        Map<String, Json> own = new HashMap<>();
        for (Json reaction : kept.list("reactions")) own.put(reaction.string("reaction"), reaction.get("mine"));
        if (own.isEmpty() || now.list("reactions").isEmpty()) return now;
        List<Json> reactions = new ArrayList<>();
        for (Json reaction : now.list("reactions")) {
            Json mine = own.get(reaction.string("reaction"));
            reactions.add(reaction.has("mine") || mine == null ? reaction : reaction.with("mine", mine));
        }
        return now.with("reactions", Json.array(reactions));
    }
}
