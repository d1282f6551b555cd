package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import java.util.concurrent.CompletableFuture;

/** Asks for operations of docs/operations.md by their names, over a connection or over HTTP. */
public interface Caller {
    CompletableFuture<Json> request(String op, Json data, RequestOptions options);
}
