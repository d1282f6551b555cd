import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import im.martlet.AdminClient;
import im.martlet.admin.AdminAccountCalls;
import im.martlet.json.Json;
import im.martlet.jvm.HookAnswer;
import im.martlet.jvm.WebhookVerifier;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * A backend: it welcomes each new user, and has a hook refuse a word and hide another. docs/jvm.md says how it is run:
 *
 *     java -cp 'out/java/*' examples/Backend.java URL ADMIN_KEYS_FILE SECRET_FILE PORT
 */
final class Backend {
    private final AdminClient admin;
    private final WebhookVerifier verifier;

    private Backend(AdminClient admin, WebhookVerifier verifier) {
        this.admin = admin;
        this.verifier = verifier;
    }

    public static void main(String[] arguments) throws IOException {
        Json keys = Json.parse(Files.readString(Path.of(arguments[1])));
        AdminClient admin = new AdminClient(arguments[0], keys.list("keys").get(0).string("secret"));
        admin.account().create(List.of(new AdminAccountCalls.CreateAccount("helper"))).join();
        Backend backend = new Backend(admin, new WebhookVerifier(Files.readAllLines(Path.of(arguments[2]))));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[3])), 0);
        server.createContext("/events", exchange -> backend.answer(exchange, backend::hear));
        server.createContext("/hook", exchange -> backend.answer(exchange, backend::decide));
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
    }

    /** An action that fails answers nothing: the gateway sends events again, and has `onFailure` decide for a hook. */
    private void answer(HttpExchange exchange, Function<Json, String> action) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean isOurs = verifier.isSigned(exchange.getRequestHeaders()::getFirst, body);
            byte[] answer = isOurs ? action.apply(Json.parse(new String(body, UTF_8))).getBytes(UTF_8) : new byte[0];
            exchange.sendResponseHeaders(isOurs ? 200 : 401, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /** An event may come twice: as its id names the message, that is stored once. */
    private String hear(Json request) {
        for (Json event : request.list("events")) {
            if (!event.string("type").equals("account.created")) continue;
            Json text = Json.object().put("text", "Welcome!").build();
            String user = event.at("data").string("userID");
            admin.as("helper").message().send("c2c_" + user, event.string("id"), 0, text).join();
        }
        return "";
    }

    private String decide(Json question) {
        Json data = question.at("data");
        String text = data.at("body").string("text", "");
        if (text.contains("spam")) return HookAnswer.refuse(4711, "No advertisements, please.").toString();
        if (!text.contains("damn")) return HookAnswer.allow().toString();
        Json cleaned = Json.object().put("text", text.replace("damn", "****")).build();
        return HookAnswer.replace(data.with("body", cleaned)).toString();
    }
}
