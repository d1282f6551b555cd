package im.martlet;

import im.martlet.admin.AdminOperations;
import im.martlet.json.Json;
import im.martlet.protocol.Operations;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A backend's way to a gateway: operators' operations with an admin key over HTTP, and those of users in their names.
 *
 * <pre>{@code
 * try (AdminClient admin = new AdminClient("http://127.0.0.1:7751", key)) {
 *     admin.account().get(Arrays.asList("alice")).join();
 *     admin.as("alice").message().send("c2c_bob", "m-1", 0, Json.object().put("text", "Hi").build()).join();
 * }
 * }</pre>
 *
 * <p>A request is asked again while there is no answer, or while the gateway is too busy (429, 503), for as long as its
 * options say. It is done once: each has a key.
 */
public final class AdminClient implements AdminOperations, AutoCloseable {
    /** As many requests are under way at a time; others wait. */
    private static final int REQUESTS = 8;

    private final HttpRequests http;
    private final String operator;

    /** @param url where the gateway serves operators, without a path */
    public AdminClient(String url, String key) {
        this(new HttpRequests(url, key, threads()), null);
    }

    private AdminClient(HttpRequests http, String operator) {
        this.http = http;
        this.operator = operator;
    }

    /** The same, in whose requests the audit names this operator. Both end together. */
    public AdminClient by(String operator) {
        return new AdminClient(http, operator);
    }

    /** A user's operations. All rules that hold for the user are obeyed. */
    public Operations as(String user) {
        return (op, data, options) -> http.request(op, data, options, user);
    }

    /** Asks for any operation. A failure is a {@link MartletException}, within what the functions of a future throw. */
    @Override
    public CompletableFuture<Json> request(String op, Json data, RequestOptions options) {
        return http.request(op, data, options, operator);
    }

    /** Ends its threads. What is under way fails. */
    @Override
    public void close() {
        http.close();
    }

    private static ExecutorService threads() {
        return Executors.newFixedThreadPool(REQUESTS, task -> {
            Thread thread = new Thread(task, "martlet admin");
            thread.setDaemon(true);
            return thread;
        });
    }
}
