import Client
import Framing
import JSON
import Testing

/// Shortcuts for what tests ask and look at most.
extension ClientSession {
    /// `more` are further parameters as JSON members.
    func open(token: String?, device: String = "d1", _ more: String = "") throws -> Reply {
        let token = token.map { #""token": "\#($0)", "# } ?? ""
        let rest = more.isEmpty ? "" : ", \(more)"
        return try request("session.open", #"{\#(token)"device": "\#(device)"\#(rest)}"#)
    }

    /// The devices of `session.list`, oldest first.
    func devices() throws -> [String] {
        let list = try request("session.list").get()
        return try #require(list["sessions"]?.elements).compactMap { $0["device"]?.string }
    }

    /// From `session.list`.
    func identifier(ofDevice device: String) throws -> String {
        let sessions = try #require(try request("session.list").get()["sessions"]?.elements)
        return try #require(sessions.first { $0["device"]?.string == device }?["session"]?.string)
    }

    /// The error with which a request is refused.
    func refusal(_ operation: String, _ data: String? = nil) throws -> ServerError {
        try #require(try request(operation, data).error, "\(operation) was not refused")
    }

    /// Sends a text that may be no request, and reads the reply to `id`.
    func refusal(of text: String, id: UInt64?) throws -> ServerError {
        try connection.send(text)
        return try #require(try reply(to: id).error, "\(text) was not refused")
    }
}

extension Reply {
    /// `tim 6206 signatureExpired`, or nil for a result.
    var code: String? { error.map { "\($0.system) \($0.code) \($0.name)" } }
}

extension ServerError {
    /// `gw 1001`
    var number: String { "\(system) \(code)" }
}
