import Chat
import ClientProtocol
import Cluster
import Domain
import JSON

/// `admin.cluster.handOver`.
enum HandOverLead: AdminOperation {
    static let declaration = Operation(
        "admin.cluster.handOver",
        "Has another node of the cluster lead, whichever node is asked. The reply comes when it leads.", roles: .admin,
        parameters: [to.description],
        result: [
            Field("leader", .string, "The node that leads now."),
            Field("epoch", .integer, "The number of its turn."),
            Field("milliseconds", .integer, "How long it took."),
        ], errors: [.notClustered, .cannotLead, .unavailable]
    ).forOperators

    private static let to = Parameter.string(
        "to", bytes: 1...64, "The node that shall lead. Left out: the one that is least behind."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (to, control) = (try request(Self.to), request.context.cluster)
        return .operate { json throws(CommandError) in
            let done = try control.handOver(to: to)
            json.field("leader", done.leader)
            json.field("epoch", done.status.epoch.number)
            json.field("milliseconds", done.milliseconds)
        }
    }
}
