import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.broadcast.status`.
enum ReadBroadcastStatus: AdminOperation {
    static let declaration = Operation(
        "admin.broadcast.status",
        "Tells how far a broadcast has come. Of a cluster, the node that is asked tells of its own sessions.",
        roles: .admin, parameters: [BroadcastParameters.seq.description], result: BroadcastParameters.fields,
        errors: [.noMessage, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let seq = Seq(try request(BroadcastParameters.seq))
        let (progress, now) = (request.context.broadcasts, request.context.configuration.now.time)
        return .read { transaction, json throws(CommandError) in
            guard let broadcast = try stored(BroadcastQueries.broadcast(seq, in: transaction)) else {
                throw .refused(.noMessage, keys: ["seq"])
            }
            broadcast.writeWhole(progress, at: now, to: &json)
        }
    }
}
