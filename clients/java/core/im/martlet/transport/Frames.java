package im.martlet.transport;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/** Frames as a client sends them: whole and masked (RFC 6455, 5.2). */
final class Frames {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;

    private Frames() {}

    static byte[] text(String text) {
        return frame(1, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] close(int code) {
        return frame(8, new byte[] {(byte) (code >> 8), (byte) code});
    }

    static byte[] pong(byte[] payload) {
        return frame(10, payload);
    }

    private static byte[] frame(int opcode, byte[] payload) {
        int length = payload.length;
        int more = length < 126 ? 0 : length < 65_536 ? 2 : 8;
        byte[] frame = new byte[2 + more + 4 + length];
        frame[0] = (byte) (FINAL | opcode);
        frame[1] = (byte) (MASKED | (more == 0 ? length : more == 2 ? 126 : 127));
        for (int at = 0; at < more; at++) frame[1 + more - at] = (byte) ((long) length >> 8 * at);
        byte[] mask = new byte[4];
        RANDOM.nextBytes(mask);
        System.arraycopy(mask, 0, frame, 2 + more, 4);
        for (int at = 0; at < length; at++) frame[6 + more + at] = (byte) (payload[at] ^ mask[at % 4]);
        return frame;
    }
}
