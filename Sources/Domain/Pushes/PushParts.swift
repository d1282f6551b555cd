/// The parts of a push, before it is known in which language a device says it, and how much.
package struct PushParts: Equatable, Sendable {
    /// The name of who wrote it. Empty: nobody is named.
    package var sender = ""
    /// The group's name. Empty: it is between two, or a backend's.
    package var group = ""
    /// A backend's, or that of a user's own choice.
    package var title = ""
    package var text: Text

    package enum Text: Equatable, Sendable {
        /// As somebody wrote it.
        case own(String)
        case standard(PushPhrase)
    }

    package init(_ text: Text) { self.text = text }

    /// P-33: that a message is gone, or that somebody calls, gives nothing away.
    func text(showing preview: PushPreview) -> Text {
        switch text {
        case .standard(.recalled), .standard(.expired), .standard(.call), .standard(.missedCall), .standard(.callEnded):
            text
        case .own, .standard: preview == .full ? text : .standard(.hidden)
        }
    }
}

/// A text that the gateway says by itself, in the device's language.
package enum PushPhrase: String, CaseIterable, Sendable {
    /// Instead of a text that is not shown.
    case hidden
    case message
    case image
    case audio
    case video
    case location
    case file
    case tip
    case recalled
    case expired
    // P-41: of calls.
    case call
    case missedCall
    case callEnded
}

extension MessageKind {
    /// T-Q23: for the push of a message that brings no text for it. The push of a text has the text.
    package var pushPhrase: PushPhrase {
        switch self {
        case .image: .image
        case .audio: .audio
        case .video: .video
        case .location: .location
        case .file: .file
        case .tip: .tip
        case .text, .elements, .custom, .notification, .call, .merged: .message
        }
    }

    package var pushText: String { "[\(pushPhrase)]" }
}
