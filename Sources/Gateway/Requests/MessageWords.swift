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

/// Looks at the texts of a message that a user sends.
struct MessageReview {
    /// Nil: there are none.
    fileprivate var words: MessageWords?
    private(set) var isMasked = false
    /// The message shall be looked at.
    private(set) var isQueued = false

    /// The text as it may be told. `key`: where it stands.
    mutating func text(_ text: String?, in key: String) throws(Refusal) -> String? {
        guard let words, let text else { return text }
        if words.refused.isIn(text) { throw Refusal(.forbiddenWords, keys: [key]) }
        if words.queued.isIn(text) { isQueued = true }
        guard let masked = words.masked.masked(text) else { return text }
        isMasked = true
        return masked
    }

    /// A body with the text in it as it may be told; nothing else of it is looked at.
    mutating func body(_ body: String) throws(Refusal) -> String {
        if words == nil { return body }
        let document = JSONDocument()
        guard let members = try? document.parse(body).members else { preconditionFailure("the body is no object") }
        var json = JSONWriter()
        var isChanged = false
        json.beginObject()
        for (key, value) in members {
            let name = key.string ?? ""
            json.key(text: name)
            if name == "text", let text = value.string, let told = try self.text(text, in: "body"), told != text {
                json.value(told)
                isChanged = true
            } else {
                json.value(raw: value.raw)
            }
        }
        json.endObject()
        return isChanged ? json.text : body
    }
}

extension Draft {
    /// Has stars in the place of words, and tells whether the message shall be looked at. A repeat is known by what was sent.
    mutating func apply(_ words: MessageWords) throws(Refusal) -> Bool {
        var review = words.review
        body = try review.body(body)
        pushText = try review.text(pushText, in: "apnsContent")
        let optionText = try review.text(memberOption?.text, in: "apnsMemberOption.apnsContent")
        memberOption?.text = optionText
        if review.isMasked { settings.insert(.replaced) }
        return review.isQueued
    }
}
