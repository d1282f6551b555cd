/// The wishes of a device for its pushes (P-21).
package struct PushPreferences: Equatable, Sendable {
    /// A tag of BCP 47; empty: none was named.
    package let language: String
    package let preview: PushPreview

    package init(language: String = "", preview: PushPreview = .full) {
        self.language = language
        self.preview = preview
    }
}

/// P-33: how much of a message a push shows.
package enum PushPreview: String, CaseIterable, Comparable, Sendable {
    /// That there is one.
    case none
    /// And who wrote it, and where.
    case sender
    case full

    package static func < (left: PushPreview, right: PushPreview) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .sender: 1
        case .full: 2
        }
    }
}
