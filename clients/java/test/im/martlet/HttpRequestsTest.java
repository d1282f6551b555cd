package im.martlet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import im.martlet.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Backends' requests with a server that answers what it is told to. */
public final class HttpRequestsTest {
    private final Deque<String> answers = new ArrayDeque<>();
    private final Set<String> keys = new HashSet<>();
    private String asked = "";

    private HttpRequestsTest() {}

    public static void main(String[] arguments) throws IOException {
        HttpRequestsTest test = new HttpRequestsTest();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/api/", test::answer);
        server.start();
        try (AdminClient admin = new AdminClient("http://127.0.0.1:" + server.getAddress().getPort(), "secret")) {
            test.asksAgain(admin);
            test.tellsErrors(admin);
        } finally {
            server.stop(0);
        }
        System.out.println("requests over HTTP are fine");
    }

    private void asksAgain(AdminClient admin) {
        answers.add("503 {\"error\":{\"system\":\"gw\",\"code\":1008,\"name\":\"unavailable\",\"message\":\"\"}}");
        answers.add("502 <html>");
        answers.add("200 {\"ok\":{\"total\":3}}");
        equal(admin.as("ä/b *").conversation().totalUnread().join().total, 3L);
        equal(asked, "/v1/api/conversation.totalUnread secret %C3%A4%2Fb%20%2A {}");
        equal(keys.size(), 1);
        equal(answers.size(), 0);
    }

    private void tellsErrors(AdminClient admin) {
        answers.add("409 {\"error\":{\"system\":\"gw\",\"code\":1006,\"name\":\"conflict\",\"message\":\"no\"}}");
        equal(failed(admin).name, "conflict");
        answers.add("404 <html>");
        equal(failed(admin).getMessage(), "admin.ping: status 404");
        // The server has nothing to say, and is asked until the time is up.
        answers.clear();
        equal(failed(admin).name, "timeout");
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = new byte[100];
        int length = Math.max(0, exchange.getRequestBody().read(body));
        String data = new String(body, 0, length, StandardCharsets.UTF_8);
        String key = exchange.getRequestHeaders().getFirst("Martlet-Key");
        String name = exchange.getRequestHeaders().getFirst("Martlet-As");
        asked = exchange.getRequestURI() + " " + key + " " + name + " " + data;
        keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        String answer = answers.isEmpty() ? "500 " : answers.remove();
        byte[] text = answer.substring(4).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Retry-After", "0");
        exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), text.length == 0 ? -1 : text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    private static MartletException failed(AdminClient admin) {
        Json none = Json.object().build();
        try {
            admin.request("admin.ping", none, RequestOptions.USUAL.timeout(300)).join();
        } catch (CompletionException error) {
            return (MartletException) error.getCause();
        }
        throw new AssertionError("it does not fail");
    }

    private static void equal(Object found, Object wanted) {
        if (!found.equals(wanted)) throw new AssertionError(found + " is not " + wanted);
    }
}
