package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Texts that the user has begun to write, by conversations, kept in the storage. Nothing of the gateway touches them.
 * Applications keep and read drafts in threads of their own.
 */
final class Drafts {
    static final String SPACE = "draft";

    private final Loop loop;
    private final Disk disk;
    private final Consumer<MartletException> unsaved;
    private final Consumer<String> changed;
    /** By conversations; null for one that is no more. */
    private final Map<String, Json> drafts = new HashMap<>();
    private boolean hasEnded;

    Drafts(Loop loop, Disk disk, Consumer<MartletException> unsaved, Consumer<String> changed) {
        this.loop = loop;
        this.disk = disk;
        this.unsaved = unsaved;
        this.changed = changed;
    }

    /** Takes in what an earlier run has left; drafts of this one are newer. */
    Promise<Void> load() {
        Promise<Void> loaded = new Promise<>(loop);
        disk.range(SPACE).then((rows, error) -> {
            if (error == null) restore(rows);
            else unsaved.accept(error);
            loaded.resolve(null);
        });
        return loaded;
    }

    private synchronized void restore(SortedMap<String, Json> rows) {
        if (hasEnded) return;
        rows.forEach((id, draft) -> {
            if (drafts.containsKey(id)) return;
            drafts.put(id, draft);
            changed.accept(id);
        });
    }

    /** Null for nothing. */
    synchronized Json get(String id) {
        return drafts.get(id);
    }

    /** One that says nothing, or null, removes what is there. */
    synchronized void keep(String id, Json given) {
        Json draft = given == null || isEmpty(given) ? null : given;
        boolean isSame = drafts.containsKey(id) && (draft == null ? get(id) == null : draft.equals(get(id)));
        if (hasEnded || isSame) return;
        drafts.put(id, draft);
        if (draft != null) disk.note(SPACE, id, draft);
        loop.post(() -> write(id, draft));
    }

    private synchronized void write(String id, Json draft) {
        if (hasEnded) return;
        changed.accept(id);
        disk.write(Collections.singletonList(new Change(SPACE, id, draft))).then((written, error) -> {
            if (error != null) unsaved.accept(error);
        });
    }

    /** Forgets all of them, for good. */
    synchronized void clear() {
        hasEnded = true;
        for (String id : drafts.keySet()) changed.accept(id);
        drafts.clear();
    }

    /** Whether no member says anything. */
    private static boolean isEmpty(Json draft) {
        Collection<Json> parts;
        switch (draft.kind()) {
            case OBJECT:
                parts = draft.asMap().values();
                break;
            case ARRAY:
                parts = draft.asList();
                break;
            default:
                return draft.isNull() || draft.equals(Json.of(""));
        }
        for (Json part : parts) if (!isEmpty(part)) return false;
        return true;
    }
}
