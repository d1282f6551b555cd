/// An HTTP request with a body, to be POSTed.
struct ProviderRequest: Sendable {
    let url: String
    /// The part of the URL that stands for whoever answers: scheme, host and port.
    let origin: String
    /// Each as a line: `name: value`.
    var headers: [String]
    var body: [UInt8]
    /// No more of an answer's body is read.
    var answerLimit = 4_096
    /// Whether the host may be one of this machine's or its network's. An address that a client named must not.
    var mayBePrivate = true
    /// Which of the adapter's credentials it bears, if it has had several.
    var credential = 0
}

struct ProviderReply: Sendable {
    /// 0: there was no answer.
    var status = 0
    var body: [UInt8] = []
    var retryAfterSeconds = 0
    /// Why there was no answer, or no end to it.
    var failure = ""
    var milliseconds = 0
}
