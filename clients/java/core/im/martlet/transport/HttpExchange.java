package im.martlet.transport;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A request of HTTP/1.1 on a connection of its own, in the caller's thread. The system's client has no `PATCH`. */
final class HttpExchange implements WebSocketTransport.Owner {
    private static final int PIECE = 65_536;

    private final CountDownLatch done = new CountDownLatch(1);
    private Socket raw;
    private boolean isOver;

    private HttpExchange() {}

    static Transfer.Answer run(URI uri, Transfer transfer, WebSocketTransport.Opener opener) throws IOException {
        HttpExchange exchange = new HttpExchange();
        // A write to a peer that reads nothing has no time-out of its own.
        Thread watch = new Thread(() -> exchange.watch(transfer.milliseconds), "martlet watch");
        watch.setDaemon(true);
        watch.start();
        try {
            Socket socket = opener.open(exchange);
            OutputStream output = socket.getOutputStream();
            output.write(head(uri, transfer).getBytes(StandardCharsets.UTF_8));
            IOException refused = copy(transfer, output);
            try {
                return answer(new BufferedInputStream(socket.getInputStream()));
            } catch (IOException error) {
                throw refused == null ? error : refused;
            }
        } finally {
            exchange.done.countDown();
            exchange.drop();
        }
    }

    @Override
    public synchronized Socket raw(Socket socket) throws IOException {
        if (isOver) throw new InterruptedIOException("the transfer takes too long");
        raw = socket;
        return socket;
    }

    private void watch(int milliseconds) {
        try {
            if (done.await(milliseconds, TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
        drop();
    }

    private synchronized void drop() {
        isOver = true;
        if (raw == null) return;
        try {
            raw.close();
        } catch (IOException error) {
            // There is nothing more to be done: what waits for it has failed, or will in its time.
            Logger.getLogger("im.martlet").log(Level.FINE, "a socket could not be closed", error);
        }
    }

    private static String head(URI uri, Transfer transfer) {
        StringBuilder head = new StringBuilder(Handshake.line(transfer.method, uri));
        head.append("Connection: close\r\n");
        if (!transfer.method.equals("HEAD")) head.append("Content-Length: ").append(transfer.length).append("\r\n");
        for (Map.Entry<String, String> header : transfer.headers.entrySet()) {
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    /** Gives the failure of a peer that reads no more: it may have answered before the end. */
    private static IOException copy(Transfer transfer, OutputStream output) throws IOException {
        byte[] piece = new byte[PIECE];
        for (long left = transfer.length; left > 0; ) {
            int count = transfer.body.read(piece, 0, (int) Math.min(left, PIECE));
            if (count < 0) throw new IOException("the file has become shorter");
            try {
                output.write(piece, 0, count);
            } catch (IOException refused) {
                return refused;
            }
            left -= count;
        }
        output.flush();
        return null;
    }

    private static Transfer.Answer answer(InputStream input) throws IOException {
        while (true) {
            String[] lines = Handshake.head(input).split("\r\n");
            if (!lines[0].matches("HTTP/1\\.[01] [1-9][0-9][0-9]( .*)?")) {
                throw new IOException("this is no HTTP: " + lines[0]);
            }
            int status = Integer.parseInt(lines[0].substring(9, 12));
            // Before its answer a server may say that it goes on.
            if (status >= 200) return new Transfer.Answer(status, Handshake.headers(lines).get("upload-offset"));
        }
    }
}
