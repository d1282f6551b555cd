package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Messages on their way, kept in the storage until the gateway has acknowledged them. Of each conversation one is under
 * way at a time, in the order in which they were written, with the same `clientMsgId` for each try: so none is lost,
 * doubled or overtaken. One that is older than the gateway knows that id is looked for before it is sent. A message
 * that the gateway refuses stays, failed, until it is sent again or discarded.
 */
final class Outbox {
    interface Owner {
        /** A message was stored, as it is now. */
        void sent(Json message);

        /** Entries have come, gone or failed. */
        void outboxChanged();

        /** The storage fails. */
        void unsaved(MartletException error);
    }

    static final String SPACE = "outbox";

    private final Loop loop;
    private final Link link;
    private final Disk disk;
    private final String user;
    private final Ids ids;
    private final Owner owner;
    /** By their ids, which is the order of writing. */
    private final TreeMap<String, OutboxEntry> entries = new TreeMap<>();
    private final Map<String, Promise<Json>> calls = new HashMap<>();
    /** Conversations with a message under way. */
    private final Set<String> busy = new HashSet<>();
    /** What is being written to the storage, and may not go out before. */
    private final Set<String> saving = new HashSet<>();
    /** Until then, an earlier message may be unknown. */
    private boolean isLoaded;
    /** For so many hours the gateway knows a `clientMsgId`. */
    private long retryHours = Retries.hours(null);

    Outbox(Loop loop, Link link, Disk disk, String user, Ids ids, Owner owner) {
        this.loop = loop;
        this.link = link;
        this.disk = disk;
        this.user = user;
        this.ids = ids;
        this.owner = owner;
    }

    List<OutboxEntry> entries() {
        return new ArrayList<>(entries.values());
    }

    /**
     * Takes in what an earlier run has left in the storage. Without a storage that works, messages are sent all the
     * same.
     */
    Promise<Void> load() {
        Promise<Void> loaded = new Promise<>(loop);
        disk.range(SPACE).then(rows -> {
            rows.forEach((id, kept) -> {
                entries.putIfAbsent(id, OutboxEntry.of(kept));
                ids.startAfter(id);
            });
            begin(loaded);
        }, error -> {
            owner.unsaved(error);
            begin(loaded);
        });
        return loaded;
    }

    private void begin(Promise<Void> loaded) {
        isLoaded = true;
        loaded.resolve(null);
        owner.outboxChanged();
        pumpAll();
    }

    /** A session is open. */
    void login(Json reply) {
        retryHours = Retries.hours(reply.get("limits"));
        pumpAll();
    }

    private void pumpAll() {
        Set<String> conversations = new HashSet<>();
        for (OutboxEntry entry : entries.values()) conversations.add(entry.conversationID);
        for (String conversation : conversations) pump(conversation);
    }

    /** Writes a message. The promise waits for the gateway's acknowledgement, however long that takes. */
    Promise<Json> add(String clientMsgId, String conversationID, long time, Json message, List<Json> files) {
        Json.Builder data = Json.object();
        // Only the files that have arrived say whether a message is of pictures.
        if (files.isEmpty()) data.put("type", 0);
        data.putAll(message);
        data.put("conversationID", conversationID).put("clientMsgId", clientMsgId);
        Promise<Json> stored = new Promise<>(loop);
        calls.put(clientMsgId, stored);
        put(new OutboxEntry(clientMsgId, conversationID, time, data.build(), files, null, false));
        return stored;
    }

    /** An entry is new, or its files are uploaded. */
    private void put(OutboxEntry entry) {
        String clientMsgId = entry.clientMsgId;
        entries.put(clientMsgId, entry);
        saving.add(clientMsgId);
        disk.note(SPACE, clientMsgId, entry.toJson());
        owner.outboxChanged();
        write(clientMsgId, entry.toJson()).then((saved, error) -> {
            saving.remove(clientMsgId);
            if (error != null && entries.containsKey(clientMsgId)) {
                entries.put(clientMsgId, entries.get(clientMsgId).unsaved());
                owner.outboxChanged();
            }
            pump(entry.conversationID);
        });
    }

    /** The files of a message have arrived, unless it was discarded: it goes out. */
    void uploaded(OutboxEntry entry, Json message) {
        if (entries.containsKey(entry.clientMsgId)) put(entry.uploaded(message));
    }

    /** A file of a message cannot be uploaded. */
    void refused(OutboxEntry entry, MartletException error) {
        if (entries.containsKey(entry.clientMsgId)) failed(entry, error);
    }

    /** Sends a failed message again, behind those that wait. */
    Promise<Json> retry(String failedID, String clientMsgId, long time) {
        OutboxEntry entry = entries.get(failedID);
        if (entry == null || entry.error == null) return Promise.rejected(loop, discarded());
        forget(failedID);
        return add(clientMsgId, entry.conversationID, time, entry.message, entry.files);
    }

    /** Forgets a message that has failed, or whose files are on their way. */
    void discard(String clientMsgId) {
        OutboxEntry entry = entries.get(clientMsgId);
        if (entry == null || entry.isWaiting()) return;
        forget(clientMsgId);
        settle(clientMsgId, null, discarded());
    }

    /** Forgets all messages. */
    void clear() {
        entries.clear();
        for (String id : new ArrayList<>(calls.keySet())) {
            settle(id, null, discarded());
        }
        owner.outboxChanged();
    }

    private Promise<Void> write(String clientMsgId, Json entry) {
        Promise<Void> written = disk.write(Collections.singletonList(new Change(SPACE, clientMsgId, entry)));
        written.then((value, error) -> {
            if (error != null) owner.unsaved(error);
        });
        return written;
    }

    /** Sends the first message of the conversation that waits. */
    private void pump(String conversationID) {
        if (!isLoaded || busy.contains(conversationID)) return;
        OutboxEntry entry = first(conversationID);
        if (entry == null || saving.contains(entry.clientMsgId)) return;
        busy.add(conversationID);
        storedBefore(entry).then(before -> {
            if (before != null) succeed(entry, before);
            else send(entry).then(
                reply -> succeed(entry, StoredMessage.of(entry, user, reply)),
                error -> fail(entry, error));
        }, error -> fail(entry, error));
    }

    private OutboxEntry first(String conversationID) {
        for (OutboxEntry entry : entries.values()) {
            if (entry.isWaiting() && entry.conversationID.equals(conversationID)) return entry;
        }
        return null;
    }

    /**
     * The message that an earlier try has stored, if the gateway would not know its `clientMsgId` any more. The clock
     * of this device may have been set back since it was written.
     */
    private Promise<Json> storedBefore(OutboxEntry entry) {
        long now = loop.now();
        if (Retries.isKnown(entry.time, now, retryHours)) return Promise.resolved(loop, null);
        long writtenAt = Math.min(entry.time, now) + link.state().clockOffset;
        return Retries.findStored(loop, entry, user, writtenAt, page -> request("message.history", page));
    }

    private Promise<Json> send(OutboxEntry entry) {
        Promise<Json> sent = new Promise<>(loop);
        request("message.send", entry.message).then(reply -> {
            boolean isPlain = !entry.message.has("replyTo") && !entry.message.has("media");
            if (isPlain || reply.has("message")) {
                sent.resolve(reply);
                return;
            }
            // Whose message it replies to, and what its media are, only the gateway knows.
            Json asked = Json.object().put("msgIds", Json.array(reply.at("msgId"))).build();
            request("message.get", asked).then(read -> {
                Json result = read.list("results").get(0);
                sent.resolve(result.has("message") ? result : reply);
            }, sent::reject);
        }, sent::reject);
        return sent;
    }

    private Promise<Json> request(String op, Json data) {
        return link.request(op, data, RequestOptions.READ.bound());
    }

    private void succeed(OutboxEntry entry, Json message) {
        busy.remove(entry.conversationID);
        owner.sent(message);
        settle(entry.clientMsgId, message, null);
        forget(entry.clientMsgId);
        pump(entry.conversationID);
    }

    private void fail(OutboxEntry entry, MartletException error) {
        busy.remove(entry.conversationID);
        // The next session goes on with it, also if a reply could not be read: the gateway may have the message.
        if (error.isOfConnection() || error.is("tim", 6014) || error.is("client", 0) && error.name.equals("internal")) {
            return;
        }
        failed(entry, error);
        pump(entry.conversationID);
    }

    private void failed(OutboxEntry entry, MartletException error) {
        OutboxEntry failed = entry.failed(error);
        entries.put(entry.clientMsgId, failed);
        write(entry.clientMsgId, failed.toJson());
        settle(entry.clientMsgId, null, error);
        owner.outboxChanged();
    }

    private void forget(String clientMsgId) {
        // After a sign-out there is none, and nothing is written any more.
        if (entries.remove(clientMsgId) == null) return;
        write(clientMsgId, null);
        owner.outboxChanged();
    }

    private void settle(String clientMsgId, Json message, MartletException error) {
        Promise<Json> call = calls.remove(clientMsgId);
        if (call != null) call.settle(message, error);
    }

    private static MartletException discarded() {
        return new MartletException("discarded", "the message was discarded");
    }
}
