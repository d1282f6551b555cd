package im.martlet;

import im.martlet.json.Json;
import java.util.Collections;
import java.util.List;

/** A conversation as an application shows it: messages that are stored, and those on their way. */
public final class View {
    /** The oldest first, as `message.history` has them. */
    public final List<Json> messages;
    public final List<OutboxEntry> unsent;
    /** Whether the newest messages were read. */
    public final boolean isLoaded;
    /** Whether there are no older ones. */
    public final boolean isComplete;
    /** The text that the user has begun, as it was kept last; null for nothing. */
    public final Json draft;

    View(List<Json> messages, List<OutboxEntry> unsent, boolean isLoaded, boolean isComplete, Json draft) {
        this.messages = Collections.unmodifiableList(messages);
        this.unsent = Collections.unmodifiableList(unsent);
        this.isLoaded = isLoaded;
        this.isComplete = isComplete;
        this.draft = draft;
    }
}
