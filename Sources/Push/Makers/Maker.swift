import Curl
import Domain
import JSON

/// A phone maker's push service, with an app's credentials at it: its wire format and the meaning of its answers.
protocol Maker: Sendable {
    var endpoint: ParsedURL { get }

    /// A token that is made here. Nil: none is.
    func ownToken(at now: Milliseconds) -> (text: String, life: Seconds)?
    /// The request for a new token. Nil: none is asked for.
    func tokenRequest(at now: Milliseconds) -> ProviderRequest?
    /// Nil: the answer has none.
    func token(in answer: JSONValue) -> (text: String, life: Seconds)?

    func request(
        for pushRequest: PushRequest, token: String, at now: Milliseconds
    ) throws(Undeliverable) -> ProviderRequest

    /// The code of an answer to a push, and what the maker says beside it. Nil: it has none.
    func code(in answer: JSONValue) -> (code: String, message: String)?
    /// Any other code speaks of our key, our rights or the maker's state, as far as anybody knows.
    static var codes: [String: MakerCode] { get }
}

extension Maker {
    func ownToken(at now: Milliseconds) -> (text: String, life: Seconds)? { nil }
    func tokenRequest(at now: Milliseconds) -> ProviderRequest? { nil }
    func token(in answer: JSONValue) -> (text: String, life: Seconds)? { nil }
}

/// The meaning of a code for the push, and for whoever asks why it did not come.
struct MakerCode: Sendable {
    let judgement: Assessment.Judgement
    let remedy: String

    init(_ judgement: Assessment.Judgement, _ remedy: String = "") {
        self.judgement = judgement
        self.remedy = remedy
    }
}

/// How an operator wants a maker's pushes, beside the credentials.
package struct MakerOptions: Sendable {
    package var endpoint: String
    /// The maker's category, the app's channel and the maker's template for each class; empty: none is named.
    package var classes: [PushClass: (category: String, channel: String, template: String)] = [:]
    /// Stands above a text that has no title of its own, where the maker wants one.
    package var title = ""
    /// The page that a tap opens; empty: the app.
    package var clickIntent = ""
    /// The class that a badge is set for; empty: no badge is sent.
    package var badgeClass = ""
    /// Where makers send receipts, each with its name after a slash; empty: they are asked for none.
    package var receiptURL = ""
    package var isTest = false

    package init(endpoint: String) {
        self.endpoint = endpoint
    }
}

extension MakerOptions {
    func category(of pushClass: PushClass) -> String { classes[pushClass]?.category ?? "" }
    func template(of pushClass: PushClass) -> String { classes[pushClass]?.template ?? "" }
    func channel(of pushRequest: PushRequest) -> String {
        pushRequest.payload.channel ?? classes[pushRequest.pushClass]?.channel ?? ""
    }

    /// P-45: where the maker sends receipts for a push, and with which text. Nil: it is asked for none.
    /// `limit`: the longest text that the maker takes.
    func callback(
        of pushRequest: PushRequest, from provider: PushProvider, upTo limit: Int = 64
    ) -> (url: String, ticket: String)? {
        guard !receiptURL.isEmpty, let ticket = pushRequest.ticket, ticket.utf8.count <= limit else { return nil }
        return ("\(receiptURL)/\(provider.rawValue)", ticket)
    }

    func title(of content: PushContent) -> String { content.title.isEmpty ? title : content.title }
}

extension JSONValue {
    /// A code, which some makers write as a number and others as a text.
    var codeText: String? { string ?? int64.map { "\($0)" } }
}

extension PushRequest {
    /// For makers that take the app's data as an object.
    func writeAppData(_ name: StaticString, to json: inout JSONWriter) {
        var data = appData
        data.withUTF8 { json.field(name, raw: UnsafeRawBufferPointer($0)) }
    }
}

/// A text's length for makers that do not say how they count. They program in Java, which counts so; and no count by
/// characters is longer.
func utf16Count(_ text: String) -> Int { text.utf16.count }
