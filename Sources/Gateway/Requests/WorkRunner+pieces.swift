import ClientProtocol
import Domain
import EventLoop
import Routing
import Storage

/// Requests that change much, a piece at a time, so that others' requests go between.
extension WorkRunner {
    func hand(_ pieces: Pieces, of request: QueuedRequest) {
        request.trace?.handOver()
        let (store, mailbox) = (link.context.store, link.mailbox)
        writes.append { committer, transaction throws(StoreError) in
            try committer.carryOut(pieces, from: 0, of: request, transaction) { results in
                Self.goOn(pieces, from: pieces.perPiece, results, of: request, store, mailbox)
            }
        } failed: { error in
            mailbox.post { $0.fail(request.address, error) }
        }
    }

    /// Behind all that has come meanwhile.
    private static func goOn(
        _ pieces: Pieces, from start: Int, _ results: [[UInt8]], of request: QueuedRequest, _ store: Store<Committer>,
        _ mailbox: Mailbox<ShardGateway>
    ) {
        request.trace?.handOver()
        store.write { committer, transaction throws(StoreError) in
            try committer.carryOut(pieces, from: start, results, of: request, transaction) { results in
                goOn(pieces, from: start + pieces.perPiece, results, of: request, store, mailbox)
            }
        } failed: { error in
            mailbox.post { $0.fail(request.address, error) }
        }
    }

    // MARK: - On a cluster

    func forward(_ work: Work, of request: QueuedRequest, _ call: ForwardedCall, to cluster: ClusterMember) {
        if case .changeInPieces(let pieces) = work, pieces.count > pieces.perPiece, cluster.carriesOutPieces {
            forward(pieces, from: 0, [], of: request, call, to: cluster)
        } else {
            cluster.forward(.call(call), of: request.session, at: request.address)
        }
    }

    /// Each piece is a request of its own, which the leader carries out once, and the next leader if need be: pieces of one
    /// record would keep it from others for so long that it loses its lease.
    private func forward(
        _ pieces: Pieces, from start: Int, _ results: [[UInt8]], of request: QueuedRequest, _ call: ForwardedCall,
        to cluster: ClusterMember
    ) {
        let piece = PendingReply(
            asker: .call { [self] content in
                let next = start + pieces.perPiece
                guard case .ok(let list) = content else {
                    return end(request, call, with: content, isFirst: start == 0)
                }
                let results = results + [list]
                if next < pieces.count {
                    forward(pieces, from: next, results, of: request, call, to: cluster)
                } else {
                    end(request, call, with: Pieces.reply(with: results), isFirst: false)
                }
            }, operation: nil, began: Clock.monotonicNanoseconds)
        let address = ReplyAddress(ticket: replies.expect(piece), request: 0)
        cluster.forward(.piece(call, from: start), of: request.session, at: address)
    }

    private func end(_ request: QueuedRequest, _ call: ForwardedCall, with content: Reply.Content, isFirst: Bool) {
        if !isFirst, let audited = call.audited { link.context.recordEnd(of: audited, content) }
        replies.give(Reply(request.address, content))
    }
}
