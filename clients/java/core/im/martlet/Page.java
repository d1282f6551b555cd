package im.martlet;

import im.martlet.json.Json;
import java.util.List;

/** Messages of one conversation, of the gateway or of this device, the newest first. */
final class Page {
    final List<Json> messages;
    /** Older messages are before it. */
    final long cursor;
    /** There are no older ones. */
    final boolean isFinished;
    /** They are of before a gap, or may be gone. */
    final boolean isStale;

    Page(List<Json> messages, long cursor, boolean isFinished, boolean isStale) {
        this.messages = messages;
        this.cursor = cursor;
        this.isFinished = isFinished;
        this.isStale = isStale;
    }

    /** One of `message.history`. */
    static Page of(Json page) {
        return new Page(page.list("messages"), page.integer("cursor"), page.isTrue("isFinished"), false);
    }

    /** The lowest `seq` that it has; 0 if it has none. */
    long bottom() {
        return messages.isEmpty() ? 0 : messages.get(messages.size() - 1).integer("seq");
    }

    Page with(List<Json> messages) {
        return new Page(messages, cursor, isFinished, isStale);
    }
}
