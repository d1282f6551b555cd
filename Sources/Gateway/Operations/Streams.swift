import ClientProtocol
import JSON
import Ledger
import Routing
import ServerAPI

extension ShardGateway {
    static func acknowledgeStreams(_ call: Call, _ session: Session) throws(Refusal) {
        let positions = Positions(
            user: try call(StreamOperations.userSeq).map(Int64.init),
            conversations: try call(StreamOperations.conversationSeqs), teams: try call(StreamOperations.groupSeqs))
        let (device, account) = (session.record.device, session.account)
        call.change(by: session) { books in
            try books.acknowledge(positions, device: device, of: account)
            return { _ in }
        }
    }

    static func readStream(_ call: Call, _ session: Session) throws(Refusal) {
        let after = Int64(try call(StreamOperations.after))
        let limit = try call(StreamOperations.limit)
        let (account, device, bytes) = (session.account, session.record.device, call.gateway.pageBytes)
        call.ask { books in
            let page = try books.events(of: account, on: device, after: after, limit: limit, bytes: bytes)
            return { json in
                json.events(page.events)
                json.field("seq", page.seq)
                json.field("isFinished", page.isFinished)
            }
        }
    }
}
