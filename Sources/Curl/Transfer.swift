import CCurl
import Glibc

/// One request on its way, with the memory that libcurl uses meanwhile.
final class Transfer {
    let pointer: UnsafeMutableRawPointer
    private let headers: UnsafeMutablePointer<curl_slist>?
    private let body: UnsafeMutableRawBufferPointer?
    private let message: UnsafeMutableBufferPointer<CChar>
    private let answerHeaders: [String]
    private let answerLimit: Int
    private let mayBePrivate: Bool
    private var received: [UInt8] = []

    init(_ request: TransferRequest, _ options: TransferOptions) {
        guard let pointer = curl_easy_init() else { preconditionFailure("libcurl makes no transfer") }
        self.pointer = pointer
        headers = request.headers.reduce(nil) { list, line in
            guard let longer = curl_slist_append(list, line) else { preconditionFailure("no memory for a header") }
            return longer
        }
        body = request.body.map { bytes in
            let body = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            body.copyBytes(from: bytes)
            return body
        }
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0)
        answerHeaders = request.answerHeaders
        answerLimit = request.answerLimit
        mayBePrivate = request.mayBePrivate
        set(request, options)
        listen()
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(headers)
        body?.deallocate()
        message.deallocate()
    }

    func reply(_ result: CURLcode) -> TransferReply {
        var reply = TransferReply()
        reply.status = martlet_curl_status(pointer)
        reply.body = received
        // The other side may say any number.
        reply.retryAfterSeconds = Int(min(max(martlet_curl_retry_after_seconds(pointer), 0), longestRetryAfterSeconds))
        for name in answerHeaders {
            if let value = martlet_curl_header(pointer, name) { reply.headers[name] = String(cString: value) }
        }
        reply.milliseconds = Int(martlet_curl_microseconds(pointer) / 1_000)
        // Beyond its limit the answer was not wanted.
        if result != CURLE_OK && received.count < answerLimit {
            // libcurl needs CURL_ERROR_SIZE bytes: it is not empty.
            reply.failure = String(cString: message.baseAddress!)
            if reply.failure.isEmpty { reply.failure = String(cString: curl_easy_strerror(result)) }
        }
        return reply
    }

    private func set(_ request: TransferRequest, _ options: TransferOptions) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, request.url.hasPrefix("http:") ? "http" : "https")
        // Without a proxy, even if the environment names one.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_USERAGENT, "Martlet")
        if let authorities = options.authorities {
            set(CURLOPT_CAINFO, authorities)
            // Debian's libcurl would trust the system's, too.
            requireDone(martlet_curl_unset(pointer, CURLOPT_CAPATH))
        }
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Rather one connection for all than one for each that begins before the first has spoken; but without TLS it is HTTP/1.1,
        // and each would wait for the answer to the one before.
        if request.url.hasPrefix("https:") { set(CURLOPT_PIPEWAIT, 1) }
        set(CURLOPT_CONNECTTIMEOUT_MS, options.connectMilliseconds)
        set(CURLOPT_TIMEOUT_MS, options.answerMilliseconds)
        set(CURLOPT_NOSIGNAL, 1)
        // A name that is still being looked up does not hold up the end.
        set(CURLOPT_QUICK_EXIT, 1)
        requireDone(martlet_curl_set_headers(pointer, headers))
        if let body { requireDone(martlet_curl_set_body(pointer, body.baseAddress, body.count)) }
        switch request.method {
        // Else libcurl would wait for the body that the answer announces.
        case .head: set(CURLOPT_NOBODY, 1)
        case .some(let method): set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        case nil: break
        }
        requireDone(martlet_curl_set_error_buffer(pointer, message.baseAddress))
    }

    private func listen() {
        let own = Unmanaged.passUnretained(self).toOpaque()
        requireDone(
            martlet_curl_on_body(
                pointer,
                { bytes, _, count, argument in
                    // It is the argument that is given below.
                    let transfer = Unmanaged<Transfer>.fromOpaque(argument!).takeUnretainedValue()
                    return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: count))
                }, own))
        requireDone(
            martlet_curl_on_socket(
                pointer,
                { argument, _, address in
                    // It is the argument that is given below.
                    let transfer = Unmanaged<Transfer>.fromOpaque(argument!).takeUnretainedValue()
                    // libcurl asks for a socket to an address.
                    return transfer.openSocket(to: address!)
                }, own))
    }

    private func set(_ option: CURLoption, _ text: String) {
        requireDone(martlet_curl_set_text(pointer, option, text))
    }

    private func set(_ option: CURLoption, _ number: Int) {
        requireDone(martlet_curl_set_number(pointer, option, number))
    }

    /// How much of it was taken; less than all ends the transfer.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        let taken = min(bytes.count, answerLimit - received.count)
        received.append(contentsOf: bytes.prefix(taken))
        return taken
    }

    /// Called with each address that the host's name stands for, as it is about to be connected to: what was looked up
    /// before could have changed.
    private func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        // Longer than it is declared.
        let start = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        if !mayBePrivate && !isPublic(socketAddress: start) { return CURL_SOCKET_BAD }
        let (family, kind) = (address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue))
        let descriptor = socket(family, kind, address.pointee.protocol)
        if descriptor >= 0 { endWithSilence(descriptor) }
        return descriptor
    }
}

/// Ends a connection whose other side no longer acknowledges anything: else the next requests would wait on it, too.
private func endWithSilence(_ descriptor: Int32) {
    var milliseconds = longestSilence
    let size = socklen_t(MemoryLayout.size(ofValue: milliseconds))
    let failure = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
    precondition(failure == 0, "a TCP socket without TCP_USER_TIMEOUT: error \(errno)")
}

/// In milliseconds.
private let longestSilence: UInt32 = 20_000

/// Longer than anybody waits.
private let longestRetryAfterSeconds: Int64 = 30 * 86_400
