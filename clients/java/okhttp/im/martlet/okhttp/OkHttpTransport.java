package im.martlet.okhttp;

import im.martlet.transport.Transfer;
import im.martlet.transport.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.BufferedSink;
import okio.ByteString;

/**
 * WebSockets and uploads by the application's OkHttp, version 3.13 or later, with its proxies, certificates and
 * interceptors.
 */
public final class OkHttpTransport implements Transport {
    private static final int LOST = 1006;
    private static final int PIECE = 65_536;
    /** After our close frame, the peer has so long to answer with its own. */
    private static final long CLOSE_MILLISECONDS = 1000;

    private final OkHttpClient client;

    public OkHttpTransport() {
        this(new OkHttpClient());
    }

    /** @param client is the application's, and never shut down here */
    public OkHttpTransport(OkHttpClient client) {
        this.client = client;
    }

    @Override
    public Connection connect(String url, Listener listener) {
        Request request = new Request.Builder().url(url).header("Sec-WebSocket-Protocol", SUBPROTOCOL).build();
        Socket socket = new Socket(listener);
        return new SocketConnection(client.newWebSocket(request, socket), socket);
    }

    @Override
    public Transfer.Answer send(Transfer transfer) throws IOException {
        boolean isBare = transfer.method.equals("HEAD");
        Request.Builder request =
            new Request.Builder().url(transfer.url).method(transfer.method, isBare ? null : new Body(transfer));
        transfer.headers.forEach(request::header);
        OkHttpClient patient = client.newBuilder().callTimeout(transfer.milliseconds, TimeUnit.MILLISECONDS).build();
        try (Response answer = patient.newCall(request.build()).execute()) {
            return new Transfer.Answer(answer.code(), answer.header("Upload-Offset"));
        }
    }

    private static final class Body extends RequestBody {
        private final Transfer transfer;

        Body(Transfer transfer) {
            this.transfer = transfer;
        }

        @Override
        public MediaType contentType() {
            return null;
        }

        @Override
        public long contentLength() {
            return transfer.length;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            byte[] piece = new byte[PIECE];
            for (long left = transfer.length; left > 0; ) {
                int count = transfer.body.read(piece, 0, (int) Math.min(left, PIECE));
                // OkHttp itself has begun a second time, which it cannot: the upload goes on by itself.
                if (count < 0) throw new EOFException("the bytes were read before");
                sink.write(piece, 0, count);
                left -= count;
            }
        }
    }

    private static final class SocketConnection implements Connection {
        private final WebSocket webSocket;
        private final Socket socket;

        SocketConnection(WebSocket webSocket, Socket socket) {
            this.webSocket = webSocket;
            this.socket = socket;
        }

        @Override
        public void send(String text) {
            webSocket.send(text);
        }

        @Override
        public void close(int code) {
            if (!socket.isOpen) {
                drop();
                return;
            }
            webSocket.close(code, null);
            Thread closer = new Thread(() -> {
                try {
                    Thread.sleep(CLOSE_MILLISECONDS);
                } catch (InterruptedException now) {
                    Thread.currentThread().interrupt();
                }
                drop();
            }, "martlet closer");
            closer.setDaemon(true);
            closer.start();
        }

        private void drop() {
            webSocket.cancel();
            // OkHttp may tell it only when a time-out is over.
            socket.end(LOST, "the connection was closed");
        }
    }

    private static final class Socket extends WebSocketListener {
        private final Listener listener;
        volatile boolean isOpen;
        private boolean isEnded;

        Socket(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void onOpen(WebSocket webSocket, Response response) {
            isOpen = true;
            listener.opened();
        }

        @Override
        public void onMessage(WebSocket webSocket, String text) {
            listener.text(text);
        }

        @Override
        public void onMessage(WebSocket webSocket, ByteString bytes) {
            webSocket.close(1003, null);
            end(LOST, "a binary message");
        }

        @Override
        public void onClosing(WebSocket webSocket, int code, String reason) {
            // 1005 is no code that may be sent: the peer has given none.
            webSocket.close(code == 1005 ? 1000 : code, null);
            end(code, reason);
        }

        @Override
        public void onFailure(WebSocket webSocket, Throwable error, Response response) {
            end(LOST, response == null ? String.valueOf(error.getMessage()) : "status " + response.code());
        }

        private synchronized void end(int code, String reason) {
            if (isEnded) return;
            isEnded = true;
            listener.closed(code, reason);
        }
    }
}
