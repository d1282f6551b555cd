package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Waits for the moments at which messages expire. The clock says what is shown then: a timer can come late, and no
 * message of the gateway may come at all.
 */
final class Ends {
    /** Timers stand still while a device sleeps, and clocks are set: so it looks again after this long. */
    private static final long LONGEST = 600_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final Loop loop;
    private final LongSupplier now;
    private final Consumer<String> ended;
    /** The next end of what is shown under a name; `NEVER` if all of them have passed. */
    private final Map<String, Long> next = new HashMap<>();
    private Object timer;

    /**
     * @param now the gateway's clock
     * @param ended is told the name of what is shown otherwise by now
     */
    Ends(Loop loop, LongSupplier now, Consumer<String> ended) {
        this.loop = loop;
        this.now = now;
        this.ended = ended;
    }

    /** From now on these are shown under a name; null is none. */
    void note(String name, Iterable<Json> messages) {
        long time = now.getAsLong();
        Long first = null;
        for (Json message : messages) {
            if (message == null || !message.has("expireAt")) continue;
            long end = message.integer("expireAt");
            first = Math.min(first == null ? NEVER : first, end > time ? end : NEVER);
        }
        if (first == null && next.remove(name) == null) return;
        if (first != null) next.put(name, first);
        schedule();
    }

    /** The gateway's clock is known better. */
    void look() {
        for (String name : new ArrayList<>(next.keySet())) ended.accept(name);
    }

    private void schedule() {
        loop.cancel(timer);
        timer = null;
        long end = NEVER;
        for (long one : next.values()) end = Math.min(end, one);
        if (end == NEVER) return;
        timer = loop.after(Math.min(LONGEST, Math.max(0, end - now.getAsLong())), this::pass);
    }

    /** Time has passed, perhaps more than the timer knows. */
    void pass() {
        long time = now.getAsLong();
        List<String> past = new ArrayList<>();
        next.forEach((name, end) -> {
            if (end <= time) past.add(name);
        });
        for (String name : past) {
            next.put(name, NEVER);
            ended.accept(name);
        }
        schedule();
    }

    static boolean hasExpired(Json message, long now) {
        return message.integer("expireAt", Long.MAX_VALUE) <= now;
    }

    /** The messages that there are at a time. */
    static List<Json> present(List<Json> messages, long now) {
        List<Json> present = new ArrayList<>(messages);
        present.removeIf(message -> hasExpired(message, now));
        return present;
    }

    /** A conversation as the gateway gives it at a time: a last message that has ended says nothing any more. */
    static Json shown(Json conversation, long now) {
        Json last = conversation.get("lastMessage");
        if (last == null || last.isTrue("isExpired") || !hasExpired(last, now)) return conversation;
        Json place = last.without("recalled", "edited", "replyTo", "pinned")
            .with("body", Json.object().build()).with("isExpired", Json.of(true));
        return conversation.with("lastMessage", place);
    }
}
