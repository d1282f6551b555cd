package im.martlet.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The opening handshake of RFC 6455, section 4.1. */
final class Handshake {
    private static final String UNIQUE = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final int MOST_BYTES = 16_384;

    private Handshake() {}

    static void perform(URI uri, InputStream input, OutputStream output) throws IOException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String key = base64(random);
        output.write(request(uri, key).getBytes(StandardCharsets.US_ASCII));
        output.flush();
        String[] lines = head(input).split("\r\n");
        if (!lines[0].startsWith("HTTP/1.1 101")) throw new IOException("the gateway has answered " + lines[0]);
        Map<String, String> headers = headers(lines);
        check(headers, "upgrade", "websocket");
        check(headers, "connection", "upgrade");
        if (!accept(key).equals(headers.get("sec-websocket-accept"))) throw new IOException("this is no WebSocket");
        String protocol = headers.getOrDefault("sec-websocket-protocol", Transport.SUBPROTOCOL);
        if (!protocol.equals(Transport.SUBPROTOCOL)) throw new IOException("the gateway speaks " + protocol);
        if (headers.containsKey("sec-websocket-extensions")) throw new IOException("an extension unasked");
    }

    private static String request(URI uri, String key) {
        return line("GET", uri) + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: " + key + "\r\nSec-WebSocket-Protocol: " + Transport.SUBPROTOCOL + "\r\n\r\n";
    }

    /** The first line of a request over HTTP, and the host. */
    static String line(String method, URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String host = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
        return method + " " + path + query + " HTTP/1.1\r\nHost: " + host + "\r\n";
    }

    /** By their names in small letters. */
    static Map<String, String> headers(String[] lines) {
        Map<String, String> headers = new HashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon <= 0) continue;
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
        }
        return headers;
    }

    private static void check(Map<String, String> headers, String name, String wanted) throws IOException {
        String value = headers.getOrDefault(name, "").toLowerCase(Locale.ROOT);
        if (!value.equals(wanted)) throw new IOException("the gateway's header " + name + " is " + value);
    }

    /** Up to the empty line, and not a byte of the frames behind it. */
    static String head(InputStream input) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n", Math.max(0, head.length() - 4)) < 0) {
            int next = input.read();
            if (next < 0) throw new EOFException("the gateway has ended the connection");
            if (head.length() == MOST_BYTES) throw new IOException("the gateway's headers are too long");
            head.append((char) next);
        }
        return head.toString();
    }

    private static String accept(String key) {
        try {
            byte[] bytes = (key + UNIQUE).getBytes(StandardCharsets.US_ASCII);
            return base64(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-1", missing);
        }
    }

    /** Android has one only since version 8. */
    static String base64(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; at += 3) {
            int group = 0;
            for (int next = at; next < at + 3; next++) {
                group = group << 8 | (next < bytes.length ? bytes[next] & 0xff : 0);
            }
            for (int digit = 0; digit < 4; digit++) {
                boolean isThere = at + digit <= bytes.length;
                text.append(isThere ? DIGITS.charAt(group >> 6 * (3 - digit) & 0x3f) : '=');
            }
        }
        return text.toString();
    }
}
