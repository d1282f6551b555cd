/// The texts of a push on a device.
package struct PushContent: Equatable, Sendable {
    /// Empty: there is none.
    package let title: String
    package let body: String
    /// The same by names that the app translates. Nil: the gateway has put it into words.
    package let keys: PushKeys?

    package init(title: String = "", body: String, keys: PushKeys? = nil) {
        self.title = title
        self.body = body
        self.keys = keys
    }
}

/// P-32: names of texts that the app has in its languages, with what stands in their places.
package struct PushKeys: Equatable, Sendable {
    package struct Text: Equatable, Sendable {
        package let key: String
        package let arguments: [String]

        package init(key: String, arguments: [String]) {
            self.key = key
            self.arguments = arguments
        }
    }

    /// Nil: there is none.
    package let title: Text?
    package let body: Text

    /// `martlet.user.text` with the text, `martlet.group.image` with the sender, `martlet.hidden`.
    init(sender: String, group: String, text: PushParts.Text) {
        let place = !group.isEmpty ? "martlet.group" : !sender.isEmpty ? "martlet.user" : "martlet"
        title =
            !group.isEmpty
            ? Text(key: "martlet.group.title", arguments: [group])
            : !sender.isEmpty ? Text(key: "martlet.user.title", arguments: [sender]) : nil
        let names = group.isEmpty || sender.isEmpty ? [] : [sender]
        body =
            switch text {
            case .own(let text): Text(key: "\(place).text", arguments: names + [text])
            case .standard(let phrase): Text(key: "\(place).\(phrase)", arguments: names)
            }
    }
}

/// The purpose of a push. Phone makers tell purposes apart, and want each named truly: one that is declared too low comes late or
/// without a sound, and for one that is declared too high they block the app.
package enum PushClass: String, CaseIterable, Sendable {
    /// Messages of users.
    case chat
    case call
    /// News of the app's backend for one user: an order, a login.
    case notice
    /// News for many.
    case promotion
}
