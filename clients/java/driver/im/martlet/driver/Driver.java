package im.martlet.driver;

import im.martlet.Client;
import im.martlet.MartletException;
import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.jvm.FileStorage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.concurrent.CompletableFuture;

/** The driver of this client: clients/conformance/README.md. */
public final class Driver {
    private final PrintStream output;
    private Client client;
    private volatile CompletableFuture<String> token;

    private Driver(PrintStream output) {
        this.output = output;
    }

    public static void main(String[] arguments) throws IOException {
        Driver driver = new Driver(new PrintStream(System.out, true, "UTF-8"));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) driver.run(Json.parse(line));
        System.exit(0);
    }

    private void say(String name, Json value) {
        output.println(Json.object().put(name, value).build());
    }

    private void run(Json command) {
        String id = command.string("conversationID", "");
        switch (command.string("do")) {
            case "connect":
                connect(command);
                break;
            case "token":
                token.complete(command.string("token"));
                break;
            case "send":
                send(id, command);
                break;
            case "recall":
                client.recall(id, command.string("msgId"), null);
                break;
            case "read":
                client.markRead(id);
                break;
            case "show":
                client.conversations().thenAccept(conversations -> {
                    Json.Builder counts = Json.object();
                    for (Json one : conversations) counts.put(one.string("conversationID"), one.get("unreadCount"));
                    say("shown", Json.object().put("call", command.get("call")).put("unsent", client.outbox().size())
                        .put("totalUnread", client.totalUnread()).put("conversations", counts.build()).build());
                });
                break;
            default:
                client.disconnect();
        }
    }

    private void connect(Json command) {
        long ahead = 1000 * command.integer("ahead", 0);
        Client.Builder builder = Client.builder(command.string("url"), command.string("user"), command.string("device"))
            .token(this::token).gapLimit(Long.MAX_VALUE).keepsPositions(command.isTrue("keeps"))
            .clock(() -> System.currentTimeMillis() + ahead);
        if (command.has("storage")) builder.storage(new FileStorage(Paths.get(command.string("storage"))));
        client = builder.build();
        client.onState(state -> say("state", Json.of(state.name.name().toLowerCase())));
        client.on("sync.list", list -> say("listed", Json.of(true)));
        client.on("message.new", this::told);
        client.on("message.changed", this::changed);
        client.connect();
    }

    private void told(Json message) {
        say("told", Json.object().put("conversationID", message.get("conversationID")).put("seq", message.get("seq"))
            .put("msgId", message.get("msgId")).put("from", message.get("from"))
            .put("text", message.at("body").get("text")).build());
    }

    private void changed(Json change) {
        Json message = change.at("message");
        say("changed", Json.object().put("conversationID", change.get("conversationID"))
            .put("msgId", message.get("msgId")).put("isRecalled", message.has("recalled")).build());
    }

    private CompletableFuture<String> token(boolean isRefused) {
        CompletableFuture<String> asked = new CompletableFuture<>();
        token = asked;
        say("token", Json.object().put("refused", isRefused).build());
        return asked;
    }

    private void send(String conversationID, Json command) {
        boolean isJson = !command.has("isJSON") || command.isTrue("isJSON");
        try {
            CompletableFuture<Json> stored = isJson
                ? client.send(conversationID, command.string("text")).stored
                : client.send(conversationID, Json.object().put("body", Json.of(Double.NaN)).build()).stored;
            stored.whenComplete((message, error) -> tell(command.at("id"), message, error));
        } catch (JsonException error) {
            failed(command.at("id"), error.getMessage());
        }
    }

    private void tell(Json id, Json message, Throwable error) {
        if (error == null) say("sent", Json.object().put("id", id).put("seq", message.get("seq")).build());
        else failed(id, ((MartletException) error).name);
    }

    private void failed(Json id, String error) {
        say("failed", Json.object().put("id", id).put("error", error).build());
    }
}
