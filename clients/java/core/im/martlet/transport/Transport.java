package im.martlet.transport;

import java.io.IOException;

/** Makes connections by WebSockets, and sends files over HTTP. An application may bring one of its own HTTP library. */
public interface Transport {
    /** The subprotocol to offer. */
    String SUBPROTOCOL = "martlet.v1.json";

    /**
     * Begins a connection, and does not wait for it.
     *
     * @throws IllegalArgumentException if the URL is none
     */
    Connection connect(String url, Listener listener);

    /**
     * Sends a part of a file, and waits for the answer. A transport that does not say how sends it over the system's
     * sockets.
     */
    default Transfer.Answer send(Transfer transfer) throws IOException {
        return new WebSocketTransport().send(transfer);
    }

    interface Connection {
        /**
         * Sends a text, in the order of these calls. Does not wait; after the end of the connection nothing happens.
         */
        void send(String text);

        /** Ends the connection, at any time. The listener may still hear of what comes meanwhile. */
        void close(int code);
    }

    /** Is called by one thread after another: first `opened`, then `text`, at last `closed`, which may be all. */
    interface Listener {
        void opened();

        void text(String text);

        /** The code of the close frame, or 1006 if there was none. */
        void closed(int code, String reason);
    }
}
