import Client
import JSON
import Testing

/// A reply to `message.search`. What is to be in each is required to be.
struct SearchPage {
    struct Hit {
        let message: Message
        let conversation: String
        /// `text 0-5` for a piece of the text.
        let matches: [String]
    }

    let hits: [Hit]
    let cursor: String?
    let isFinished: Bool
    let isComplete: Bool

    init(_ json: JSONValue) throws {
        hits = try #require(json["hits"]?.elements).map { try Hit($0) }
        cursor = json["cursor"]?.string
        isFinished = try #require(json["isFinished"]?.bool as Bool?)
        isComplete = try #require(json["isComplete"]?.bool as Bool?)
        #expect((cursor == nil) == isFinished)
    }

    var texts: [String] { hits.map { $0.message.text ?? "" } }
}

extension SearchPage.Hit {
    init(_ json: JSONValue) throws {
        let message = try #require(json["message"])
        self.message = try Message(message)
        conversation = try #require(message["conversationID"]?.string)
        matches = try #require(json["matches"]?.elements).map { match in
            let (start, end) = (try #require(match["start"]?.int), try #require(match["end"]?.int))
            return "\(try #require(match["member"]?.string)) \(start)-\(end)"
        }
    }
}

extension ClientSession {
    /// `more` are further parameters as JSON members.
    func search(_ query: String, _ more: String = "") throws -> SearchPage {
        let rest = more.isEmpty ? "" : ", \(more)"
        return try SearchPage(try request("message.search", #"{"query": "\#(query)"\#(rest)}"#).get())
    }

    /// The texts of all pages.
    func found(_ query: String, _ more: String = "") throws -> [String] {
        var texts: [String] = []
        var page = try search(query, more)
        texts += page.texts
        while let cursor = page.cursor {
            page = try search(query, #""cursor": "\#(cursor)"\#(more.isEmpty ? "" : ", \(more)")"#)
            texts += page.texts
        }
        return texts
    }
}

extension GatewayProcess {
    /// Until so many messages were put into the index since the start.
    func waitUntilIndexed(_ count: Int) throws {
        // A file that is made anew answers, too.
        #expect(try metric("martlet_search_files_lost_total") == 0)
        try until("\(count) messages in the index") {
            try metrics("martlet_search_indexed_total").allSatisfy { $0 >= Double(count) }
        }
    }
}
