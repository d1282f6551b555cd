import Chat
import ClientProtocol
import Domain

/// `admin.broadcast.stop`.
enum StopBroadcast: AdminOperation {
    static let declaration = Operation(
        "admin.broadcast.stop",
        "Stops a broadcast: sessions that have not been told are not, and devices that come later do not get it. Who has it "
            + "keeps it.",
        roles: .admin, parameters: [BroadcastParameters.seq.description], errors: [.noMessage, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let seq = Seq(try request(BroadcastParameters.seq))
        return .change { chat, _ throws(CommandError) in try chat.broadcasts.stop(seq) }
    }
}
