package im.martlet.driver;

import im.martlet.Client;
import im.martlet.Groups;
import im.martlet.MartletException;
import im.martlet.OutboxEntry;
import im.martlet.Reply;
import im.martlet.Store;
import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.jvm.FileStorage;
import im.martlet.storage.Storage;
import im.martlet.transport.Transport;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The driver of this client: clients/conformance/README.md. The properties `martlet.transport` and `martlet.storage`
 * name other classes than the usual ones; that of a storage is made of a file.
 */
public final class Driver {
    private static final String TRANSPORT = System.getProperty("martlet.transport");
    private static final String STORAGE = System.getProperty("martlet.storage");

    private final PrintStream output;
    private Client client;
    private Store store;
    private Groups groups;
    private volatile CompletableFuture<String> token;
    /** Conversations that were scrolled, and the gaps that were told. */
    private final List<String> scrolled = new ArrayList<>();
    private final Map<String, List<Json>> gaps = new LinkedHashMap<>();

    private Driver(PrintStream output) {
        this.output = output;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Driver driver = new Driver(new PrintStream(System.out, true, "UTF-8"));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        driver.say("able", Json.strings(Arrays.asList("suspend", "store", "groups")));
        for (String line = input.readLine(); line != null; line = input.readLine()) driver.run(Json.parse(line));
        System.exit(0);
    }

    private void say(String name, Json value) {
        output.println(Json.object().put(name, value).build());
    }

    private void run(Json command) throws IOException, InterruptedException {
        String id = command.string("conversationID", "");
        switch (command.string("do")) {
            case "connect":
                if (client == null) make(command);
                client.connect();
                break;
            case "open":
                make(command);
                client.open().thenRun(() -> say("opened", Json.of(true)));
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
            case "scroll":
                scroll(id, command);
                break;
            case "members":
                tellMembers(command);
                break;
            case "draft":
                store.keepDraft(id, Json.object().put("text", command.string("text")).build());
                break;
            case "suspend":
                suspend(1000 * command.integer("seconds"));
                break;
            case "signOut":
                Client left = client;
                client = null;
                left.signOut().thenRun(() -> say("signedOut", Json.of(true)));
                break;
            case "damage":
                damage(Paths.get(command.string("storage")));
                break;
            case "show":
                client.conversations().thenRun(() -> say("shown", shown(command.at("call"))));
                break;
            default:
                client.disconnect();
        }
    }

    private void make(Json command) {
        long ahead = 1000 * command.integer("ahead", 0);
        Client.Builder builder = Client.builder(command.string("url"), command.string("user"), command.string("device"))
            .token(this::token).gapLimit(command.integer("gapLimit", Long.MAX_VALUE))
            .keepsPositions(command.isTrue("keeps")).keepsStore(true)
            .clock(() -> System.currentTimeMillis() + ahead);
        if (command.has("storage")) builder.storage(storage(command.string("storage")));
        if (TRANSPORT != null) builder.transport(made(TRANSPORT, Transport.class));
        client = builder.build();
        store = client.store();
        groups = client.groups();
        scrolled.clear();
        gaps.clear();
        client.onState(state -> say("state", Json.of(state.name.name().toLowerCase())));
        client.on("sync.list", list -> say("listed", Json.of(true)));
        client.on("message.new", this::told);
        client.on("message.changed", this::changed);
        client.on("sync.gap", gap -> gaps.computeIfAbsent(gap.string("conversationID"), none -> new ArrayList<>())
            .add(Json.array(gap.at("from"), gap.at("to"))));
        client.onUnsaved(error -> say("unsaved", Json.of(true)));
        client.onStoreLost(error -> say("storeLost", Json.of(true)));
    }

    private static Storage storage(String path) {
        return STORAGE == null ? new FileStorage(Paths.get(path)) : made(STORAGE, Storage.class, new File(path));
    }

    private static <Kind> Kind made(String name, Class<Kind> kind, File... file) {
        Class<?>[] given = new Class<?>[file.length];
        Arrays.fill(given, File.class);
        try {
            return Class.forName(name).asSubclass(kind).getDeclaredConstructor(given).newInstance((Object[]) file);
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException(name + " cannot be made", error);
        }
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

    private void scroll(String id, Json command) {
        if (!scrolled.contains(id)) scrolled.add(id);
        int limit = (int) command.integer("limit");
        Store of = store;
        Reply<Void> read = of.view(id).isLoaded ? of.older(id, limit) : of.open(id, limit);
        read.whenComplete((none, error) -> {
            Json.Builder answer = Json.object().put("call", command.get("call"));
            if (error == null) answer.put("isComplete", of.view(id).isComplete);
            else answer.put("error", ((MartletException) error).name);
            say("scrolled", answer.build());
        });
    }

    private void tellMembers(Json command) {
        String id = command.string("groupID");
        groups.everyone(id).thenAccept(members -> {
            List<String> users = new ArrayList<>();
            for (Groups.Member member : members) users.add(member.userID);
            say("members", Json.object().put("call", command.get("call"))
                .put("name", groups.group(id).string("name")).put("members", Json.strings(users)).build());
        });
    }

    /** Nothing of the client runs: its threads are its own, so the whole process sleeps. */
    private void suspend(long milliseconds) throws IOException, InterruptedException {
        String pid = Files.readSymbolicLink(Paths.get("/proc/self")).toString();
        String wait = "kill -STOP " + pid + "; sleep " + milliseconds / 1000.0 + "; kill -CONT " + pid;
        new ProcessBuilder("sh", "-c", wait).start().waitFor();
        client.wake();
    }

    /** Spoils the first line that has messages: what is not saved stands in lines of its own. */
    private static void damage(Path storage) throws IOException {
        List<String> lines = Files.readAllLines(storage);
        int place = 0;
        while (!lines.get(place).contains("[\"message\",")) place++;
        lines.set(place, lines.get(place).substring(0, lines.get(place).length() / 2));
        Files.write(storage, lines);
        System.exit(0);
    }

    private Json shown(Json call) {
        Json.Builder counts = Json.object();
        Json.Builder drafts = Json.object();
        List<Json> list = new ArrayList<>();
        for (Json one : store.conversations()) {
            String id = one.string("conversationID");
            counts.put(id, one.get("unreadCount"));
            Json draft = store.draft(id);
            if (draft != null) drafts.put(id, draft.get("text"));
            list.add(Json.object().put("conversationID", id).put("seq", one.get("seq"))
                .put("isPinned", one.get("isPinned")).put("last", text(one.get("lastMessage"))).build());
        }
        Json.Builder messages = Json.object();
        for (String id : scrolled) {
            List<Json> shown = new ArrayList<>();
            for (Json one : store.view(id).messages) shown.add(Json.array(one.at("seq"), text(one)));
            messages.put(id, Json.array(shown));
        }
        Map<String, List<Json>> waiting = new LinkedHashMap<>();
        List<OutboxEntry> unsent = client.outbox();
        for (OutboxEntry entry : unsent) {
            waiting.computeIfAbsent(entry.conversationID, none -> new ArrayList<>())
                .add(entry.message.at("body").at("text"));
        }
        return Json.object().put("call", call).put("unsent", unsent.size()).put("totalUnread", store.totalUnread())
            .put("conversations", counts.build()).put("list", Json.array(list)).put("messages", messages.build())
            .put("waiting", lists(waiting)).put("gaps", lists(gaps)).put("drafts", drafts.build()).build();
    }

    private static Json lists(Map<String, List<Json>> lists) {
        Json.Builder all = Json.object();
        lists.forEach((name, list) -> all.put(name, Json.array(list)));
        return all.build();
    }

    /** The text of a message that was not taken back; null, if there is none. */
    private static Json text(Json message) {
        if (message == null || message.has("recalled")) return Json.NULL;
        Json text = message.at("body").get("text");
        return text == null ? Json.NULL : text;
    }
}
