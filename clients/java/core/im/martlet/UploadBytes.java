package im.martlet;

import im.martlet.json.Json;
import im.martlet.transport.Transfer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** The bytes of an upload, and how far they have come. One thread at a time sends, and may wait. */
final class UploadBytes {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    /** A transfer may take so long, and a millisecond for each byte: slower ones the gateway ends, too (U-16). */
    private static final int PATIENCE = 30_000;

    private final Settings settings;
    private final MediaFile file;
    private final LongConsumer progress;
    /** What has arrived, as far as it is known. */
    private volatile long sent;
    /** Only the gateway knows what has arrived. */
    private boolean isUnsure;
    private volatile boolean isCancelled;

    /** @param progress hears how far it is, in any thread */
    UploadBytes(Settings settings, MediaFile file, boolean isUnsure, LongConsumer progress) {
        this.settings = settings;
        this.file = file;
        this.isUnsure = isUnsure;
        this.progress = progress;
    }

    long sent() {
        return sent;
    }

    void cancel() {
        isCancelled = true;
    }

    boolean isCancelled() {
        return isCancelled;
    }

    static MartletException stopped() {
        return new MartletException("stopped", "the upload was stopped");
    }

    /** Sends as `media.prepare` says. After `connectionLost`, `urlEnded` and `otherDigest` it may be tried again. */
    void send(Json plan) throws MartletException {
        try {
            switch (plan.string("kind")) {
                case "offsets":
                    sendFromOffset(plan);
                    break;
                case "parts":
                    sendParts(plan);
                    break;
                case "form":
                    sendForm(plan);
                    break;
                default:
                    transfer("PUT", plan.string("url"), strings(plan.map("headers")), 0, file.size);
                    arrived(file.size);
            }
        } catch (MartletException error) {
            isUnsure = true;
            throw error;
        }
    }

    /** To the gateway itself, behind what it has. */
    private void sendFromOffset(Json plan) throws MartletException {
        String url = plan.string("url");
        long most = Math.max(1, plan.integer("pieceBytes", Long.MAX_VALUE));
        boolean wasElsewhere = false;
        if (isUnsure) find(url);
        do {
            long start = sent;
            long end = start + Math.min(most, file.size - start);
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Upload-Offset", String.valueOf(start));
            headers.put("Content-Type", "application/offset+octet-stream");
            boolean isElsewhere = transfer("PATCH", url, headers, start, end).status == 409;
            // A gateway that contradicts itself is asked again after a while, and not at once for ever.
            if (isElsewhere && wasElsewhere) throw new MartletException("connectionLost", "two offsets were refused");
            wasElsewhere |= isElsewhere;
            if (isElsewhere) find(url);
            else arrived(end);
        } while (sent < file.size);
    }

    private void find(String url) throws MartletException {
        String offset = transfer("HEAD", url, Collections.emptyMap(), 0, 0).offset;
        boolean isNumber = offset != null && offset.matches("[0-9]{1,18}");
        if (!isNumber || Long.parseLong(offset) > file.size) {
            throw new MartletException("notUploaded", "the gateway does not say what has arrived");
        }
        arrived(Long.parseLong(offset));
        isUnsure = false;
    }

    /** The next plan has the URLs of more of them. */
    private void sendParts(Json plan) throws MartletException {
        long bytes = plan.integer("bytes");
        long before = plan.integer("first") - 1;
        if (bytes <= 0 || before < 0 || before > file.size / bytes) {
            throw new MartletException("notUploaded", "the gateway wants parts that the file has not");
        }
        arrived(before * bytes);
        for (Json url : plan.list("urls")) {
            long end = Math.min(sent + bytes, file.size);
            if (sent < end) transfer("PUT", url.asString(), Collections.emptyMap(), sent, end);
            arrived(end);
        }
    }

    /** The file comes last: a store takes nothing behind it. */
    private void sendForm(Json plan) throws MartletException {
        String line = "martlet" + Ids.random();
        StringBuilder head = new StringBuilder();
        strings(plan.map("fields")).forEach((name, value) -> head.append("--").append(line)
            .append("\r\nContent-Disposition: form-data; name=\"").append(name).append("\"\r\n\r\n").append(value)
            .append("\r\n"));
        head.append("--").append(line)
            .append("\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n");
        byte[] before = head.toString().getBytes(StandardCharsets.UTF_8);
        byte[] behind = ("\r\n--" + line + "--\r\n").getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers =
            Collections.singletonMap("Content-Type", "multipart/form-data; boundary=" + line);
        Body body = body(0, file.size, true);
        InputStream form = new SequenceInputStream(Collections.enumeration(Arrays.asList(
            new ByteArrayInputStream(before), body, new ByteArrayInputStream(behind))));
        long length = before.length + file.size + behind.length;
        transfer("POST", plan.string("url"), headers, body, form, length);
        arrived(file.size);
    }

    private void arrived(long bytes) {
        sent = bytes;
        progress.accept(bytes);
    }

    private Transfer.Answer transfer(String method, String url, Map<String, String> headers, long start, long end)
            throws MartletException {
        Body body = body(start, end, true);
        return transfer(method, url, headers, body, body, end - start);
    }

    private Transfer.Answer transfer(
            String method, String url, Map<String, String> headers, Body body, InputStream all, long length)
            throws MartletException {
        // A gateway's own URLs are paths.
        String absolute = absolute(settings, url);
        int patience = (int) Math.min(Integer.MAX_VALUE, PATIENCE + length);
        Transfer.Answer answer;
        try {
            answer = settings.transport.send(new Transfer(method, absolute, headers, all, length, patience));
        } catch (IOException error) {
            throw problem(body, error);
        } finally {
            body.close();
        }
        if (answer.status < 300 || answer.status == 409 && method.equals("PATCH")) return answer;
        throw new MartletException("http", answer.status, nameOf(answer.status), "HTTP " + answer.status,
            Collections.emptyList());
    }

    private static String nameOf(int status) {
        switch (status) {
            case 408: case 425: case 429:
                return "connectionLost";
            // Its time is over, or it belonged to a store that is no more: another may work.
            case 401: case 403: case 404: case 410:
                return "urlEnded";
            case 413:
                return "tooLarge";
            case 460:
                return "otherDigest";
            default:
                return status >= 500 ? "connectionLost" : "notUploaded";
        }
    }

    /** Why bytes were not sent: by the file, the application, or the network. */
    MartletException problem(Body body, IOException error) {
        if (isCancelled) return stopped();
        if (body.failure != null) return new MartletException("fileGone", String.valueOf(body.failure.getMessage()));
        return new MartletException("connectionLost", String.valueOf(error.getMessage()));
    }

    /** @param isTold progress hears of what is read */
    Body body(long start, long end, boolean isTold) {
        return new Body(start, end, isTold);
    }

    /** A part of the file. It is opened when it is read. */
    final class Body extends InputStream {
        private final boolean isTold;
        private final long end;
        private long place;
        private InputStream opened;
        /** Why the file could not be read; null: it could. */
        private IOException failure;

        private Body(long start, long end, boolean isTold) {
            place = start;
            this.end = end;
            this.isTold = isTold;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int at, int most) throws IOException {
            if (isCancelled) throw new InterruptedIOException("the upload was stopped");
            if (place == end) return -1;
            int count = readFile(into, at, (int) Math.min(most, end - place));
            place += count;
            if (isTold) progress.accept(place);
            return count;
        }

        private int readFile(byte[] into, int at, int most) throws IOException {
            try {
                if (opened == null) opened = openedAt(place);
                int count = opened.read(into, at, most);
                if (count < 0) throw new IOException(file.name + " has become shorter");
                return count;
            } catch (IOException error) {
                failure = error;
            } catch (RuntimeException error) {
                // Android throws one when the application may not read a file any more.
                failure = new IOException(String.valueOf(error), error);
            }
            throw failure;
        }

        private InputStream openedAt(long start) throws IOException {
            InputStream bytes = file.bytes.open();
            for (long left = start; left > 0; ) {
                long skipped = bytes.skip(left);
                if (skipped <= 0 && bytes.read() < 0) throw new IOException(file.name + " has become shorter");
                left -= Math.max(1, skipped);
            }
            return bytes;
        }

        @Override
        public void close() {
            if (opened == null) return;
            try {
                opened.close();
            } catch (IOException error) {
                // What was wanted of it was read.
                failure = error;
            }
        }
    }

    private static Map<String, String> strings(Map<String, Json> members) {
        Map<String, String> strings = new LinkedHashMap<>();
        members.forEach((name, value) -> strings.put(name, value.asString()));
        return strings;
    }

    /** A URL, or a path at the gateway. */
    static String absolute(Settings settings, String url) {
        return URI.create(settings.url.replaceFirst("^ws", "http")).resolve(url).toString();
    }

    /** By the letters of URLs, and without padding. Android has one only since version 8. */
    static String base64(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; at += 3) {
            int left = Math.min(3, bytes.length - at);
            int group = 0;
            for (int next = 0; next < 3; next++) group = group << 8 | (next < left ? bytes[at + next] & 0xff : 0);
            for (int digit = 0; digit <= left; digit++) text.append(DIGITS.charAt(group >> 6 * (3 - digit) & 0x3f));
        }
        return text.toString();
    }
}
