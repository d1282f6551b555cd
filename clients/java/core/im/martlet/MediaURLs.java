package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** URLs of media, each of which ends. Those that are asked for in a moment are asked of the gateway together. */
final class MediaURLs {
    private static final class Known {
        final Promise<String> url;
        /** When it ends, by the gateway's clock; while the gateway is asked, never. */
        long until = Long.MAX_VALUE;

        Known(Promise<String> url) {
            this.url = url;
        }
    }

    /** So many are asked for at once. */
    private static final int MOST = 50;
    private static final int MOST_KEPT = 2000;
    /** In milliseconds: a screen full of pictures is asked for within them. */
    private static final long MOMENT = 5;
    /** One that ends sooner is asked for again. */
    private static final long SOON = 60_000;

    private final Engine engine;
    /** The one that was asked for last is the last one. */
    private final Map<String, Known> known = new LinkedHashMap<>();
    private List<String> unasked = new ArrayList<>();

    MediaURLs(Engine engine) {
        this.engine = engine;
    }

    Promise<String> url(String mediaID) {
        Known before = known.get(mediaID);
        if (before != null && before.until - SOON > engine.loop.now() + engine.state().clockOffset) return before.url;
        Known asked = new Known(new Promise<>(engine.loop));
        known.remove(mediaID);
        known.put(mediaID, asked);
        Iterator<String> oldest = known.keySet().iterator();
        for (int more = known.size() - MOST_KEPT; more > 0; more--) {
            oldest.next();
            oldest.remove();
        }
        if (unasked.isEmpty()) engine.loop.after(MOMENT, this::ask);
        unasked.add(mediaID);
        return asked.url;
    }

    void forget(String mediaID) {
        Known before = known.get(mediaID);
        if (before != null && before.until < Long.MAX_VALUE) known.remove(mediaID);
    }

    private void ask() {
        List<String> all = unasked;
        unasked = new ArrayList<>();
        for (int start = 0; start < all.size(); start += MOST) {
            Map<String, Known> asked = new LinkedHashMap<>();
            for (String id : all.subList(start, Math.min(start + MOST, all.size()))) asked.put(id, known.get(id));
            ask(asked);
        }
    }

    private void ask(Map<String, Known> asked) {
        Json data = Json.object().put("mediaIDs", Json.strings(asked.keySet())).build();
        engine.request("media.url", data, RequestOptions.READ).then(reply -> {
            for (Json one : reply.list("urls")) take(one, asked.get(one.string("mediaID")));
            refuse(asked, new MartletException("noMedia", "the gateway has said nothing of it"));
        }, error -> refuse(asked, error));
    }

    private void take(Json one, Known asked) {
        String id = one.string("mediaID");
        if (asked == null) return;
        if (one.has("url")) {
            asked.until = one.integer("until", Long.MAX_VALUE - 1);
            asked.url.resolve(UploadBytes.absolute(engine.settings, one.string("url")));
        } else {
            known.remove(id, asked);
            asked.url.reject(new MartletException("gw", (int) one.integer("code"), "noMedia", "no URL of " + id,
                Collections.emptyList()));
        }
    }

    /** Fails all that have no answer yet. */
    private void refuse(Map<String, Known> asked, MartletException error) {
        asked.forEach((id, one) -> {
            if (one.until < Long.MAX_VALUE) return;
            one.url.reject(error);
            known.remove(id, one);
        });
    }
}
