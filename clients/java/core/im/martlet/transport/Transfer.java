package im.martlet.transport;

import java.io.InputStream;
import java.util.Map;

/** A request over HTTP with bytes of a file. It is sent once, and no redirection is followed. */
public final class Transfer {
    public final String method;
    public final String url;
    public final Map<String, String> headers;
    /** Has `length` bytes. Reading it fails where the file cannot be read, or the upload was cancelled. */
    public final InputStream body;
    public final long length;
    /** A transfer without an answer after so long has failed. */
    public final int milliseconds;

    public Transfer(
            String method, String url, Map<String, String> headers, InputStream body, long length, int milliseconds) {
        this.method = method;
        this.url = url;
        this.headers = headers;
        this.body = body;
        this.length = length;
        this.milliseconds = milliseconds;
    }

    /** Of an answer's head, what uploads need. */
    public static final class Answer {
        public final int status;
        /** The header `Upload-Offset`; null if there is none. */
        public final String offset;

        public Answer(int status, String offset) {
            this.status = status;
            this.offset = offset;
        }
    }
}
