import Client
import JSON
import Testing

/// Parameters of `admin.message.begin`. `more` are further parameters as JSON members.
func beginning(
    _ conversation: String, as clientMsgID: String = uniqueID(), from user: String = "bot", _ more: String = ""
)
    -> String
{
    #"{"conversationID": "\#(conversation)", "clientMsgId": "\#(clientMsgID)", "from": "\#(user)""#
        + (more.isEmpty ? "" : ", \(more)") + "}"
}

func streamed(_ id: String, _ more: String = "") -> String {
    #"{"streamID": "\#(id)"\#(more.isEmpty ? "" : ", \(more)")}"#
}

/// By an administrator's session.
extension ClientSession {
    /// Returns the message's id while it is streamed.
    func begin(
        _ conversation: String, as clientMsgID: String = uniqueID(), from user: String = "bot", _ more: String = ""
    )
        throws -> String
    {
        let begun = try request("admin.message.begin", beginning(conversation, as: clientMsgID, from: user, more)).get()
        return try #require(begun["streamID"]?.string)
    }

    @discardableResult
    func append(_ text: String, at offset: Int, to id: String) throws -> Int? {
        try request("admin.message.append", chunk(text, at: offset, to: id)).get()["length"]?.int
    }

    func chunk(_ text: String, at offset: Int, to id: String) -> String {
        streamed(id, #""offset": \#(offset), "text": "\#(text)""#)
    }

    /// `verb`: `finish` or `abort`.
    @discardableResult
    func end(_ verb: String = "finish", _ id: String) throws -> JSONValue {
        try request("admin.message.\(verb)", streamed(id)).get()
    }
}

/// By a user's session.
extension ClientSession {
    /// The texts so far.
    @discardableResult
    func watch(_ conversations: String...) throws -> [String] {
        let ids = conversations.map { "\"\($0)\"" }.joined(separator: ",")
        let ok = try request("conversation.watch", #"{"conversationIDs": [\#(ids)]}"#).get()
        let places = try #require(ok["conversations"]?.elements.map(Array.init))
        #expect(places.map { $0["conversationID"]?.string } == conversations)
        return try places.flatMap { try #require($0["streams"]?.elements) }.compactMap { $0["text"]?.string }
    }

    /// The text that has come by `message.appended` in one message, of which `text` has come before, once it has that many bytes.
    func heardText(_ length: Int, after text: String = "", of id: String) throws -> String {
        var text = text
        while text.utf8.count < length {
            let event = try event("message.appended")
            try #require(event["streamID"]?.string == id && event["offset"]?.int == text.utf8.count)
            text += try #require(event["text"]?.string)
        }
        return text
    }
}
