package im.martlet;

import im.martlet.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Matches replies to requests, stays below the gateway's rate, and keeps the order: of requests that are refused as too
 * frequent (gw 1003) or because the gateway cannot write (gw 1008) nothing is done, so they go out again, in their
 * order, before anything new. After a lost connection, what has no reply goes out again with its key, unless that was
 * so long ago that the gateway may have forgotten the key.
 */
final class Requests {
    private static final class Pending {
        final String op;
        final Json data;
        final RequestOptions options;
        final String key;
        final Promise<Json> reply;
        long id;
        Object timer;
        /** When it was sent last, and when it was first sent without a reply: it may have been done. */
        long sentAt;
        Long lostAt;
        /** How many characters had gone out with it on its connection. */
        long end;

        Pending(String op, Json data, RequestOptions options, Promise<Json> reply) {
            this.op = op;
            this.data = data;
            this.options = options;
            this.reply = reply;
            key = options.isKeyed && options.key == null ? Ids.random() : options.key;
        }

        String text() {
            return Json.object().put("id", id).put("op", op).put("key", key).put("trace", options.trace)
                .put("data", data).build().toString();
        }
    }

    private final Loop loop;
    private final Map<Long, Pending> sent = new LinkedHashMap<>();
    private Deque<Pending> waiting = new ArrayDeque<>();
    /** To be sent again. */
    private final List<Pending> refused = new ArrayList<>();
    private long nextId = 1;
    /** How long to wait before the refused ones go out again, and then how long the last wait for gw 1008 was. */
    private long pause;
    private long unavailable;
    /** Runs while nothing may go out. */
    private Object timer;
    /** How many characters have gone out on this connection, and how many of them the gateway has certainly read. */
    private long written;
    private long read;
    /** Null without a session. */
    private Consumer<String> send;
    private Budget budget;
    private long retryHours = Retries.hours(null);
    private long mostBytes = Long.MAX_VALUE;

    Requests(Loop loop) {
        this.loop = loop;
    }

    /** How many have no reply yet on this connection, beside the urgent ones. */
    int underWay() {
        int count = 0;
        for (Pending pending : sent.values()) if (!pending.options.isUrgent) count++;
        return count;
    }

    /** How many characters may still be on their way. */
    long unreadLength() {
        return written - read;
    }

    Promise<Json> request(String op, Json data, RequestOptions options) {
        Promise<Json> reply = new Promise<>(loop);
        Pending pending = new Pending(op, data, options, reply);
        if (options.isBound && send == null) {
            reply.reject(lost());
            return reply;
        }
        if (options.timeout > 0) pending.timer = loop.after(options.timeout, () -> expire(pending));
        if (options.isUrgent) {
            transmit(pending);
        } else {
            waiting.add(pending);
            pump();
        }
        return reply;
    }

    /** A session is open: what waits goes out. */
    void open(Consumer<String> send, Budget budget, Json limits) {
        this.send = send;
        this.budget = budget;
        retryHours = Retries.hours(limits);
        mostBytes = limits.integer("messageBytes", Long.MAX_VALUE);
        written = read = 0;
        pump();
    }

    /** The session is lost: what has no reply waits for the next one. */
    void close() {
        send = null;
        loop.cancel(timer);
        timer = null;
        pause = 0;
        for (Pending pending : sent.values()) if (pending.lostAt == null) pending.lostAt = pending.sentAt;
        List<Pending> all = new ArrayList<>(refused);
        all.addAll(sent.values());
        all.sort(Comparator.comparingLong(pending -> pending.id));
        all.addAll(waiting);
        refused.clear();
        sent.clear();
        waiting = new ArrayDeque<>();
        for (Pending pending : all) {
            if (pending.options.isBound) settle(pending, null, lost());
            else waiting.add(pending);
        }
    }

    /** Nothing goes out any more: all calls fail. */
    void stop(MartletException error) {
        close();
        Deque<Pending> all = waiting;
        waiting = new ArrayDeque<>();
        for (Pending pending : all) settle(pending, null, error);
    }

    void receive(Json reply) {
        long id = reply.integer("id", -1);
        Pending pending = sent.get(id);
        // A message that the gateway could not read is answered with no id.
        if (pending == null) return;
        // A reply that cannot be read throws here, and the request is still under way when the connection is given up.
        MartletException error = reply.has("error") ? MartletException.of(reply.at("error")) : null;
        Json ok = error == null ? reply.at("ok") : null;
        sent.remove(id);
        read = Math.max(read, pending.end);
        boolean isUnavailable = error != null && error.is("gw", 1008);
        boolean isTooFrequent = error != null && error.is("gw", 1003);
        // A message in a live room is old a second later: the sender judges.
        boolean isHeld = !pending.options.isUrgent && !pending.op.equals("room.send");
        if ((isUnavailable || isTooFrequent) && isHeld) {
            hold(pending, isUnavailable);
        } else {
            if (error == null) unavailable = 0;
            settle(pending, ok, error);
        }
        pump();
    }

    private void hold(Pending pending, boolean isUnavailable) {
        refused.add(pending);
        if (isUnavailable) unavailable = Math.min(60_000, Math.max(1000, unavailable * 2));
        // At random, so that clients do not come back in the same moment.
        long wait = isUnavailable ? (long) (unavailable * (1 + loop.random() / 4)) : 1000;
        pause = Math.max(pause, wait);
    }

    private void pump() {
        if (send == null || timer != null) return;
        if (!refused.isEmpty() && underWay() == 0) {
            long wait = pause;
            pause = 0;
            if (isToWait(wait)) return;
            refused.sort(Comparator.comparingLong(pending -> -pending.id));
            for (Pending pending : refused) waiting.addFirst(pending);
            refused.clear();
        }
        while (refused.isEmpty() && !waiting.isEmpty()) {
            if (isToWait(budget.take(loop.now()))) return;
            Pending pending = waiting.poll();
            if (isForgotten(pending)) settle(pending, null, maybeDone(pending));
            else transmit(pending);
        }
    }

    /** Whether the gateway may have done it, and not know that any more: asked again, it would be done twice. */
    private boolean isForgotten(Pending pending) {
        if (pending.key == null || pending.lostAt == null) return false;
        return !Retries.isKnown(pending.lostAt, loop.now(), retryHours);
    }

    private boolean isToWait(long milliseconds) {
        if (milliseconds <= 0) return false;
        timer = loop.after(milliseconds, () -> {
            timer = null;
            pump();
        });
        return true;
    }

    private void transmit(Pending pending) {
        pending.id = nextId++;
        String text = pending.text();
        if (isTooLarge(text)) {
            // The gateway would close the connection, and the client would not come back.
            String message = pending.op + " has more than " + mostBytes + " bytes";
            settle(pending, null, new MartletException("tooLarge", message));
            return;
        }
        pending.sentAt = loop.now();
        written += text.length();
        pending.end = written;
        sent.put(pending.id, pending);
        send.accept(text);
    }

    private boolean isTooLarge(String text) {
        // No character has more than three bytes.
        return text.length() > mostBytes / 3 && text.getBytes(StandardCharsets.UTF_8).length > mostBytes;
    }

    private void expire(Pending pending) {
        sent.remove(pending.id, pending);
        waiting.remove(pending);
        refused.remove(pending);
        settle(pending, null, new MartletException("timeout", "no reply to " + pending.op));
        pump();
    }

    private void settle(Pending pending, Json ok, MartletException error) {
        loop.cancel(pending.timer);
        pending.reply.settle(ok, error);
    }

    private static MartletException maybeDone(Pending pending) {
        return new MartletException("maybeDone", pending.op + " may have been done");
    }

    private static MartletException lost() {
        return new MartletException("connectionLost", "the connection was lost");
    }
}
