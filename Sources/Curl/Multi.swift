import CCurl
import EventLoop
import Glibc

/// libcurl's handle for many transfers at once, and the sockets and the moment that it waits for.
///
/// libcurl says which sockets to watch (CURLMOPT_SOCKETFUNCTION), and an epoll descriptor of ours watches them; so one
/// Dispatch source serves all, and a socket that libcurl closes leaves nothing behind.
package final class Multi {
    let pointer: UnsafeMutableRawPointer
    private var poller: Poller
    /// When libcurl wants to be called again whatever the sockets do, in monotonic nanoseconds.
    private(set) var deadline: Int64?

    package init(connectionsToOneHost: Int) throws(SystemError) {
        precondition(isLibraryReady, "libcurl cannot begin")
        poller = try Poller(eventsPerTurn: 64)
        guard let pointer = curl_multi_init() else { preconditionFailure("libcurl makes no handle") }
        self.pointer = pointer
        requireDone(martlet_curl_limit(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsToOneHost))
        // By itself libcurl keeps four times as many connections as transfers are under way, so it drops what the next need.
        requireDone(martlet_curl_limit(pointer, CURLMOPT_MAXCONNECTS, connectionsToOneHost))
        let argument = Unmanaged.passUnretained(self).toOpaque()
        requireDone(
            martlet_curl_on_sockets(
                pointer,
                { _, socket, what, argument, _ in
                    // It is the argument that is given below.
                    Unmanaged<Multi>.fromOpaque(argument!).takeUnretainedValue().watch(socket, what)
                    return 0
                }, argument))
        requireDone(
            martlet_curl_on_timer(
                pointer,
                { _, milliseconds, argument in
                    // It is the argument that is given below.
                    Unmanaged<Multi>.fromOpaque(argument!).takeUnretainedValue().setDeadline(after: milliseconds)
                    return 0
                }, argument))
    }

    deinit {
        curl_multi_cleanup(pointer)
    }

    /// Readable when libcurl has something to do.
    package var descriptor: Int32 { poller.descriptor }

    /// Does what the sockets and the clock allow, and never waits.
    func advance() {
        var running: Int32 = 0
        for index in 0..<poller.wait(timeout: 0) {
            let (token, readiness) = poller.event(index)
            var mask: Int32 = 0
            if readiness.contains(.input) { mask |= CURL_CSELECT_IN }
            if readiness.mayWrite { mask |= CURL_CSELECT_OUT }
            // Libcurl looks at the socket itself to tell what is wrong.
            requireDone(curl_multi_socket_action(pointer, Int32(token), mask, &running))
        }
        while let deadline, deadline <= Clock.monotonicNanoseconds {
            self.deadline = nil
            requireDone(curl_multi_socket_action(pointer, CURL_SOCKET_TIMEOUT, 0, &running))
        }
    }

    /// A socket may be closed already when libcurl has no more use for it, and its number in use again. One that cannot be
    /// watched, for lack of memory, has its request come to its time-out.
    private func watch(_ socket: Int32, _ what: Int32) {
        switch what {
        case CURL_POLL_IN: _ = poller.set(socket, .input, token: UInt64(socket))
        case CURL_POLL_OUT: _ = poller.set(socket, .output, token: UInt64(socket))
        case CURL_POLL_INOUT: _ = poller.set(socket, [.input, .output], token: UInt64(socket))
        default: poller.forget(socket)
        }
    }

    private func setDeadline(after milliseconds: Int) {
        deadline = milliseconds < 0 ? nil : Clock.monotonicNanoseconds + Int64(milliseconds) * 1_000_000
    }
}

private let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

/// For calls that fail only when libcurl is used wrongly, or memory ends.
func requireDone(_ code: CURLMcode) {
    precondition(code == CURLM_OK, "libcurl: \(String(cString: curl_multi_strerror(code)))")
}

func requireDone(_ code: CURLcode) {
    precondition(code == CURLE_OK, "libcurl: \(String(cString: curl_easy_strerror(code)))")
}
