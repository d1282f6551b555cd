import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// V-09: the words of `moderation`, and what is done about each.
struct MessageWords: Sendable {
    fileprivate let refused: WordList
    fileprivate let masked: WordList
    fileprivate let queued: WordList

    init(_ moderation: Configuration.Moderation) {
        refused = WordList(moderation.refusedWords)
        masked = WordList(moderation.maskedWords)
        queued = WordList(moderation.queuedWords)
    }

    /// Of one message of a user.
    var review: MessageReview {
        let isOff = refused.isEmpty && masked.isEmpty && queued.isEmpty
        return MessageReview(words: isOff ? nil : self)
    }
}

/// A word that a message may not have, as the list writes it, and where it stands.
struct RefusedWord {
    let word: String
    let key: String

    /// Refuses the message. Backends that name `message.refused` are told of it (V-14), but not of what a hook has put in
    /// the place of a message.
    func refuse(_ request: Request, by caller: UserCaller) throws(Refusal) -> Work {
        let refusal = Refusal(.forbiddenWords, keys: [key])
        let isTold = request.context.configuration.events.kinds.contains(.messageRefused)
        guard isTold, !request.isReplaced else { throw refusal }
        var json = JSONWriter()
        json.object { json in
            json.field("operation", request.operation.name)
            for name in ["conversationID", "channelID", "roomID", "clientMsgId", "msgId"] as [StaticString] {
                if let id = request.data?[name]?.string { json.field(name, id) }
            }
            json.field("word", word)
            json.error(refusal)
        }
        return .refuse { [detail = json.text, account = caller.account] chat, _ throws(CommandError) in
            try chat.work.note(refused: detail, of: account)
            throw .refused(refusal)
        }
    }
}

/// Looks at the texts of a message that a user sends.
struct MessageReview {
    /// Nil: there are none.
    fileprivate var words: MessageWords?
    /// The first one: the message is refused.
    private(set) var refused: RefusedWord?
    private(set) var isMasked = false
    /// The message shall be looked at.
    private(set) var isQueued = false

    /// The text as it may be told. `key`: where it stands.
    mutating func text(_ text: String?, in key: String) -> String? {
        guard let words, let text else { return text }
        if refused == nil { refused = words.refused.first(in: text).map { RefusedWord(word: $0, key: key) } }
        if words.queued.isIn(text) { isQueued = true }
        guard let masked = words.masked.masked(text) else { return text }
        isMasked = true
        return masked
    }

    /// A body with the text in it as it may be told, and the texts of its elements (M-53); nothing else of it is looked at.
    mutating func body(_ body: String) -> String {
        if words == nil { return body }
        let document = JSONDocument()
        guard let object = try? document.parse(body), object.kind == .object else {
            preconditionFailure("the body is no object")
        }
        var json = JSONWriter()
        let isChanged = write(object, to: &json)
        return isChanged ? json.text : body
    }

    /// Writes a body as it may be told, and returns whether that is another.
    private mutating func write(_ body: JSONValue, to json: inout JSONWriter) -> Bool {
        guard let members = body.members else {
            json.value(raw: body.raw)
            return false
        }
        var isChanged = false
        json.beginObject()
        for (key, value) in members {
            let name = key.string ?? ""
            json.key(text: name)
            if name == "text", let text = value.string, let told = self.text(text, in: "body"), told != text {
                json.value(told)
                isChanged = true
            } else if name == "elements", let elements = value.elements {
                json.beginArray()
                for element in elements where write(element: element, to: &json) { isChanged = true }
                json.endArray()
            } else {
                json.value(raw: value.raw)
            }
        }
        json.endObject()
        return isChanged
    }

    private mutating func write(element: JSONValue, to json: inout JSONWriter) -> Bool {
        guard let members = element.members else {
            json.value(raw: element.raw)
            return false
        }
        var isChanged = false
        json.beginObject()
        for (key, value) in members {
            let name = key.string ?? ""
            json.key(text: name)
            if name == "body" {
                if write(value, to: &json) { isChanged = true }
            } else {
                json.value(raw: value.raw)
            }
        }
        json.endObject()
        return isChanged
    }
}

extension Draft {
    /// Has stars in the place of words, and tells what else was found. A repeat is known by what was sent.
    mutating func apply(_ words: MessageWords) -> MessageReview {
        var review = words.review
        body = review.body(body)
        pushText = review.text(pushText, in: "apnsContent")
        let optionText = review.text(memberOption?.text, in: "apnsMemberOption.apnsContent")
        memberOption?.text = optionText
        if review.isMasked { settings.insert(.replaced) }
        return review
    }
}
