/// How pushes are worded, by language (P-29 to P-34).
package struct PushTemplates: Sendable {
    private struct Wording: Sendable {
        var user = Pattern(title: "{sender}", body: "{text}")
        var group = Pattern(title: "{group}", body: "{sender}: {text}")
        var phrases: [PushPhrase: String] = [:]
    }

    /// By their tags in lower case.
    private var wordings: [String: Wording]
    private let standard: Wording
    /// P-32: by the app, where a provider can have it so.
    private let isLocalised: Bool

    /// `language`: for devices that name none, or one that nobody has written templates for.
    package init(_ templates: [PushTemplate] = [], language: String = "en", isLocalised: Bool = false) {
        self.isLocalised = isLocalised
        wordings = Self.builtIn
        for template in templates {
            let tag = template.language.lowercased()
            // Texts that a template leaves out are as the nearest language has them.
            var wording = Self.wording(tag, in: wordings) ?? Self.english
            switch template.kind {
            case .user: wording.user = Pattern(title: template.title, body: template.body)
            case .group: wording.group = Pattern(title: template.title, body: template.body)
            case .phrase(let phrase): wording.phrases[phrase] = template.body
            }
            wordings[tag] = wording
        }
        standard = Self.wording(language.lowercased(), in: wordings) ?? Self.english
    }

    package func content(of parts: PushParts, in language: String, showing preview: PushPreview) -> PushContent {
        let wording =
            language.isEmpty ? standard : Self.wording(language.lowercased(), in: wordings) ?? standard
        let shownText = parts.text(showing: preview)
        let text =
            switch shownText {
            case .own(let text): text
            case .standard(let phrase): wording.phrases[phrase] ?? Self.english.phrases[phrase] ?? ""
            }
        if preview == .none { return PushContent(body: text, keys: keys("", "", shownText)) }
        let (sender, group) = (shown(parts.sender), shown(parts.group))
        if !parts.title.isEmpty { return PushContent(title: limited(shown(parts.title)), body: text) }
        let (title, body) =
            if group.isEmpty {
                sender.isEmpty ? ("", text) : wording.user(sender, group, text)
            } else {
                sender.isEmpty ? (group, text) : wording.group(sender, group, text)
            }
        return PushContent(title: limited(title), body: body, keys: keys(sender, group, shownText))
    }

    private func keys(_ sender: String, _ group: String, _ text: PushParts.Text) -> PushKeys? {
        isLocalised ? PushKeys(sender: sender, group: group, text: text) : nil
    }

    /// `zh-Hans-CN`, then `zh-Hans`, then `zh`.
    private static func wording(_ tag: String, in wordings: [String: Wording]) -> Wording? {
        var rest = tag[...]
        while true {
            if let wording = wordings[String(rest)] { return wording }
            guard let end = rest.lastIndex(of: "-") else { return nil }
            rest = rest[..<end]
        }
    }

    // MARK: - Built in

    private static let english = Wording(phrases: [
        .hidden: "New message", .message: "[message]", .image: "[image]", .audio: "[audio]", .video: "[video]",
        .location: "[location]", .file: "[file]", .tip: "[tip]", .recalled: "[recalled]", .expired: "[expired]",
        .call: "Incoming call", .missedCall: "Missed call", .callEnded: "The call is over",
    ])

    private static let chinese = Wording(
        group: Pattern(title: "{group}", body: "{sender}：{text}"),
        phrases: [
            .hidden: "收到一条新消息", .message: "[消息]", .image: "[图片]", .audio: "[语音]", .video: "[视频]",
            .location: "[位置]", .file: "[文件]", .tip: "[提示]", .recalled: "[已撤回]", .expired: "[已过期]",
            .call: "来电", .missedCall: "未接来电", .callEnded: "通话已结束",
        ])

    private static let builtIn = ["en": english, "zh": chinese]
}

/// A wording of the operator's own.
package struct PushTemplate: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case user, group
        case phrase(PushPhrase)
    }

    package let language: String
    package let kind: Kind
    /// Of a phrase: none.
    package let title: String
    package let body: String

    package init(language: String, kind: Kind, title: String, body: String) {
        self.language = language
        self.kind = kind
        self.title = title
        self.body = body
    }
}

/// Two texts with places for names and the message's text.
private struct Pattern: Sendable {
    private enum Piece { case text(String), sender, group, message }

    private let title: [Piece]
    private let body: [Piece]

    init(title: String, body: String) {
        self.title = Self.pieces(of: title)
        self.body = Self.pieces(of: body)
    }

    func callAsFunction(_ sender: String, _ group: String, _ text: String) -> (title: String, body: String) {
        func filled(_ pieces: [Piece]) -> String {
            var result = ""
            for piece in pieces {
                switch piece {
                case .text(let own): result += own
                case .sender: result += sender
                case .group: result += group
                case .message: result += text
                }
            }
            return result
        }
        return (filled(title), filled(body))
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            let known: [(String, Piece)] = [("{sender}", .sender), ("{group}", .group), ("{text}", .message)]
            let place = known.first { rest[start...].hasPrefix($0.0) }
            let end = rest.index(start, offsetBy: place?.0.count ?? 1)
            pieces.append(.text(String(rest[..<(place == nil ? end : start)])))
            if let place { pieces.append(place.1) }
            rest = rest[end...]
        }
        return pieces + [.text(String(rest))]
    }
}

/// P-34: a name of at most 64 characters. One that has signs of scripts from right to left keeps them to itself: else it would
/// turn what stands around it.
private func shown(_ name: String) -> String {
    // Most names are short, and so a count of bytes says it.
    let short = name.utf8.count <= longestName ? name : String(name.prefix(longestName))
    let isRightToLeft = short.unicodeScalars.contains { scalar in
        (0x590...0x8FF).contains(scalar.value) || (0xFB1D...0xFEFC).contains(scalar.value)
            || (0x200F...0x202E).contains(scalar.value) || (0x1_0800...0x1_0FFF).contains(scalar.value)
            || (0x1_E800...0x1_EFFF).contains(scalar.value)
    }
    // First strong isolate, and its end.
    return isRightToLeft ? "\u{2068}\(short)\u{2069}" : short
}

/// P-51: to 256 bytes.
private func limited(_ title: String) -> String {
    var short = title
    while short.utf8.count > longestTitle { short.removeLast() }
    return short
}

private let longestName = 64
private let longestTitle = 256
