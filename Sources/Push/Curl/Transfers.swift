import CCurl

/// Requests under way together, several on one connection where the server speaks HTTP/2. Each comes back with its load.
final class Transfers<Load> {
    private let multi: Multi
    private let options: ProviderClientOptions
    private var underWay: [UnsafeMutableRawPointer: (transfer: Transfer, load: Load)] = [:]

    init(_ multi: Multi, _ options: ProviderClientOptions) {
        self.multi = multi
        self.options = options
    }

    deinit {
        for (transfer, _) in underWay.values { remove(transfer) }
    }

    var count: Int { underWay.count }

    /// When to advance again though no socket is ready, in monotonic nanoseconds.
    var deadline: Int64? { multi.deadline }

    func begin(_ request: ProviderRequest, with load: Load) {
        let transfer = Transfer(request, options)
        underWay[transfer.pointer] = (transfer, load)
        requireDone(curl_multi_add_handle(multi.pointer, transfer.pointer))
    }

    /// Does what can be done at once; returns those that have ended.
    func advance() -> [(load: Load, reply: ProviderReply)] {
        multi.advance()
        var ended: [(load: Load, reply: ProviderReply)] = []
        var rest: Int32 = 0
        while let message = curl_multi_info_read(multi.pointer, &rest) {
            guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
                let (transfer, load) = underWay.removeValue(forKey: pointer)
            else { preconditionFailure("libcurl ends a transfer that nobody began") }
            ended.append((load, transfer.reply(martlet_curl_result(message))))
            remove(transfer)
        }
        return ended
    }

    private func remove(_ transfer: Transfer) {
        requireDone(curl_multi_remove_handle(multi.pointer, transfer.pointer))
    }
}
