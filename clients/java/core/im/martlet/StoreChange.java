package im.martlet;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** The changes since a listener of a {@link Store} was called last. */
public final class StoreChange {
    /** The list, or the total of unread messages. */
    public final boolean list;
    /** The conversations whose messages, unsent ones or drafts have. */
    public final Set<String> conversations;

    StoreChange(boolean list, Set<String> conversations) {
        this.list = list;
        this.conversations = Collections.unmodifiableSet(new HashSet<>(conversations));
    }
}
