package im.martlet;

import im.martlet.json.Json;

/** What may have been done before, and is so old that the gateway may not know it any more. */
final class Retries {
    private static final long USUAL_HOURS = 24;

    private static final long HOUR = 3_600_000;
    private static final long MINUTE = 60_000;
    /** So many pages of a conversation are read back. */
    private static final int MOST_PAGES = 20;
    /** By so much the device's clock may have been wrong when a message was written. */
    private static final long CLOCK_ERROR = 86_400_000;

    interface Reader {
        Promise<Json> read(Json page);
    }

    private Retries() {}

    /** For so long the gateway knows what was sent, by its `limits`; one that does not say has its default. */
    static long hours(Json limits) {
        return limits == null ? USUAL_HOURS : limits.integer("retryHours", USUAL_HOURS);
    }

    /**
     * Whether the gateway surely knows what was first sent at a time, so that a repeat is done once. Clocks are
     * corrected by a little all the time, and one that was set back says nothing.
     */
    static boolean isKnown(long sentAt, long now, long hours) {
        long age = now - sentAt;
        return age > -MINUTE && age < hours * HOUR - MINUTE;
    }

    /**
     * Looks for a message in the history: sent again it would be a second message. The promise has null if it was never
     * sent, and fails if the history cannot tell.
     *
     * @param writtenAt when it was written, by the gateway's clock
     */
    static Promise<Json> findStored(Loop loop, OutboxEntry entry, String user, long writtenAt, Reader reader) {
        Promise<Json> found = new Promise<>(loop);
        find(entry, user, writtenAt, reader, 0, entry.hasHistory() ? MOST_PAGES : 0, found);
        return found;
    }

    private static void find(
            OutboxEntry entry, String user, long writtenAt, Reader reader, long cursor, int pages,
            Promise<Json> found) {
        if (pages == 0) {
            found.reject(new MartletException("maybeSent", "it may have been sent before"));
            return;
        }
        Json asked = Json.object().put("conversationID", entry.conversationID).put("cursor", cursor)
            .put("limit", 100).build();
        reader.read(asked).then(page -> {
            boolean isBefore = page.isTrue("isFinished");
            for (Json one : page.list("messages")) {
                boolean isOwn = one.string("from").equals(user);
                if (isOwn && one.string("clientMsgId", "").equals(entry.clientMsgId)) {
                    found.resolve(one);
                    return;
                }
                isBefore |= one.integer("time") < writtenAt - CLOCK_ERROR;
            }
            if (isBefore) found.resolve(null);
            else find(entry, user, writtenAt, reader, page.integer("cursor"), pages - 1, found);
        }, found::reject);
    }
}
