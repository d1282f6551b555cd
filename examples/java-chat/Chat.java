import im.martlet.Client;
import im.martlet.State;
import im.martlet.json.Json;
import im.martlet.jvm.FileStorage;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A chat of two in a terminal. Lines are sent, also those that are written without a connection; `/older` shows earlier
 * messages, `/quit` ends. docs/jvm.md says how it is started:
 *
 *     java -cp 'out/java/*' examples/java-chat/Chat.java URL USER TOKEN PEER
 */
final class Chat {
    private final Client client;
    private final String conversation;
    /** Messages that came before the first page, which is shown above them; null: the page was shown. */
    private List<Json> early = new ArrayList<>();
    /** The `seq` of the newest message that was shown. */
    private long last;
    /** Where the next page of earlier messages begins: 0 at the newest. */
    private long cursor;

    private Chat(Client client, String conversation) {
        this.client = client;
        this.conversation = conversation;
    }

    public static void main(String[] arguments) throws Exception {
        String user = arguments[1];
        Client client = Client.builder(arguments[0], user, "terminal")
            .token(isRefused -> CompletableFuture.completedFuture(arguments[2]))
            .storage(new FileStorage(Path.of(user + "-chat.jsonl")))
            .build();
        Chat chat = new Chat(client, "c2c_" + arguments[3]);
        chat.start();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null && !line.equals("/quit"); line = input.readLine()) {
            if (line.equals("/older")) chat.showOlder();
            else if (!line.isBlank()) chat.send(line);
        }
        client.close().join();
    }

    private void start() {
        client.onState(state -> {
            if (state.name == State.Name.WAITING) System.out.println("* no connection: " + state.reason.getMessage());
            if (state.name == State.Name.ENDED) System.out.println("* ended: " + state.reason.getMessage());
            if (state.name == State.Name.OPEN) System.out.println("* connected");
        });
        client.on("message.new", this::take);
        client.on("message.sent", this::take);
        client.connect();
        showOlder();
    }

    private void send(String text) {
        client.send(conversation, text).stored.exceptionally(error -> {
            System.out.println("* not sent: " + text + " (" + error.getMessage() + ")");
            return null;
        });
    }

    /** A message of now; those of other conversations are not shown here. */
    private void take(Json message) {
        if (!message.string("conversationID").equals(conversation)) return;
        if (early != null) early.add(message);
        else show(message);
    }

    /** Once each: the first page may have what came while it was read. */
    private void show(Json message) {
        if (message.integer("seq") <= last) return;
        last = message.integer("seq");
        print(message);
        client.markRead(conversation);
    }

    private void showOlder() {
        Json page = Json.object().put("cursor", cursor).put("limit", 20).build();
        client.history(conversation, page).whenComplete((read, error) -> {
            if (error != null) System.out.println("* no earlier messages: " + error.getMessage());
            else showPage(read);
            if (early == null) return;
            List<Json> later = early;
            early = null;
            later.forEach(this::show);
        });
    }

    private void showPage(Json page) {
        List<Json> messages = new ArrayList<>(page.list("messages"));
        Collections.reverse(messages);
        cursor = page.integer("cursor");
        if (early == null) messages.forEach(Chat::print);
        else messages.forEach(this::show);
    }

    private static void print(Json message) {
        System.out.println(message.string("from") + ": " + message.at("body").string("text", "(no text)"));
    }
}
