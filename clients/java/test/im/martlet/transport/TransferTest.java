package im.martlet.transport;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.Tests;
import im.martlet.http.HttpTransport;
import im.martlet.okhttp.OkHttpTransport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Parts of files over real sockets, to a server that answers as a test says. */
public final class TransferTest {
    private TransferTest() {}

    public static void addTo(Tests tests) {
        Transport[] all = {new WebSocketTransport(), new HttpTransport(), new OkHttpTransport()};
        for (Transport transport : all) {
            addTo(tests, transport, " by " + transport.getClass().getSimpleName());
        }
        tests.add("an answer that is no HTTP, and a URL that is none, are told", () -> {
            Transport transport = new WebSocketTransport();
            try (Server server = new Server("SSH-2.0-OpenSSH\r\n\r\n")) {
                fails(IOException.class, () -> transport.send(patch(server.url, 3, 10_000)));
            }
            fails(IllegalArgumentException.class, () -> transport.send(patch("ftp://localhost/", 3, 10_000)));
        });
    }

    private static void addTo(Tests tests, Transport transport, String by) {
        tests.add("bytes go with their length and headers, and the answer's offset comes back" + by, () -> {
            String answer = "HTTP/1.1 200 OK\r\nupload-offset: 70000\r\nContent-Length: 2\r\n\r\n{}";
            try (Server server = new Server(answer)) {
                Transfer.Answer answered = transport.send(patch(server.url, 70_000, 10_000));
                equal(answered.status + " " + answered.offset, "200 70000");
                String head = server.head.get(10, TimeUnit.SECONDS).toLowerCase(Locale.ROOT);
                equal(head.startsWith("patch /v1/media/a?t=1 http/1.1\r\n"), true);
                equal(head.contains("\r\ncontent-length: 70000\r\n"), true);
                equal(head.contains("\r\nupload-offset: 5\r\n"), true);
                equal(server.bytes.get(10, TimeUnit.SECONDS), 70_000);
            }
            try (Server server = new Server("HTTP/1.1 204 No Content\r\nUpload-Offset: 12\r\n\r\n")) {
                Transfer head = new Transfer("HEAD", server.url, Collections.emptyMap(), none(), 0, 10_000);
                equal(transport.send(head).offset, "12");
            }
        });
        tests.add("a server that never answers, and one that reads nothing, are given up" + by, () -> {
            try (Server server = new Server(null)) {
                fails(IOException.class, () -> transport.send(patch(server.url, 3, 300)));
                fails(IOException.class, () -> transport.send(patch(server.url, 100_000_000, 300)));
            }
        });
        tests.add("a file that cannot be read fails the transfer" + by, () -> {
            InputStream broken = new InputStream() {
                @Override
                public int read() throws IOException {
                    throw new IOException("the card was removed");
                }
            };
            try (Server server = new Server("HTTP/1.1 204 No Content\r\n\r\n")) {
                Transfer transfer = new Transfer("PUT", server.url, Collections.emptyMap(), broken, 9, 10_000);
                fails(IOException.class, () -> transport.send(transfer));
            }
        });
    }

    private static InputStream none() {
        return new ByteArrayInputStream(new byte[0]);
    }

    private static Transfer patch(String url, int length, int milliseconds) {
        InputStream zeros = new InputStream() {
            private int left = length;

            @Override
            public int read() {
                return left-- > 0 ? 0 : -1;
            }
        };
        return new Transfer("PATCH", url, Collections.singletonMap("Upload-Offset", "5"), zeros, length, milliseconds);
    }

    /** Reads one request, and answers; without an answer it takes connections, and reads nothing. */
    private static final class Server implements AutoCloseable {
        final CompletableFuture<String> head = new CompletableFuture<>();
        final CompletableFuture<Integer> bytes = new CompletableFuture<>();
        private final ServerSocket server = new ServerSocket(0);
        final String url = "http://localhost:" + server.getLocalPort() + "/v1/media/a?t=1";

        Server(String answer) throws IOException {
            if (answer == null) return;
            Thread thread = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    take(socket.getInputStream());
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException error) {
                    bytes.completeExceptionally(error);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private void take(InputStream input) throws IOException {
            StringBuilder read = new StringBuilder();
            while (!read.toString().endsWith("\r\n\r\n")) read.append((char) input.read());
            head.complete(read.toString());
            String length = read.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
            int left = length.matches("\\d+") ? Integer.parseInt(length) : 0;
            int count = 0;
            while (count < left && input.read() >= 0) count++;
            bytes.complete(count);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
