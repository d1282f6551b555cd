import Chat
import ClientProtocol
import EventLoop
import JSON
import Meters
import Storage
import Telemetry
import Transport

/// Gives clients the replies that come from the store's threads.
final class Replies {
    private let link: ShardLink
    private let peers: PeerTable

    init(_ link: ShardLink, _ peers: PeerTable) {
        self.link = link
        self.peers = peers
    }

    /// Returns the connection that has the reply now; nil if it has gone.
    func give(_ reply: Reply) -> Connection? {
        let pendingReply = reply.pendingReply
        count(pendingReply, reply.content.result)
        guard let connection = link.shard.connection(pendingReply.connection) else { return nil }
        if pendingReply.isChange, case .user(let session) = peers[connection] { session.changesUnderWay -= 1 }
        switch reply.content {
        case .result(let result): link.send(to: connection) { $0.reply(to: pendingReply.request, result) }
        case .refusal(let refusal), .fault(let refusal):
            if refusal.code == .quotaExceeded { link.metrics.messagesOverQuota.add() }
            link.send(to: connection) { $0.reply(to: pendingReply.request, refusing: refusal) }
        }
        return connection
    }

    /// The reply to a request that the store has not carried out.
    func failure(of pendingReply: PendingReply, _ error: StoreError) -> Reply {
        if !error.isEnvironment, error.kind != .overloaded, error.kind != .closed {
            link.context.log.error(
                "store", ["operation": link.context.operations.names[pendingReply.operation], "reason": "\(error)"])
        }
        return Reply(pendingReply, .fault(refusal(for: error)))
    }

    func count(_ pendingReply: PendingReply, _ result: RequestResult) {
        let took = Int(Clock.monotonicNanoseconds - pendingReply.began)
        link.metrics.requests.record(operation: pendingReply.operation, result, nanoseconds: took)
    }
}

private func refusal(for error: StoreError) -> Refusal {
    switch error.kind {
    case .full: Refusal(.unavailable, "the gateway's disk is full; nothing was done")
    case .readOnly: Refusal(.unavailable, "the gateway's store is read-only; nothing was done")
    case .busy, .inputOutput: Refusal(.unavailable, "the gateway's store cannot be reached; nothing was done")
    case .corrupt: Refusal(.unavailable, "the gateway's store is damaged; nothing was done")
    case .overloaded: Refusal(.unavailable, "the gateway is overloaded; nothing was done")
    case .closed: Refusal(.unavailable, "the gateway is shutting down; nothing was done")
    case .constraint, .broken: Refusal(.internal)
    }
}

extension Reply.Content {
    fileprivate var result: RequestResult {
        switch self {
        case .result: .ok
        case .refusal: .refused
        case .fault: .failed
        }
    }
}
