/// A message that names a member of a group and that the member has not read (C-17, C-Q12).
package struct AtInfo: Equatable, Sendable {
    /// How, in TIM's numbers.
    package enum Kind: Int64, Sendable {
        case me = 1
        case all = 2
        case both = 3
    }

    package let seq: Seq
    package let kind: Kind

    package init(seq: Seq, kind: Kind) {
        self.seq = seq
        self.kind = kind
    }

    /// How many a conversation tells of: the last ones.
    package static let most = 100
    /// The name for all members, as TIM spells it.
    package static let everybody = "__kImSDK_MesssageAtALL__"
}
