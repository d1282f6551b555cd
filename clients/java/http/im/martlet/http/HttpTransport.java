package im.martlet.http;

import im.martlet.transport.Transfer;
import im.martlet.transport.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** WebSockets and uploads by `java.net.http`, of Java 11 and later. */
public final class HttpTransport implements Transport {
    private static final int MOST_CHARACTERS = 16 << 20;
    private static final int LOST = 1006;

    private final HttpClient client;

    public HttpTransport() {
        this(HttpClient.newHttpClient());
    }

    /** @param client with the proxy and the certificates that connections are to have */
    public HttpTransport(HttpClient client) {
        this.client = client;
    }

    @Override
    public Connection connect(String url, Listener listener) {
        URI uri = URI.create(url);
        if (!"wss".equals(uri.getScheme()) && !"ws".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException(url + " is neither ws:// nor wss://, or has no host");
        }
        Socket socket = new Socket(listener);
        socket.begin(client.newWebSocketBuilder().subprotocols(SUBPROTOCOL).connectTimeout(Duration.ofSeconds(14))
            .buildAsync(uri, socket));
        return socket;
    }

    @Override
    public Transfer.Answer send(Transfer transfer) throws IOException {
        BodyPublisher body = transfer.length == 0 ? BodyPublishers.noBody()
            : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> transfer.body), transfer.length);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(transfer.url))
            .version(HttpClient.Version.HTTP_1_1).timeout(Duration.ofMillis(transfer.milliseconds))
            .method(transfer.method, body);
        transfer.headers.forEach(request::header);
        try {
            HttpResponse<Void> answer = client.send(request.build(), BodyHandlers.discarding());
            return new Transfer.Answer(answer.statusCode(), answer.headers().firstValue("Upload-Offset").orElse(null));
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the thread was interrupted");
        }
    }

    private static final class Socket implements Connection, WebSocket.Listener {
        private final Listener listener;
        private final StringBuilder message = new StringBuilder();
        private CompletableFuture<WebSocket> connected;
        /** When all that was sent before is out. Of a connection that has failed, it fails. */
        private CompletableFuture<WebSocket> sent;
        private boolean isClosing;
        private boolean isClosed;

        Socket(Listener listener) {
            this.listener = listener;
        }

        synchronized void begin(CompletableFuture<WebSocket> begun) {
            connected = begun;
            sent = begun;
            begun.whenComplete((socket, error) -> {
                if (error != null) end(LOST, String.valueOf(error.getMessage()));
            });
        }

        @Override
        public synchronized void send(String text) {
            if (!isClosing) sent = sent.thenCompose(socket -> socket.sendText(text, true));
        }

        @Override
        public synchronized void close(int code) {
            if (isClosing) return;
            isClosing = true;
            sent = sent.thenCompose(socket -> socket.sendClose(code, ""));
            // A peer that is silent, reads nothing or is not there yet, is not waited for.
            CompletableFuture<WebSocket> begun = connected;
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> {
                begun.thenAccept(WebSocket::abort);
                end(LOST, "the connection was closed");
            });
        }

        @Override
        public void onOpen(WebSocket socket) {
            listener.opened();
            socket.request(1);
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean isLast) {
            message.append(part);
            if (message.length() > MOST_CHARACTERS) return refuse("a message that is too large");
            if (isLast) {
                String text = message.toString();
                message.setLength(0);
                listener.text(text);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer bytes, boolean isLast) {
            return refuse("a binary message");
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            end(code, reason);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            end(LOST, String.valueOf(error.getMessage()));
        }

        /** The JDK sends no code that would say why. */
        private CompletionStage<?> refuse(String why) {
            close(WebSocket.NORMAL_CLOSURE);
            end(LOST, why);
            return null;
        }

        private void end(int code, String reason) {
            synchronized (this) {
                if (isClosed) return;
                isClosed = true;
            }
            listener.closed(code, reason);
        }
    }
}
