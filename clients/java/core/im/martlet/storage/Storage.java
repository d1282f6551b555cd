package im.martlet.storage;

import im.martlet.json.Json;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/**
 * Keeps rows in spaces, by the order of their keys. All but {@link #note} may block: the client calls them from a
 * thread of their own, one at a time. If rows are damaged, it throws a {@link DamagedException}.
 */
public interface Storage {
    /** The rows of a space with keys from `from` on and before `to`, the first `limit` of them. Null bounds nothing. */
    SortedMap<String, Json> range(String space, String from, String to, int limit) throws IOException;

    /** Writes all changes, or none. Behind it they survive a crash. */
    void write(List<Change> changes) throws IOException;

    /** Has a row at once, in the caller's thread, until {@link #write} has it. A storage that cannot does nothing. */
    default void note(String space, String key, Json value) {}

    /** Removes everything but the rows of these spaces that can be read, also from a storage that is damaged. */
    void clear(Collection<String> kept) throws IOException;

    void close() throws IOException;
}
