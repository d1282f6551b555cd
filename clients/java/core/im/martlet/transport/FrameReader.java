package im.martlet.transport;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads what a server sends, by RFC 6455: messages are put together from their fragments. */
final class FrameReader {
    enum Kind { TEXT, PING, PONG, CLOSE }

    static final class Frame {
        final Kind kind;
        /** Of a text, and the reason of a close frame. */
        final String text;
        final byte[] bytes;
        final int code;

        Frame(Kind kind, String text, byte[] bytes, int code) {
            this.kind = kind;
            this.text = text;
            this.bytes = bytes;
            this.code = code;
        }
    }

    /** The server breaks the protocol. */
    static final class Violation extends IOException {
        private static final long serialVersionUID = 1;
        final int code;

        Violation(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    /** Of a close frame without a code. */
    static final int NO_CODE = 1005;
    /** The gateway's largest replies, pages of a hundred messages, are a tenth of it. */
    private static final int MOST_BYTES = 16 << 20;

    private final InputStream input;
    /** The fragments of a message that has not ended; null: none has begun. */
    private ByteArrayOutputStream message;

    FrameReader(InputStream input) {
        this.input = input;
    }

    /** The next message, or frame of control. */
    Frame next() throws IOException {
        for (;;) {
            int first = read();
            int second = read();
            boolean isFinal = (first & 0x80) != 0;
            int opcode = first & 0x0f;
            check((first & 0x70) == 0, "a reserved bit");
            check((second & 0x80) == 0, "a masked frame");
            long length = length(second & 0x7f);
            if (opcode >= 8) {
                check(isFinal && length < 126, "a frame of control that is too long, or a fragment");
                ByteArrayOutputStream payload = new ByteArrayOutputStream();
                read((int) length, payload);
                return control(opcode, payload.toByteArray());
            }
            if (opcode == 2) throw new Violation(1003, "a binary message");
            check(opcode == (message == null ? 1 : 0), "a fragment out of its order, or an unknown opcode");
            if (message == null) message = new ByteArrayOutputStream();
            if (length > MOST_BYTES - message.size()) throw new Violation(1009, "a message that is too large");
            read((int) length, message);
            if (!isFinal) continue;
            Frame whole = new Frame(Kind.TEXT, decoded(message.toByteArray(), 0), null, 0);
            message = null;
            return whole;
        }
    }

    private Frame control(int opcode, byte[] payload) throws IOException {
        if (opcode == 9) return new Frame(Kind.PING, null, payload, 0);
        if (opcode == 10) return new Frame(Kind.PONG, null, payload, 0);
        check(opcode == 8 && payload.length != 1, "an unknown opcode, or half of a close code");
        if (payload.length == 0) return new Frame(Kind.CLOSE, "", payload, NO_CODE);
        int code = (payload[0] & 0xff) << 8 | payload[1] & 0xff;
        boolean isKnown = code >= 1000 && code <= 1014 && code != 1004 && code != NO_CODE && code != 1006;
        check(isKnown || code >= 3000 && code < 5000, "a close code that no one may send");
        return new Frame(Kind.CLOSE, decoded(payload, 2), payload, code);
    }

    private long length(int length) throws IOException {
        if (length < 126) return length;
        long whole = 0;
        for (int left = length == 126 ? 2 : 8; left > 0; left--) whole = whole << 8 | read();
        check(whole >= (length == 126 ? 126 : 65_536), "a length that is not written in the shortest form");
        return whole;
    }

    private static String decoded(byte[] bytes, int from) throws IOException {
        try {
            ByteBuffer all = ByteBuffer.wrap(bytes, from, bytes.length - from);
            return StandardCharsets.UTF_8.newDecoder().decode(all).toString();
        } catch (CharacterCodingException error) {
            throw new Violation(1007, "a text that is no UTF-8");
        }
    }

    /** What is not there yet takes no memory. */
    private void read(int length, ByteArrayOutputStream into) throws IOException {
        byte[] piece = new byte[Math.min(length, 16_384)];
        for (int left = length; left > 0; ) {
            int count = input.read(piece, 0, Math.min(left, piece.length));
            if (count < 0) throw new EOFException("the connection has ended");
            into.write(piece, 0, count);
            left -= count;
        }
    }

    private int read() throws IOException {
        int next = input.read();
        if (next < 0) throw new EOFException("the connection has ended");
        return next;
    }

    private static void check(boolean is, String otherwise) throws Violation {
        if (!is) throw new Violation(1002, otherwise);
    }
}
