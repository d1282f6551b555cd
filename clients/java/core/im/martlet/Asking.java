package im.martlet;

import im.martlet.json.Json;

/** Asks for operations of docs/operations.md by their names. */
public interface Asking {
    /** Waits for a connection if there is none, is repeated after a lost one, and is done once. */
    Reply<Json> request(String op, Json data, RequestOptions options);

    default Reply<Json> request(String op, Json data) {
        return request(op, data, RequestOptions.USUAL);
    }
}
