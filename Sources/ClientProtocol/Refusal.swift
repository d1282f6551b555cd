/// Why a request was not carried out, as its caller is told.
@usableFromInline package struct Refusal: Error, Equatable, Sendable {
    package let code: ErrorCode
    package let message: String
    /// The parameters or ids at fault.
    package let keys: [String]
    /// N-02: of a text that is there already, so that its sender can go on behind it.
    package var length: Int?

    package init(_ code: ErrorCode, _ message: String? = nil, keys: [String] = [], length: Int? = nil) {
        self.code = code
        self.message = message ?? code.meaning
        self.keys = keys
        self.length = length
    }

    /// as with one that has expired, its bearer gets a new one.
    package static let tokenRevoked = Refusal(
        .signatureExpired, "the token has been revoked; get a new one", keys: ["token"])
}
