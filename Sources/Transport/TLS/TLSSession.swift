import Bytes
import COpenSSL

/// TLS as a value between two byte strings: ciphertext goes in, plaintext comes out, and the other way round.
///
/// It owns no buffer. All sessions of a shard read from and write to the shard's `TLSWindow`, which is set to the
/// connection at hand before each call.
final class TLSSession {
    enum Outcome: Equatable {
        case plaintext(Int)
        /// All ciphertext is used up.
        case needsMore
        /// The peer said that it will send no more (close_notify).
        case ended
        case failed(String)
    }

    private let session: OpaquePointer
    private let window: TLSWindow
    /// Keeps the certificates and the name table alive.
    private let context: TLSContext

    init(_ context: TLSContext, window: TLSWindow) {
        self.context = context
        self.window = window
        session = context.makeSession()
        BIO_up_ref(window.bio)
        SSL_set_bio(session, window.bio, window.bio)
        SSL_set_accept_state(session)
    }

    deinit {
        SSL_free(session)
    }

    var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

    /// Once established, it has something to say by itself only to a client that begins a second handshake: in TLS 1.2, which has
    /// neither key updates nor tickets behind the handshake.
    var saysNothingUnasked: Bool { SSL_version(session) == TLS1_2_VERSION }

    /// The handshake was all that the peer wanted: it has seen the certificate of a challenge.
    var isValidation: Bool { martlet_ssl_was_validation(session) == 1 }

    /// Decrypts what the window holds into `plain`; also what drives the handshake. Look at `window.output` afterwards.
    func decrypt(into plain: UnsafeMutableRawBufferPointer) -> Outcome {
        ERR_clear_error()
        var count = 0
        if SSL_read_ex(session, plain.baseAddress, plain.count, &count) == 1 { return .plaintext(count) }
        switch SSL_get_error(session, 0) {
        case SSL_ERROR_WANT_READ: return .needsMore
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed(lastError())
        }
    }

    /// Encrypts `plain` to the window's output. False: the session is broken.
    func encrypt(_ plain: UnsafeRawBufferPointer) -> Bool {
        ERR_clear_error()
        var count = 0
        return SSL_write_ex(session, plain.baseAddress, plain.count, &count) == 1 && count == plain.count
    }

    /// Says to the peer that no more will come; once is enough.
    func end() {
        // A second SSL_shutdown would read, and the window's input may be another connection's.
        guard SSL_get_shutdown(session) & SSL_SENT_SHUTDOWN == 0 else { return }
        ERR_clear_error()
        // Before the handshake is done there is nobody to tell: the call fails, and the socket's end says it all.
        if isEstablished { SSL_shutdown(session) }
        ERR_clear_error()
    }
}

/// Storage that the window keeps for the next output.
private let keptOutput = 1 << 20

/// Where the TLS sessions of one shard read and write: one BIO whose bytes are the shard's buffers.
final class TLSWindow {
    fileprivate let bio: OpaquePointer
    /// Ciphertext of the connection at hand that has not been read yet.
    var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Ciphertext for the connection at hand.
    var output = ByteBuffer()

    init() {
        bio = BIO_new(windowMethod.pointer)
        BIO_set_init(bio, 1)
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
    }

    func clearOutput() {
        if output.allocated > keptOutput { output.release() } else { output.clear() }
    }

    deinit {
        BIO_set_data(bio, nil)
        BIO_free(bio)
    }
}

/// `@unchecked Sendable`: the table of callbacks is never changed once made.
private struct WindowMethod: @unchecked Sendable {
    let pointer: OpaquePointer

    init() {
        pointer = BIO_meth_new(Int32(BIO_TYPE_SOURCE_SINK) | BIO_get_new_index(), "martlet window")
        BIO_meth_set_read(pointer) { bio, destination, size in
            guard let bio, let destination, size > 0 else { return 0 }
            let window = Unmanaged<TLSWindow>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
            let count = min(Int(size), window.input.count)
            if count == 0 {
                BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                return -1
            }
            // It has `count` bytes.
            UnsafeMutableRawPointer(destination).copyMemory(from: window.input.baseAddress!, byteCount: count)
            window.input = UnsafeRawBufferPointer(rebasing: window.input[count...])
            return Int32(count)
        }
        BIO_meth_set_write(pointer) { bio, source, size in
            guard let bio, let source, size > 0 else { return 0 }
            let window = Unmanaged<TLSWindow>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
            window.output.append(UnsafeRawBufferPointer(start: source, count: Int(size)))
            return size
        }
        BIO_meth_set_ctrl(pointer) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    }
}

private let windowMethod = WindowMethod()
