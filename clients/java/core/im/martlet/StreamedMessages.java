package im.martlet;

import im.martlet.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Messages while their texts are being made, in the conversations at which the user looks, 3 at most. A text is gone
 * from here when its message has come, or there will be none. All functions may be called from any thread, and none
 * waits; callbacks run on the client's executor.
 */
public final class StreamedMessages implements Engine.Part {
    /** A text that becomes a message when it ends. It never changes: one that goes on is another one. */
    public static final class Text {
        public final String conversationID;
        public final String streamID;
        public final String from;
        public final String text;

        Text(String conversationID, String streamID, String from, String text) {
            this.conversationID = conversationID;
            this.streamID = streamID;
            this.from = from;
            this.text = text;
        }
    }

    /** Ends that are remembered: another node may tell of a text when its message is there. */
    private static final int MOST_ENDS = 100;

    private final Client client;
    private final Engine engine;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<MartletException>> ofFailed = new CopyOnWriteArrayList<>();
    private Set<String> watched = Collections.emptySet();
    /** In the order in which they began. */
    private volatile List<Text> texts = Collections.emptyList();
    private final Set<String> ended = new LinkedHashSet<>();
    /** Counts requests to watch: the reply to an earlier one says nothing any more. */
    private int asked;

    public StreamedMessages(Client client) {
        this.client = client;
        engine = client.engine;
        engine.loop.post(() -> engine.add(this));
    }

    /** The user looks at these conversations, and no longer at others. */
    public void watch(Collection<String> conversationIDs) {
        Set<String> next = new LinkedHashSet<>(conversationIDs);
        engine.loop.post(() -> {
            watched = next;
            for (Text text : texts) if (!next.contains(text.conversationID)) replace(text.conversationID, none());
            ask();
        });
    }

    /** The texts that are being made now, the first one first. Show them below all messages. */
    public List<Text> of(String conversationID) {
        List<Text> all = new ArrayList<>();
        for (Text text : texts) if (text.conversationID.equals(conversationID)) all.add(text);
        return all;
    }

    /** Has a text stopped. What there is of it comes as a message, or as its end. */
    public Reply<Json> stop(Text text) {
        Json data = Json.object().put("conversationID", text.conversationID).put("streamID", text.streamID).build();
        return client.request("message.stop", data, RequestOptions.USUAL.withoutKey());
    }

    /** Calls the listener with a conversation whose texts are others than before. */
    public Subscription onChange(Consumer<String> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** The gateway has refused to have the conversations watched. */
    public Subscription onFailed(Consumer<MartletException> listener) {
        ofFailed.add(listener);
        return () -> ofFailed.remove(listener);
    }

    /** Watches nothing more. */
    public void close() {
        engine.loop.post(() -> {
            engine.remove(this);
            boolean wasWatching = !watched.isEmpty();
            watched = Collections.emptySet();
            texts = none();
            if (wasWatching) ask();
        });
    }

    // Called by the engine.

    @Override
    public void state(State state) {
        // A new session looks at nothing.
        if (state.is(State.Name.OPEN) && !watched.isEmpty()) ask();
    }

    @Override
    public void event(Event event) {
        if (event.name.equals("message.appended")) append(event.data);
        boolean isEnd = event.name.equals("message.ended") || event.name.equals("message.new");
        if (isEnd && event.data.has("streamID")) end(event.data.string("streamID"));
    }

    @Override
    public void clear() {
        watched = Collections.emptySet();
        texts = none();
    }

    /** Also where something was missed: the reply has the texts so far. Without a session, the next one is asked. */
    private void ask() {
        int number = ++asked;
        Json data = Json.object().put("conversationIDs", Json.strings(watched)).build();
        engine.request("conversation.watch", data, RequestOptions.USUAL.withoutKey().bound()).then(reply -> {
            if (number != asked) return;
            for (Json one : reply.list("conversations")) replace(one.string("conversationID"), live(one));
        }, error -> {
            if (error.isOfConnection()) return;
            for (Consumer<MartletException> listener : ofFailed) {
                client.callbacks.execute(() -> listener.accept(error));
            }
        });
    }

    private List<Text> live(Json conversation) {
        List<Text> live = new ArrayList<>();
        for (Json one : conversation.list("streams")) {
            if (ended.contains(one.string("streamID"))) continue;
            live.add(new Text(conversation.string("conversationID"), one.string("streamID"), one.string("from"),
                one.string("text")));
        }
        return live;
    }

    private void append(Json chunk) {
        String id = chunk.string("streamID");
        if (ended.contains(id)) return;
        List<Text> next = new ArrayList<>(texts);
        int place = 0;
        while (place < next.size() && !next.get(place).streamID.equals(id)) place++;
        String before = place < next.size() ? next.get(place).text : "";
        // In bytes of UTF-8.
        if (chunk.integer("offset") != before.getBytes(StandardCharsets.UTF_8).length) {
            ask();
            return;
        }
        Text text = new Text(chunk.string("conversationID"), id, chunk.string("from"), before + chunk.string("text"));
        if (place < next.size()) next.set(place, text);
        else next.add(text);
        show(next, text.conversationID);
    }

    private void end(String id) {
        ended.remove(id);
        ended.add(id);
        if (ended.size() > MOST_ENDS) ended.remove(ended.iterator().next());
        for (Text text : texts) {
            if (!text.streamID.equals(id)) continue;
            List<Text> next = new ArrayList<>(texts);
            next.remove(text);
            show(next, text.conversationID);
        }
    }

    private void replace(String conversationID, List<Text> with) {
        List<Text> next = new ArrayList<>(texts);
        boolean hadSome = next.removeIf(text -> text.conversationID.equals(conversationID));
        next.addAll(with);
        if (hadSome || !with.isEmpty()) show(next, conversationID);
    }

    private void show(List<Text> next, String changed) {
        texts = next;
        for (Consumer<String> listener : listeners) client.callbacks.execute(() -> listener.accept(changed));
    }

    private static List<Text> none() {
        return Collections.emptyList();
    }
}
