package im.martlet.transport;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.Tests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public final class FramesTest {
    private FramesTest() {}

    public static void addTo(Tests tests) {
        tests.add("a text comes through under every split of its bytes", () -> {
            byte[] bytes = joined(frame(0x01, "Gr".getBytes(StandardCharsets.UTF_8)), frame(0x89, new byte[] {7}),
                frame(0x00, new byte[] {(byte) 0xc3}), frame(0x80, new byte[] {(byte) 0xbc, 'n'}),
                frame(0x81, new byte[0]));
            for (int split = 0; split < bytes.length; split++) {
                FrameReader reader = new FrameReader(new Split(bytes, split));
                equal(reader.next().bytes[0], (byte) 7);
                equal(reader.next().text, "Grün");
                equal(reader.next().text, "");
                fails(EOFException.class, reader::next);
            }
        });
        tests.add("lengths of all forms come through, in both directions", () -> {
            for (int length : new int[] {0, 1, 125, 126, 127, 65_535, 65_536, 100_000}) {
                char[] text = new char[length];
                Arrays.fill(text, 'x');
                byte[] sent = unmasked(Frames.text(new String(text)));
                equal(new FrameReader(new ByteArrayInputStream(sent)).next().text, new String(text));
            }
        });
        tests.add("what breaks the protocol is refused with the code of RFC 6455", () -> {
            equal(violation(0xc1, 0x00), 1002);
            equal(violation(0x81, 0x80, 1, 2, 3, 4), 1002);
            equal(violation(0x83, 0x00), 1002);
            equal(violation(0x8b, 0x00), 1002);
            equal(violation(0x80, 0x00), 1002);
            equal(violation(0x01, 0x00, 0x81, 0x00), 1002);
            equal(violation(0x09, 0x00), 1002);
            equal(violation(0x89, 0x7e, 0x00, 0x7e), 1002);
            equal(violation(0x81, 0x7e, 0x00, 0x7d), 1002);
            equal(violation(0x81, 0x7f, 0, 0, 0, 0, 0, 0, 0xff, 0xff), 1002);
            equal(violation(0x81, 0x7f, 0xff, 0, 0, 0, 0, 0, 0, 0), 1002);
            equal(violation(0x88, 0x01, 0x03), 1002);
            equal(violation(0x88, 0x02, 0x03, 0xed), 1002);
            equal(violation(0x88, 0x02, 0x00, 0x01), 1002);
            equal(violation(0x82, 0x00), 1003);
            equal(violation(0x81, 0x01, 0xff), 1007);
            equal(violation(0x81, 0x02, 0xed, 0xa0), 1007);
            equal(violation(0x88, 0x03, 0x03, 0xe8, 0xff), 1007);
            equal(violation(0x81, 0x7f, 0, 0, 0, 0, 1, 0, 0, 1), 1009);
        });
        tests.add("a close frame has its code and reason, or none", () -> {
            FrameReader.Frame closed = new FrameReader(bytes(0x88, 0x04, 0x10, 0x68, 'h', 'i')).next();
            equal(closed.code + closed.text, "4200hi");
            equal(new FrameReader(bytes(0x88, 0x00)).next().code, FrameReader.NO_CODE);
        });
        tests.add("base64 is that of RFC 4648", () -> {
            String[] texts = {"", "f", "fo", "foo", "foob", "fooba", "foobar"};
            String[] wanted = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
            for (int at = 0; at < texts.length; at++) {
                equal(Handshake.base64(texts[at].getBytes(StandardCharsets.US_ASCII)), wanted[at]);
            }
            equal(Handshake.base64(new byte[] {-1, -17, -66}), "/+++");
        });
    }

    private static int violation(int... bytes) throws Exception {
        FrameReader reader = new FrameReader(bytes(bytes));
        return fails(FrameReader.Violation.class, () -> {
            reader.next();
            reader.next();
        }).code;
    }

    private static InputStream bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int at = 0; at < bytes.length; at++) bytes[at] = (byte) values[at];
        return new ByteArrayInputStream(bytes);
    }

    /** As a server sends it. */
    static byte[] frame(int first, byte[] payload) {
        return joined(new byte[] {(byte) first, (byte) payload.length}, payload);
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) all.write(part, 0, part.length);
        return all.toByteArray();
    }

    /** A client's frame as a server's. */
    private static byte[] unmasked(byte[] frame) {
        equal(frame[1] & 0x80, 0x80);
        int length = frame[1] & 0x7f;
        int head = length < 126 ? 2 : length == 126 ? 4 : 10;
        byte[] result = new byte[frame.length - 4];
        System.arraycopy(frame, 0, result, 0, head);
        result[1] &= 0x7f;
        for (int at = head + 4; at < frame.length; at++) {
            result[at - 4] = (byte) (frame[at] ^ frame[head + (at - head) % 4]);
        }
        return result;
    }

    /** Gives the bytes in two pieces. */
    private static final class Split extends InputStream {
        private final byte[] bytes;
        private final int split;
        private int at;

        Split(byte[] bytes, int split) {
            this.bytes = bytes;
            this.split = split;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int end = at < split ? split : bytes.length;
            int count = Math.min(length, end - at);
            if (count == 0) return length == 0 ? 0 : -1;
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }
}
