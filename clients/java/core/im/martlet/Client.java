package im.martlet;

import im.martlet.json.Json;
import im.martlet.protocol.Operations;
import im.martlet.storage.Storage;
import im.martlet.transport.Transport;
import im.martlet.transport.WebSocketTransport;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A user's connection to a gateway: requests, messages that survive, and events in order. All functions may be called
 * from any thread, and none waits.
 *
 * <p>Events have the gateway's names, and the client's own: `message.sent` (an own message was stored),
 * `friend.modified` and `group.attributesSet` (this device has changed that), `sync.list` (the whole list of
 * conversations was read), `sync.reset` (what the application keeps of a stream is void), `sync.gap` (these messages
 * were not fetched, since they are more than `gapLimit`) and `sync.failed`.
 */
public final class Client implements Asking, Operations {
    private final Loop loop;
    final Callbacks callbacks;
    final Engine engine;
    private final Runnable end;
    private final Ids ids = new Ids();
    private final Map<String, List<Consumer<Json>>> handlers = new ConcurrentHashMap<>();
    private final List<Consumer<Event>> ofEvents = new CopyOnWriteArrayList<>();
    private final List<Consumer<State>> ofStates = new CopyOnWriteArrayList<>();
    private final List<Consumer<MartletException>> ofUnsaved = new CopyOnWriteArrayList<>();
    private final List<Consumer<MartletException>> ofStoreLost = new CopyOnWriteArrayList<>();
    private Groups groups;
    private Media media;
    private volatile State state = State.STOPPED;
    private volatile List<OutboxEntry> outbox = Collections.emptyList();
    private volatile long clockOffset;
    private volatile long totalUnread;

    /** @param end gives back what the client has for itself, when it is closed */
    Client(Settings settings, Loop loop, Executor forDisk, Runnable end) {
        this.loop = loop;
        this.end = end;
        callbacks = new Callbacks(settings.executor);
        engine = new Engine(loop, settings, ids, forDisk, callbacks, new Telling());
    }

    public static Builder builder(String url, String user, String device) {
        return new Builder(url, user, device);
    }

    /** Reads what an earlier run has left: the store shows it, without a connection. */
    public Reply<Void> open() {
        return post(engine::load);
    }

    /** Connects, and stays connected. A second call does nothing. It fails if positions are kept and cannot be read. */
    public Reply<Void> connect() {
        return post(engine::connect);
    }

    /** Ends the session. Unsent messages stay in the storage. */
    public void disconnect() {
        loop.post(engine::disconnect);
    }

    /** Ends the session, and is done when all is written: before a phone sleeps. */
    public Reply<Void> leave() {
        return post(engine::leave);
    }

    /** Ends the session and forgets everything that is kept of this user. */
    public Reply<Void> signOut() {
        return post(() -> {
            totalUnread = 0;
            return engine.signOut();
        });
    }

    /** Ends the session, the storage and the client's threads: it cannot be used any more. */
    public Reply<Void> close() {
        Reply<Void> closed = post(engine::close);
        closed.whenComplete((value, error) -> end.run());
        return closed;
    }

    /** The device wakes, or the network is back: the connection may be dead. */
    public void wake() {
        loop.post(engine::wake);
    }

    public State state() {
        return state;
    }

    /** The gateway's clock, in milliseconds. Without a connection, as the last one has shown it. */
    public long serverTime() {
        return loop.now() + clockOffset;
    }

    /** Conversations and messages, if the client {@link Builder#keepsStore keeps a store}. */
    public Store store() {
        if (engine.store == null) throw new IllegalStateException("the client keeps no store");
        return engine.store;
    }

    /** Groups and their members, which are in the storage, too. The first call reads what an earlier run has left. */
    public synchronized Groups groups() {
        if (groups != null) return groups;
        Groups made = new Groups(engine, loop, callbacks, engine.disk);
        groups = made;
        loop.post(() -> engine.show(made));
        return made;
    }

    synchronized Media ownMedia() {
        if (media == null) media = new Media(this, engine, callbacks);
        return media;
    }

    /** The list of conversations, as it was told last. */
    public Reply<List<Json>> conversations() {
        return post(() -> Promise.resolved(loop, engine.conversations()));
    }

    /** How many unread messages the gateway has told last. */
    public long totalUnread() {
        return totalUnread;
    }

    /** The messages on their way, in the order of writing. */
    public List<OutboxEntry> outbox() {
        return outbox;
    }

    /** Forgets a message that has failed, or whose files are on their way. */
    public void discard(String clientMsgId) {
        loop.post(() -> engine.outbox.discard(clientMsgId));
    }

    /** Sends a message that has failed as a new one; `stored` fails with `discarded` if there is none. */
    public synchronized Sending retry(String clientMsgId) {
        long time = loop.now();
        String id = ids.next(time);
        return new Sending(id, post(() -> engine.outbox.retry(clientMsgId, id, time)));
    }

    @Override
    public Reply<Json> request(String op, Json data, RequestOptions options) {
        return post(() -> engine.request(op, data, options));
    }

    /** Sends a text. */
    public Sending send(String conversationID, String text) {
        return send(conversationID, Json.object().put("body", Json.object().put("text", text).build()).build());
    }

    /** Sends an object with `type`, `body` and settings. {@link #outbox} has it until it is acknowledged. */
    public Sending send(String conversationID, Json message) {
        return send(conversationID, message, Collections.emptyList());
    }

    /** @param files are uploaded before it goes out */
    synchronized Sending send(String conversationID, Json message, List<Json> files) {
        message.at("body");
        long time = loop.now();
        // In the order of the calls, as the engine takes them.
        String id = ids.next(time);
        return new Sending(id, post(() -> engine.outbox.add(id, conversationID, time, message, files)));
    }

    /** Reads all of a conversation. */
    public Reply<Json> markRead(String conversationID) {
        Json data = Json.object().put("conversationID", conversationID).build();
        return request("conversation.markRead", data, RequestOptions.USUAL.withoutKey());
    }

    /**
     * Reads a page of messages, the newest first unless `page` says otherwise, as they are now.
     *
     * @param page `cursor`, `limit` and what else `message.history` takes
     */
    public Reply<Json> history(String conversationID, Json page) {
        Json data = Json.object().put("conversationID", conversationID).putAll(page).build();
        return post(() -> engine.history(data, RequestOptions.USUAL.withoutKey()));
    }

    /** Takes a message back. All devices hear of it by `message.changed`. Gives the message as it is then. */
    public Reply<Json> recall(String conversationID, String msgId, String reason) {
        Json data = Json.object().put("conversationID", conversationID).put("msgId", msgId).put("reason", reason)
            .build();
        return post(() -> {
            Promise<Json> recalled = new Promise<>(loop);
            engine.request("message.recall", data, RequestOptions.USUAL)
                .then(ok -> recalled.resolve(ok.at("message")), recalled::reject);
            return recalled;
        });
    }

    /** Calls the handler for the data of each event of the name. */
    public Subscription on(String name, Consumer<Json> handler) {
        return add(handlers.computeIfAbsent(name, none -> new CopyOnWriteArrayList<>()), handler);
    }

    public Subscription onEvent(Consumer<Event> handler) {
        return add(ofEvents, handler);
    }

    public Subscription onState(Consumer<State> handler) {
        return add(ofStates, handler);
    }

    /** The storage fails: messages are only in memory. */
    public Subscription onUnsaved(Consumer<MartletException> handler) {
        return add(ofUnsaved, handler);
    }

    /** The storage was damaged. Unsent messages and drafts were saved; the rest is read again. */
    public Subscription onStoreLost(Consumer<MartletException> handler) {
        return add(ofStoreLost, handler);
    }

    private static <Handler> Subscription add(List<Handler> handlers, Handler handler) {
        handlers.add(handler);
        return () -> handlers.remove(handler);
    }

    private <Value> Reply<Value> post(Supplier<Promise<Value>> action) {
        return Reply.post(loop, callbacks, action);
    }

    private final class Telling implements Engine.Listener {
        @Override
        public void state(State now) {
            state = now;
            if (now.is(State.Name.OPEN)) clockOffset = now.clockOffset;
            tell(ofStates, now);
        }

        @Override
        public void event(Event event) {
            if (event.name.equals("conversation.totalUnreadChanged")) totalUnread = event.data.integer("total");
            tell(ofEvents, event);
            tell(handlers.getOrDefault(event.name, Collections.emptyList()), event.data);
        }

        @Override
        public void unsaved(MartletException error) {
            tell(ofUnsaved, error);
        }

        @Override
        public void storeLost(MartletException error) {
            tell(ofStoreLost, error);
        }

        @Override
        public void outboxChanged(List<OutboxEntry> entries) {
            outbox = entries;
        }

        private <Value> void tell(List<Consumer<Value>> handlers, Value value) {
            for (Consumer<Value> handler : handlers) callbacks.execute(() -> handler.accept(value));
        }
    }

    /** Makes a client. It must be given where tokens come from; all else has a usual value. */
    public static final class Builder {
        private final Settings settings;

        private Builder(String url, String user, String device) {
            settings = new Settings(url, user, device);
        }

        public Builder token(TokenProvider token) {
            settings.token = token;
            return this;
        }

        /** `android`, `pc` (unless given) and so on: docs/protocol.md. */
        public Builder platform(String platform) {
            settings.platform = platform;
            return this;
        }

        /** Where unsent messages are kept; in memory unless given. One client has it for itself. */
        public Builder storage(Storage storage) {
            settings.storage = storage;
            return this;
        }

        /**
         * Keeps in the storage what was delivered, so that the next run goes on there: for programs that must hear each
         * message once, and keep no list of their own.
         */
        public Builder keepsPositions(boolean keeps) {
            settings.keepsPositions = keeps;
            return this;
        }

        /** Keeps conversations and messages in the storage: {@link Client#store}. */
        public Builder keepsStore(boolean keeps) {
            settings.keepsStore = keeps;
            return this;
        }

        /** For so many days messages stay in the store; unless given, as long as the gateway keeps them. */
        public Builder keepDays(long days) {
            settings.keepDays = days;
            return this;
        }

        /** How many missed messages of a conversation are fetched; 1000 unless given. */
        public Builder gapLimit(long messages) {
            settings.gapLimit = messages;
            return this;
        }

        /** Where callbacks run, always one after another; in a thread of the client unless given. */
        public Builder executor(Executor executor) {
            settings.executor = executor;
            return this;
        }

        public Builder transport(Transport transport) {
            settings.transport = transport;
            return this;
        }

        /**
         * Finds the files of messages by the names that {@link Media#send} is given, also in a later run; unless given,
         * a name is a path.
         */
        public Builder files(MediaFile.Finder files) {
            settings.files = files;
            return this;
        }

        /** The wall's clock, in milliseconds. */
        public Builder clock(LongSupplier clock) {
            settings.clock = clock;
            return this;
        }

        public Client build() {
            if (settings.token == null) throw new IllegalStateException("the client has no token provider");
            if (settings.transport == null) settings.transport = new WebSocketTransport();
            ExecutorService forDisk = threads(1, "storage");
            ExecutorService forCallbacks = settings.executor == null ? threads(1, "callbacks") : null;
            // So many files are on their way at a time.
            ExecutorService forTransfers = threads(2, "transfer");
            settings.transfers = forTransfers;
            if (forCallbacks != null) settings.executor = forCallbacks;
            ThreadLoop loop = new ThreadLoop(settings.clock, "martlet engine");
            return new Client(settings, loop, forDisk, () -> {
                loop.end();
                forDisk.shutdown();
                forTransfers.shutdown();
                if (forCallbacks != null) forCallbacks.shutdown();
            });
        }

        /** They are made when they are needed first. */
        private static ExecutorService threads(int count, String name) {
            return Executors.newFixedThreadPool(count, task -> {
                Thread thread = new Thread(task, "martlet " + name);
                thread.setDaemon(true);
                return thread;
            });
        }
    }
}
