package im.martlet;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** One request over HTTP, which can be sent again as it is. */
final class HttpExchange {
    /** `said` is an empty object if it is not the gateway that has answered. */
    static final class Answer {
        final int status;
        final long retryAfter;
        final Json said;

        Answer(int status, long retryAfter, Json said) {
            this.status = status;
            this.retryAfter = retryAfter;
            this.said = said;
        }
    }

    private static final Json NOTHING = Json.object().build();

    private final String url;
    private final byte[] body;
    private final String adminKey;
    private final String name;
    private final String key;
    private final Json trace;

    HttpExchange(String url, String body, String adminKey, String name, String key, Json trace) {
        this.url = url;
        this.body = body.getBytes(StandardCharsets.UTF_8);
        this.adminKey = adminKey;
        this.name = name;
        this.key = key;
        this.trace = trace;
    }

    Answer run(int timeout) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(Math.min(timeout, 10_000));
        connection.setReadTimeout(timeout);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Martlet-Key", adminKey);
        if (name != null) connection.setRequestProperty("Martlet-As", encoded(name));
        if (key != null) connection.setRequestProperty("Idempotency-Key", key);
        if (trace != null) {
            connection.setRequestProperty("traceparent", trace.string("traceparent"));
            if (trace.has("tracestate")) connection.setRequestProperty("tracestate", trace.string("tracestate"));
        }
        connection.getOutputStream().write(body);
        int status = connection.getResponseCode();
        return new Answer(status, pause(connection.getHeaderField("Retry-After")), said(text(connection, status)));
    }

    private static String encoded(String user) throws IOException {
        return URLEncoder.encode(user, "UTF-8").replace("+", "%20").replace("*", "%2A");
    }

    /** In milliseconds. */
    private static long pause(String seconds) {
        return seconds != null && seconds.matches("[0-9]{1,5}") ? 1000 * Long.parseLong(seconds) : 1000;
    }

    private static String text(HttpURLConnection connection, int status) throws IOException {
        // All is read, so that the connection is good for the next request.
        try (InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            if (stream == null) return "";
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] part = new byte[8192];
            for (int count = stream.read(part); count >= 0; count = stream.read(part)) bytes.write(part, 0, count);
            return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        }
    }

    private static Json said(String text) {
        try {
            Json json = Json.parse(text);
            boolean isOwn = json.kind() == Json.Kind.OBJECT && (json.has("ok") || isError(json.get("error")));
            return isOwn ? json : NOTHING;
        } catch (JsonException foreign) {
            return NOTHING;
        }
    }

    private static boolean isError(Json error) {
        return error != null && error.kind() == Json.Kind.OBJECT && error.has("system");
    }
}
