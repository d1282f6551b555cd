/// How requests are made.
package struct TransferOptions: Sendable {
    package let connectMilliseconds: Int
    /// From the request to the end of its answer.
    package let answerMilliseconds: Int
    /// A PEM file with the authorities to trust instead of the system's.
    package let authorities: String?

    package init(connectMilliseconds: Int, answerMilliseconds: Int, authorities: String?) {
        self.connectMilliseconds = connectMilliseconds
        self.answerMilliseconds = answerMilliseconds
        self.authorities = authorities
    }
}
