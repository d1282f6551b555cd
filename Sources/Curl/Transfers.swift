import CCurl
import EventLoop
import Glibc

/// Requests under way together, several on one connection where the server speaks HTTP/2. Each comes back with its load.
package final class Transfers<Load> {
    private let multi: Multi
    private let options: TransferOptions
    private var underWay: [UnsafeMutableRawPointer: (transfer: Transfer, load: Load)] = [:]

    package init(_ multi: Multi, _ options: TransferOptions) {
        self.multi = multi
        self.options = options
    }

    deinit {
        for (transfer, _) in underWay.values { remove(transfer) }
    }

    package var count: Int { underWay.count }

    /// When to advance again though no socket is ready, in monotonic nanoseconds.
    package var deadline: Int64? { multi.deadline }

    package func begin(_ request: TransferRequest, with load: Load) {
        let transfer = Transfer(request, options)
        underWay[transfer.pointer] = (transfer, load)
        requireDone(curl_multi_add_handle(multi.pointer, transfer.pointer))
    }

    /// Does what can be done at once; returns those that have ended.
    package func advance() -> [(load: Load, reply: TransferReply)] {
        multi.advance()
        var ended: [(load: Load, reply: TransferReply)] = []
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

    /// Waits until there is something to do, and so long at most; for those that have a queue to wait on.
    package func wait(milliseconds: Int32) {
        let due = deadline.map { max(0, ($0 - Clock.monotonicNanoseconds + 999_999) / 1_000_000) }
        var watched = pollfd(fd: multi.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&watched, 1, min(milliseconds, Int32(clamping: due ?? Int64(milliseconds))))
    }

    private func remove(_ transfer: Transfer) {
        requireDone(curl_multi_remove_handle(multi.pointer, transfer.pointer))
    }
}
