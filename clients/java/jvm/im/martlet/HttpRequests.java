package im.martlet;

import im.martlet.json.Json;
import java.io.IOException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks over HTTP until there is an answer: docs/http.md. */
final class HttpRequests {
    private static final long LONGEST_PAUSE = 60_000;

    private final String base;
    private final String adminKey;
    private final ExecutorService threads;
    private final Set<CompletableFuture<Json>> waiting = ConcurrentHashMap.newKeySet();

    HttpRequests(String url, String adminKey, ExecutorService threads) {
        base = url.replaceAll("/+$", "") + "/v1/api/";
        this.adminKey = adminKey;
        this.threads = threads;
    }

    /** @param name in whose name it is asked; null for none */
    CompletableFuture<Json> request(String op, Json data, RequestOptions options, String name) {
        CompletableFuture<Json> reply = new CompletableFuture<>();
        boolean makesKey = options.key == null && options.isKeyed;
        String key = makesKey ? UUID.randomUUID().toString() : options.key;
        long end = options.timeout == 0 ? Long.MAX_VALUE : now() + options.timeout;
        HttpExchange exchange = new HttpExchange(base + op, data.toString(), adminKey, name, key, options.trace);
        waiting.add(reply);
        reply.whenComplete((value, error) -> waiting.remove(reply));
        threads.execute(() -> {
            try {
                reply.complete(ask(exchange, op, end));
            } catch (MartletException error) {
                reply.completeExceptionally(error);
            } catch (InterruptedException ended) {
                reply.completeExceptionally(stopped());
            } catch (RuntimeException error) {
                reply.completeExceptionally(MartletException.of(error));
            }
        });
        return reply;
    }

    void close() {
        threads.shutdownNow();
        for (CompletableFuture<Json> reply : waiting) reply.completeExceptionally(stopped());
    }

    private Json ask(HttpExchange exchange, String op, long end) throws MartletException, InterruptedException {
        String problem = "none was sent";
        for (long left = end - now(); left > 0; left = end - now()) {
            long pause = 1000;
            try {
                HttpExchange.Answer answer = exchange.run((int) Math.min(left, 30_000));
                if (answer.said.has("ok")) return answer.said.at("ok");
                problem = "status " + answer.status;
                boolean isBusy = answer.status == 429 || answer.status == 503;
                if (answer.said.has("error") && !isBusy) throw MartletException.of(answer.said.at("error"));
                // Something between has answered, which does not know the gateway's errors.
                if (!isBusy && answer.status < 500) throw new MartletException("internal", op + ": " + problem);
                if (isBusy) pause = answer.retryAfter;
            } catch (IOException lost) {
                problem = lost.toString();
            }
            TimeUnit.MILLISECONDS.sleep(Math.max(0, Math.min(Math.min(pause, LONGEST_PAUSE), end - now())));
        }
        throw new MartletException("timeout", "no answer to " + op + ": " + problem);
    }

    private static MartletException stopped() {
        return new MartletException("stopped", "the client was closed");
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
