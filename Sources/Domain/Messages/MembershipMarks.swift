/// Marks that few of a user's conversations have: one number in the store, so that others need nothing for it.
package struct MembershipMarks: OptionSet, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// C-Q27: the user wants to come back to it.
    package static let unread = MembershipMarks(rawValue: 1)
    /// M-27: the user has deleted messages of it.
    package static let hides = MembershipMarks(rawValue: 1 << 1)
    /// The user has tags, data or a draft for it.
    package static let note = MembershipMarks(rawValue: 1 << 2)
}
