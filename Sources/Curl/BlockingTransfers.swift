import EventLoop
import Locking

/// Requests of threads that may wait for the answer. Connections are kept from one request to the next.
package final class BlockingTransfers: Sendable {
    private let options: TransferOptions
    private let idle = Lock<[Lane]>([])

    /// `@unchecked Sendable`: a thread takes it out of `idle`, and alone has it until it puts it back.
    private final class Lane: @unchecked Sendable {
        let transfers: Transfers<Void>

        init(_ options: TransferOptions) throws(SystemError) {
            transfers = Transfers(try Multi(connectionsToOneHost: 1), options)
        }

        func answer(_ request: TransferRequest) -> TransferReply {
            transfers.begin(request, with: ())
            while true {
                // Its time-out ends it, if nothing else does.
                if let (_, reply) = transfers.advance().first { return reply }
                transfers.wait(milliseconds: 1_000)
            }
        }
    }

    package init(_ options: TransferOptions) {
        self.options = options
    }

    /// Waits for the answer, as long as the options allow.
    package func answer(_ request: TransferRequest) -> TransferReply {
        do throws(SystemError) {
            let kept = idle.withLock { $0.popLast() }
            let lane = if let kept { kept } else { try Lane(options) }
            let reply = lane.answer(request)
            idle.withLock { $0.append(lane) }
            return reply
        } catch {
            var reply = TransferReply()
            reply.failure = "\(error)"
            return reply
        }
    }
}
