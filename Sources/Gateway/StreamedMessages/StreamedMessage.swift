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

    private func bodyText(_ text: String) -> String {
        var json = JSONWriter()
        json.object { $0.field("text", text) }
        // Behind what there is beside it: `{…` and `,"text":"…"}`.
        return body == "{}" ? json.text : body.dropLast() + "," + json.text.dropFirst()
    }
}

/// A message on its way, at its home: its text so far, and its state.
final class StreamedMessage {
    enum State {
        case live
        /// It is being sent; these wait for what comes of it.
        case sending([ReplyAddress], StreamBreak?)
        /// The reply of whoever asks for its end again (N-05).
        case over(Reply.Content, at: Milliseconds)
    }

    let id: StreamedMessageID
    let draft: StreamedDraft
    let sender: StreamedSender
    let place: StreamedPlace
    /// The request that has begun it: its end is of the same caller.
    let call: Call
    var text: StreamedText
    /// So many bytes of it have been told.
    var told = 0
    var state = State.live

    init(
        _ id: StreamedMessageID, _ draft: StreamedDraft, _ sender: StreamedSender, in place: StreamedPlace,
        by call: Call, now: Milliseconds
    ) {
        self.id = id
        self.draft = draft
        self.sender = sender
        self.place = place
        self.call = call
        text = StreamedText(now: now)
    }

    var isLive: Bool {
        if case .live = state { true } else { false }
    }

    /// It has more text than was told, and is not a message yet.
    var hasNews: Bool { isLive && told < text.length }

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

    func conversation(for account: AccountNumber) -> ConversationID { place.id(for: account) }
}

extension Call {
    /// The request that has begun a message, with the text that it ends with. `asBytes`: another node may carry it out, and makes
    /// the command of the data.
    func sending(_ text: String, _ origin: StreamedOrigin, by draft: StreamedDraft, asBytes: Bool) -> Call {
        var json = JSONWriter()
        json.object { json in
            json.field("text", text)
            json.field("streamID", origin.id)
            if let broken = origin.broken { json.field("broken", broken.rawValue) }
        }
        return Call(
            operation: operation, data: data, replacement: asBytes ? data(with: Array(json.bytes)) : nil,
            isHooked: false, key: nil, caller: caller, audited: nil
        ).making(.change(draft.sending(text, origin)), nil, digestKey)
    }
}

/// So long the end can be repeated.
private let keptAfterwards: Milliseconds = 30_000
