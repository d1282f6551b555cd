package im.martlet.transport;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.Tests;
import im.martlet.http.HttpTransport;
import im.martlet.okhttp.OkHttpTransport;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Connections over real sockets, to a server that a test scripts. */
public final class WebSocketTest {
    private interface Script {
        void run(InputStream input, OutputStream output) throws Exception;
    }

    private WebSocketTest() {}

    /** @param keys a folder with the key stores `localhost` and `elsewhere`, each with a certificate of that name */
    public static void addTo(Tests tests, String keys) {
        addTo(tests, new WebSocketTransport());
        addTo(tests, new HttpTransport());
        addTo(tests, new OkHttpTransport());
        tests.add("a server that accepts another key is no WebSocket", () -> {
            try (ServerSocket server = serve(new ServerSocket(0), (input, output) -> accept("other", output))) {
                equal(connected("ws", server, new WebSocketTransport()), "closed 1006 this is no WebSocket");
            }
        });
        tests.add("a refusal by status ends the connection, and so does a port that is closed", () -> {
            byte[] refusal = "HTTP/1.1 503 Service Unavailable\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            ServerSocket server = serve(new ServerSocket(0), (input, output) -> output.write(refusal));
            String told = connected("ws", server, new WebSocketTransport());
            equal(told, "closed 1006 the gateway has answered HTTP/1.1 503 Service Unavailable");
            server.close();
            equal(connected("ws", server, new WebSocketTransport()).startsWith("closed 1006 "), true);
        });
        tests.add("a certificate of this host is trusted, and one of another host is not", () -> {
            equal(secured(keys, "localhost", trusting(keys, "localhost")), "opened");
            String told = secured(keys, "elsewhere", trusting(keys, "elsewhere"));
            equal(told, "closed 1006 No subject alternative DNS name matching localhost found.");
            String untrusted = secured(keys, "localhost", new WebSocketTransport());
            equal(untrusted.contains("unable to find valid certification path"), true);
        });
    }

    /** Tests that hold for every transport. */
    private static void addTo(Tests tests, Transport transport) {
        String by = " by " + transport.getClass().getSimpleName();
        tests.add("texts, a ping and a close frame go over a socket" + by, () -> {
            try (ServerSocket server = serve(new ServerSocket(0), WebSocketTest::talk)) {
                Heard heard = new Heard();
                Transport.Connection connection =
                    transport.connect("ws://localhost:" + server.getLocalPort() + "/v1/ws?a=b", heard);
                equal(heard.next(), "opened");
                connection.send("hello");
                equal(heard.next(), "text pong hello");
                equal(heard.next(), "closed 4101 later");
                connection.send("too late");
                connection.close(1000);
                equal(heard.next(), null);
            }
        });
        tests.add("a connection whose peer is silent is closed in time" + by, () -> {
            try (ServerSocket server = serve(new ServerSocket(0), (input, output) -> {
                accept(keyOf(input), output);
                Thread.sleep(20_000);
            })) {
                Heard heard = new Heard();
                Transport.Connection connection =
                    transport.connect("ws://localhost:" + server.getLocalPort() + "/", heard);
                equal(heard.next(), "opened");
                connection.close(1000);
                equal(heard.next().startsWith("closed 1006 "), true);
                equal(heard.next(), null);
            }
        });
        tests.add("a connection that is not open yet is given up" + by, () -> {
            try (ServerSocket server = serve(new ServerSocket(0), (input, output) -> Thread.sleep(20_000))) {
                Heard heard = new Heard();
                transport.connect("ws://localhost:" + server.getLocalPort() + "/", heard).close(1000);
                equal(heard.next().startsWith("closed 1006 "), true);
                equal(heard.next(), null);
            }
        });
        tests.add("a binary message ends a connection" + by, () -> {
            try (ServerSocket server = serve(new ServerSocket(0), (input, output) -> {
                accept(keyOf(input), output);
                output.write(FramesTest.frame(0x82, new byte[3]));
                equal(read(input).length(), 2);
            })) {
                Heard heard = new Heard();
                transport.connect("ws://localhost:" + server.getLocalPort() + "/", heard);
                equal(heard.next(), "opened");
                equal(heard.next(), "closed 1006 a binary message");
            }
        });
        tests.add("a port that is closed, and a URL that is none, are told" + by, () -> {
            ServerSocket server = new ServerSocket(0);
            server.close();
            equal(connected("ws", server, transport).startsWith("closed 1006 "), true);
            fails(IllegalArgumentException.class, () -> transport.connect("nowhere", new Heard()));
        });
    }

    private static String secured(String keys, String certificate, Transport transport) throws Exception {
        try (ServerSocket server = serve(secure(keys, certificate), WebSocketTest::talk)) {
            return connected("wss", server, transport);
        }
    }

    /** The first thing that is heard. */
    private static String connected(String scheme, ServerSocket server, Transport transport) throws Exception {
        Heard heard = new Heard();
        transport.connect(scheme + "://localhost:" + server.getLocalPort() + "/v1/ws", heard);
        return heard.next();
    }

    /** Sends a ping, answers the first text with the pong and the text, and closes. */
    private static void talk(InputStream input, OutputStream output) throws Exception {
        accept(keyOf(input), output);
        output.write(FramesTest.frame(0x89, "pong".getBytes(StandardCharsets.UTF_8)));
        String pong = read(input);
        String text = read(input);
        // The pong may come behind the text.
        String both = pong.equals("pong") ? pong + " " + text : text + " " + pong;
        output.write(FramesTest.frame(0x81, both.getBytes(StandardCharsets.UTF_8)));
        byte[] code = {4101 >> 8, (byte) 4101};
        output.write(FramesTest.frame(0x88, FramesTest.joined(code, "later".getBytes(StandardCharsets.UTF_8))));
        equal(read(input).length(), 2);
    }

    private static String read(InputStream input) throws Exception {
        int first = input.read();
        int length = input.read() & 0x7f;
        byte[] masked = new byte[4 + length];
        for (int at = 0; at < masked.length; at++) masked[at] = (byte) input.read();
        byte[] text = new byte[length];
        for (int at = 0; at < length; at++) text[at] = (byte) (masked[4 + at] ^ masked[at % 4]);
        return new String(text, first == 0x88 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    private static String keyOf(InputStream input) throws Exception {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) head.append((char) input.read());
        String name = "Sec-WebSocket-Key: ";
        int begin = head.indexOf(name) + name.length();
        return head.substring(begin, head.indexOf("\r\n", begin));
    }

    private static void accept(String key, OutputStream output) throws Exception {
        byte[] bytes = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII);
        String accept = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(bytes));
        output.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: " + accept + "\r\nSec-WebSocket-Protocol: martlet.v1.json\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    }

    /** Talks with the first connection, and closes it. */
    private static ServerSocket serve(ServerSocket server, Script script) {
        Thread thread = new Thread(() -> {
            try (Socket socket = server.accept()) {
                script.run(socket.getInputStream(), socket.getOutputStream());
            } catch (Exception error) {
                // The client's side of it is what a test looks at.
                System.err.println("# the scripted server: " + error);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static KeyStore store(String keys, String name) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = new FileInputStream(keys + "/" + name)) {
            store.load(file, "password".toCharArray());
        }
        return store;
    }

    private static ServerSocket secure(String keys, String name) throws Exception {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store(keys, name), "password".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0);
    }

    private static Transport trusting(String keys, String name) throws Exception {
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store(keys, name));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return new WebSocketTransport(context.getSocketFactory());
    }

    private static final class Heard implements Transport.Listener {
        private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

        @Override
        public void opened() {
            all.add("opened");
        }

        @Override
        public void text(String text) {
            all.add("text " + text);
        }

        @Override
        public void closed(int code, String reason) {
            all.add("closed " + code + " " + reason);
        }

        /** Null, if it is silent: before the end for ten seconds, then for a tenth of one. */
        String next() throws InterruptedException {
            String next = all.poll(isClosed ? 100 : 10_000, TimeUnit.MILLISECONDS);
            isClosed |= next != null && next.startsWith("closed");
            return next;
        }

        private boolean isClosed;
    }
}
