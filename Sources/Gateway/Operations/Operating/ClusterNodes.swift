import Chat
import ClientProtocol
import Cluster
import Domain
import JSON

/// The nodes of the cluster, and which of them leads.
extension OperationTable {
    @OperationList static var clusterNodes: [OperationDefinition] {
        let node = ValueType.object([
            Field("node", .string),
            Field("role", .words(["leader", "candidate", "follower", "joining", "gone", "halted"])),
            Field("position", .integer), Field("lagRecords", .integer), Field("lagMilliseconds", .integer),
            Field("since", .milliseconds), Field("seen", .milliseconds), Field("version", .string),
        ])
        Operation(
            "admin.cluster.status", "Tells who leads the cluster, and how far each node is, as this node knows it.",
            roles: .admin,
            result: [
                Field("clustered", .boolean, "False: the gateway runs alone, and `nodes` is empty."),
                Field(optional: "cluster", .string, "The cluster's name."),
                Field(optional: "node", .string, "The node that answers."),
                Field(optional: "leader", .string, "The node that leads; absent if this one knows of none."),
                Field(
                    optional: "leaseUntil", .milliseconds,
                    "Until when nobody else can lead, if the lease is not renewed."),
                Field(optional: "epoch", .integer, "The number of the leader's turn."),
                Field(optional: "position", .integer, "The newest record of the log."),
                Field(optional: "waiting", .integer, "Requests of this node's clients that are not carried out yet."),
                Field("nodes", .list(node), "By name. What is said of others is as of their last renewals."),
            ]
        ).admin { request, _ throws(Refusal) in
            let control = request.context.cluster
            return .reply { json in
                guard let (cluster, status) = control.status else {
                    json.field("clustered", false)
                    return json.array("nodes") { _ in }
                }
                json.field("clustered", true)
                json.field("cluster", cluster)
                json.field("node", status.name)
                let members = status.standing?.members ?? []
                if let leader = members.first(where: { $0.incarnation == status.leader && status.isLiving($0) }) {
                    json.field("leader", leader.node)
                }
                if let until = status.standing?.leaseUntil { json.field("leaseUntil", until) }
                json.field("epoch", status.epoch.number)
                json.field("position", status.end.number)
                json.field("waiting", status.queues.requests)
                json.array("nodes") { json in
                    for member in members { write(member, of: status, to: &json) }
                }
            }
        }

        let to = Parameter.string(
            "to", bytes: 1...64, "The node that shall lead. Left out: the one that is least behind."
        ).optional
        Operation(
            "admin.cluster.handOver",
            "Has another node of the cluster lead, whichever node is asked. The reply comes when it leads.",
            roles: .admin,
            parameters: [to],
            result: [
                Field("leader", .string, "The node that leads now."),
                Field("epoch", .integer, "The number of its turn."),
                Field("milliseconds", .integer, "How long it took."),
            ], errors: [.notClustered, .cannotLead, .unavailable]
        ).forOperators.admin { request, _ throws(Refusal) in
            let (to, control) = (try request(to), request.context.cluster)
            return .operate { json throws(CommandError) in
                let done = try control.handOver(to: to)
                json.field("leader", done.leader)
                json.field("epoch", done.status.epoch.number)
                json.field("milliseconds", done.milliseconds)
            }
        }
    }
}

private func write(_ member: Member, of status: NodeStatus, to json: inout JSONWriter) {
    let isOwn = member.incarnation == status.incarnation
    let applied = isOwn ? status.applied : member.applied
    json.object { json in
        json.field("node", member.node)
        json.field("role", isOwn ? ownRole(status) : role(of: member, status))
        json.field("position", applied.number)
        json.field("lagRecords", max(0, status.end.number - applied.number))
        json.field("lagMilliseconds", isOwn ? status.lagMilliseconds : member.lag)
        json.field("since", member.since)
        json.field("seen", member.seen)
        json.field("version", member.build.version)
    }
}

private func ownRole(_ status: NodeStatus) -> String { status.role.rawValue }

/// As the log and the lease say.
private func role(of member: Member, _ status: NodeStatus) -> String {
    if !status.isLiving(member) { return status.hasEnded(member) ? "gone" : "joining" }
    return member.incarnation == status.leader ? "leader" : "follower"
}
