import Glibc

/// The descriptor that lines go to.
struct LogSink: Sendable {
    let descriptor: Int32

    /// Writes all of it, waiting for a slow reader; false where there is no reader any more.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var written = 0
        while written < bytes.count {
            // Something is left to write.
            let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // Standard error may be a terminal that another process has made non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
