package im.martlet.transport;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One connection: its two threads, and how it ends. */
final class WebSocket implements Transport.Connection, WebSocketTransport.Owner {
    /** After a close frame, the peer has so long to answer with its own. */
    private static final long CLOSE_MILLISECONDS = 1000;
    private static final Logger LOG = Logger.getLogger("im.martlet");
    private static final int LOST = 1006;
    /** Ends the writer. */
    private static final byte[] END = {};

    private final URI uri;
    private final Transport.Listener listener;
    private final LinkedBlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    /** The reader and the writer. */
    private final CountDownLatch ended = new CountDownLatch(2);
    /** The socket below TLS: to close it ends whatever waits for it. */
    private Socket raw;
    private boolean isClosed;

    WebSocket(URI uri, Transport.Listener listener) {
        this.uri = uri;
        this.listener = listener;
    }

    void start(WebSocketTransport.Opener opener) {
        begin("martlet reader", () -> run(opener));
    }

    @Override
    public synchronized Socket raw(Socket socket) throws IOException {
        if (isClosed) throw new IOException("the connection was given up");
        raw = socket;
        return socket;
    }

    @Override
    public void send(String text) {
        frames.add(Frames.text(text));
    }

    @Override
    public void close(int code) {
        synchronized (this) {
            if (isClosed) return;
            isClosed = true;
        }
        frames.add(Frames.close(code));
        frames.add(END);
        begin("martlet closer", () -> {
            awaitEnd();
            drop();
        });
    }

    private void awaitEnd() {
        try {
            ended.await(CLOSE_MILLISECONDS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the connection without a word. */
    private synchronized void drop() {
        isClosed = true;
        if (raw == null) return;
        try {
            raw.close();
        } catch (IOException error) {
            // There is nothing more to be done: what waits for it has failed, or will in its time.
            LOG.log(Level.FINE, "a socket could not be closed", error);
        }
    }

    /** The reader's thread. */
    private void run(WebSocketTransport.Opener opener) {
        int code = LOST;
        String reason = "the network has ended the connection";
        try {
            Socket socket = opener.open(this);
            BufferedInputStream input = new BufferedInputStream(socket.getInputStream());
            OutputStream output = new BufferedOutputStream(socket.getOutputStream());
            Handshake.perform(uri, input, output);
            begin("martlet writer", () -> write(output));
            listener.opened();
            FrameReader reader = new FrameReader(input);
            for (FrameReader.Frame frame = reader.next(); ; frame = reader.next()) {
                if (frame.kind == FrameReader.Kind.TEXT) {
                    listener.text(frame.text);
                } else if (frame.kind == FrameReader.Kind.PING) {
                    frames.add(Frames.pong(frame.bytes));
                } else if (frame.kind == FrameReader.Kind.CLOSE) {
                    code = frame.code;
                    reason = frame.text;
                    break;
                }
            }
            close(code == FrameReader.NO_CODE ? 1000 : code);
        } catch (FrameReader.Violation violation) {
            reason = violation.getMessage();
            close(violation.code);
        } catch (IOException error) {
            reason = String.valueOf(error.getMessage());
            drop();
        }
        ended.countDown();
        frames.add(END);
        listener.closed(code, reason);
    }

    /** The writer's thread. */
    private void write(OutputStream output) {
        try {
            for (byte[] frame = frames.take(); frame != END; frame = frames.take()) {
                output.write(frame);
                if (frames.isEmpty() || frames.peek() == END) output.flush();
            }
        } catch (IOException error) {
            // The reader finds that the connection is lost.
            drop();
        } catch (InterruptedException now) {
            drop();
        }
        ended.countDown();
    }

    private static void begin(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }
}
