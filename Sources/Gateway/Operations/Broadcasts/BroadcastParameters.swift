import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.broadcast…`: what backends tell everybody.
enum BroadcastParameters {
    static let seq = Parameter.integer("seq", in: 1...4_294_967_295, "The broadcast's number.")
    static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many broadcasts.")

    /// What a backend sees of a broadcast.
    static let fields =
        Broadcast.fields + [
            Field("clientMsgId", .string, "The backend's own id for it."),
            Field("to", .words(BroadcastAudience.allCases.map { "\($0.word)" }), "Whom it is for."),
            Field(
                "state", .words(BroadcastStanding.allCases.map(\.rawValue)),
                "`telling`: sessions are being told; `told`: all have been; `stopped`; `expired`; `past`: it came before "
                    + "this node began to run, and what it did then is not known."),
            Field(optional: "told", .integer, "How many sessions of this node have been told. Absent with `past`."),
            Field(
                optional: "of", .integer,
                "How many sessions this node had when it came. Those that ended before their turn were not told."),
        ]
}

/// How a broadcast stands at this node.
enum BroadcastStanding: String, CaseIterable {
    case telling, told, stopped, expired, past

    init(of broadcast: Broadcast, _ count: BroadcastProgress.Count?, at now: Milliseconds) {
        self =
            switch (broadcast.state, count) {
            case (.stopped, _): .stopped
            case (.sent, let count?) where count.isTelling: .telling
            case (.sent, _) where broadcast.place.isExpired(at: now): .expired
            case (.sent, _?): .told
            case (.sent, nil): .past
            }
    }
}

extension Broadcast {
    /// `BroadcastParameters.fields`.
    func writeWhole(_ progress: BroadcastProgress, at now: Milliseconds, to json: inout JSONWriter) {
        write(to: &json)
        writeForBackends(to: &json)
        let count = progress.count(of: seq)
        json.field("state", BroadcastStanding(of: self, count, at: now).rawValue)
        if let count {
            json.field("told", count.told)
            json.field("of", count.of)
        }
    }
}
