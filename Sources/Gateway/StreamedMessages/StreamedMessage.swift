import Chat
import ClientProtocol
import Domain
import JSON

/// A message to be streamed: all of it but the text.
struct StreamedDraft: Sendable {
    let draft: Draft
    /// The members of the body beside the text: the JSON text of an object.
    let body: String
    let sender: UserID
    /// N-11: the sender's own rules hold, at both ends.
    let isChecked: Bool
    /// N-06: a text that breaks is sent as far as it came.
    let keepsBroken: Bool

    /// The command that sends it with that text.
    func sending(_ text: String, _ origin: StreamedOrigin) -> StateWork {
        var draft = draft
        draft.body = bodyText(text)
        draft.streamed = origin
        return { [draft, sender, isChecked] chat, json throws(CommandError) in
            try chat.messages.send(draft, as: .user(sender), isChecked: isChecked).writeStreamed(to: &json)
        }
    }

    /// N-07: the change that tells backends of a stop.
    func stopping(_ id: StreamedMessageID, by user: UserID) -> StateWork {
        { [draft, sender] chat, _ throws(CommandError) in
            try chat.messages.noteStopped(draft, id.text, from: sender, by: user)
        }
    }

    private func bodyText(_ text: String) -> String {
        var json = JSONWriter()
        json.object { $0.field("text", text) }
        // Behind what there is beside it: `{…` and `,"text":"…"}`.
        return body == "{}" ? json.text : body.dropLast() + "," + json.text.dropFirst()
    }
}

/// A text as those see it who watch its conversation: it is streamed through this process, or another node tells of it.
class WatchedText {
    let id: StreamedMessageID
    let from: UserID
    let place: StreamedPlace
    var text: StreamedText
    /// So many bytes of it have been told.
    var told = 0

    init(_ id: StreamedMessageID, from: UserID, in place: StreamedPlace, now: Milliseconds) {
        self.id = id
        self.from = from
        self.place = place
        text = StreamedText(now: now)
    }

    var isLive: Bool { true }

    /// It has more text than was told, and is not a message yet.
    var hasNews: Bool { isLive && told < text.length }

    /// N-03: as much as those who watch already have been told, since the next chunk begins there.
    func writeSoFar(to json: inout JSONWriter) {
        json.field("streamID", id.text)
        json.field("from", from.text)
        json.field("text", text.text(in: 0..<told))
    }
}

/// A message on its way, at its home: its text so far, and its state.
final class StreamedMessage: WatchedText {
    enum State {
        case live
        /// It is being sent; these wait for what comes of it.
        case sending([StreamedAsker], StreamBreak?)
        /// The reply of whoever asks for its end again (N-05).
        case over(Reply.Content, at: Milliseconds)
    }

    let draft: StreamedDraft
    let sender: StreamedSender
    /// The request that has begun it: its end is of the same caller.
    let call: Call
    var state = State.live

    init(
        _ id: StreamedMessageID, _ draft: StreamedDraft, _ sender: StreamedSender, in place: StreamedPlace,
        by call: Call, now: Milliseconds
    ) {
        self.draft = draft
        self.sender = sender
        self.call = call
        super.init(id, from: sender.user, in: place, now: now)
    }

    override var isLive: Bool {
        if case .live = state { true } else { false }
    }

    /// N-01: a request with this is the same.
    var name: Name { Name(sender: sender.account, clientID: draft.draft.clientID) }

    struct Name: Hashable {
        let sender: AccountNumber
        let clientID: String
    }

    func isOf(_ call: Call) -> Bool { self.call.caller.name == call.caller.name }

    /// Nobody asks for it any more.
    func isForgotten(now: Milliseconds) -> Bool {
        if case .over(_, let moment) = state { now >= moment + keptAfterwards } else { false }
    }
}

extension StreamedMessage {
    /// The request that sends the message with the text that it ends with.
    func sending(_ reason: StreamBreak?, asBytes: Bool) -> Call {
        let origin = StreamedOrigin(id: id.text, broken: reason)
        return call(.change(draft.sending(text.whole, origin)), asBytes: asBytes) { [text] json in
            json.field("text", text.whole)
            if let reason { json.field("broken", reason.rawValue) }
        }
    }

    func stopping(by user: UserID, asBytes: Bool) -> Call {
        call(.change(draft.stopping(id, by: user)), asBytes: asBytes) { $0.field("stoppedBy", user.text) }
    }

    /// The request that has begun it, with another work. `asBytes`: another node may carry it out, and makes the work of the
    /// data, to which this node adds what it has found.
    private func call(_ work: Work, asBytes: Bool, _ found: (inout JSONWriter) -> Void) -> Call {
        var json = JSONWriter()
        json.object { json in
            json.field("streamID", id.text)
            found(&json)
        }
        return Call(
            operation: call.operation, data: call.data,
            replacement: asBytes ? call.data(with: Array(json.bytes)) : nil,
            isHooked: false, key: nil, caller: call.caller, audited: nil
        ).making(work, nil, call.digestKey)
    }
}

/// So long the end can be repeated.
private let keptAfterwards: Milliseconds = 30_000
