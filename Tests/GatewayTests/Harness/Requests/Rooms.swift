import Client
import JSON
import Testing

/// A message of a room as frames and `room.enter` show it.
struct RoomPost: Equatable {
    let seq: Int
    let msgID: String
    let clientMsgID: String
    let from: String?
    let text: String?
    let priority: String
    let isRecalled: Bool

    init(_ json: JSONValue) throws {
        seq = try #require(json["seq"]?.int)
        msgID = try #require(json["msgId"]?.string)
        clientMsgID = try #require(json["clientMsgId"]?.string)
        from = json["from"]?.string
        text = json["body"]?["text"]?.string
        priority = try #require(json["priority"]?.string)
        isRecalled = json["isRecalled"]?.bool == true
        #expect((json["time"]?.int ?? 0) > 0)
    }
}

/// Parameters that name a room. `more` are further parameters as JSON members.
func room(_ id: String, _ more: String = "") -> String {
    #"{"roomID": "\#(id)"\#(more.isEmpty ? "" : ", \(more)")}"#
}

/// Parameters of `room.send` for a text.
func speech(_ text: String, in id: String, as clientMsgID: String = uniqueID(), _ more: String = "") -> String {
    room(
        id,
        #""clientMsgId": "\#(clientMsgID)", "type": 0, "body": {"text":"\#(text)"}"#
            + (more.isEmpty ? "" : ", \(more)"))
}

extension ClientSession {
    /// `verb`: `create` of `admin.room.create`, by an administrator's session.
    @discardableResult
    func manageRoom(_ verb: String, _ id: String, _ more: String = "") throws -> JSONValue {
        try request("admin.room.\(verb)", room(id, more)).get()
    }

    @discardableResult
    func enter(_ id: String, _ more: String = "") throws -> JSONValue {
        try request("room.enter", room(id, more)).get()
    }

    @discardableResult
    func say(_ text: String, in id: String, as clientMsgID: String = uniqueID(), _ more: String = "") throws
        -> JSONValue
    {
        try request("room.send", speech(text, in: id, as: clientMsgID, more)).get()
    }

    /// Of the next frames, until so many messages have come.
    func heard(_ count: Int) throws -> [RoomPost] {
        var posts: [RoomPost] = []
        while posts.count < count {
            if let messages = try event("room.frame")["messages"]?.elements {
                posts += try messages.map { try RoomPost($0) }
            }
        }
        return posts
    }

    /// The next frame that has the member.
    func frame(with member: StaticString) throws -> JSONValue {
        while true {
            let frame = try event("room.frame")
            if frame[member] != nil { return frame }
        }
    }
}

extension JSONValue {
    /// Of a list.
    var firstElement: JSONValue? { elements.flatMap { Array($0).first } }
}

func posts(in entered: JSONValue) throws -> [RoomPost] {
    try #require(entered["messages"]?.elements).map { try RoomPost($0) }
}
