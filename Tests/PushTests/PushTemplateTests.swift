import Domain
import Testing

/// How a push is put into words.
struct PushTemplateTests {
    private func parts(_ text: PushParts.Text, sender: String = "Alice", group: String = "") -> PushParts {
        var parts = PushParts(text)
        (parts.sender, parts.group) = (sender, group)
        return parts
    }

    @Test(arguments: [
        ("zh-Hans-CN", "收到一条新消息"), ("ZH", "收到一条新消息"), ("zh-TW", "收到一条新消息"), ("de-AT", "Neu"), ("de", "Nachricht"),
        ("en-GB", "New message"), ("fr", "Nachricht"), ("", "Nachricht"),
    ])
    func `the nearest language has the words, and else the operator's`(language: String, words: String) {
        let templates = PushTemplates(
            [
                PushTemplate(language: "de", kind: .phrase(.hidden), title: "", body: "Nachricht"),
                PushTemplate(language: "de-AT", kind: .phrase(.hidden), title: "", body: "Neu"),
            ], language: "de")
        #expect(templates.content(of: parts(.own("x")), in: language, showing: .none).body == words)
    }

    @Test func `a template has its places filled, other braces stay, and what it leaves out is as the language has it`()
    {
        let templates = PushTemplates([
            PushTemplate(language: "xx", kind: .group, title: "{group} {x}", body: "{text} ({sender})")
        ])
        let content = templates.content(of: parts(.own("{sender}"), group: "Birds"), in: "xx", showing: .full)
        #expect(content == PushContent(title: "Birds {x}", body: "{sender} (Alice)"))
        let other = templates.content(of: parts(.own("hi")), in: "xx", showing: .full)
        #expect(other == PushContent(title: "Alice", body: "hi"))
    }

    @Test func `a preview lowers what is shown, and what has become of a message gives nothing away`() {
        let templates = PushTemplates()
        func shown(_ text: PushParts.Text, _ preview: PushPreview) -> [String] {
            let content = templates.content(of: parts(text, group: "Birds"), in: "", showing: preview)
            return [content.title, content.body]
        }
        #expect(shown(.own("hi"), .full) == ["Birds", "Alice: hi"])
        #expect(shown(.own("hi"), .sender) == ["Birds", "Alice: New message"])
        #expect(shown(.standard(.image), .sender) == ["Birds", "Alice: New message"])
        #expect(shown(.own("hi"), .none) == ["", "New message"])
        #expect(shown(.standard(.recalled), .none) == ["", "[recalled]"])
    }

    @Test func `a device that has the words gets their names, and a text that is not shown is in none`() {
        let templates = PushTemplates(isLocalised: true)
        func keys(_ parts: PushParts, _ preview: PushPreview = .full) -> PushKeys? {
            templates.content(of: parts, in: "", showing: preview).keys
        }
        let group = keys(parts(.own("hi"), group: "Birds"))
        #expect(group?.title == PushKeys.Text(key: "martlet.group.title", arguments: ["Birds"]))
        #expect(group?.body == PushKeys.Text(key: "martlet.group.text", arguments: ["Alice", "hi"]))
        let user = keys(parts(.standard(.image)))
        #expect(user?.title == PushKeys.Text(key: "martlet.user.title", arguments: ["Alice"]))
        #expect(user?.body == PushKeys.Text(key: "martlet.user.image", arguments: []))
        let hidden = keys(parts(.own("secret"), group: "Birds"), .none)
        #expect(hidden?.title == nil && hidden?.body == PushKeys.Text(key: "martlet.hidden", arguments: []))
        #expect(PushTemplates().content(of: parts(.own("hi")), in: "", showing: .full).keys == nil)
    }

    @Test func `names are cut between graphemes, and a title to its bytes`() {
        let templates = PushTemplates()
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        let long = parts(.own("x"), sender: String(repeating: family, count: 70))
        let title = templates.content(of: long, in: "", showing: .full).title
        #expect(title.utf8.count <= 256 && title.utf8.count % family.utf8.count == 0 && !title.isEmpty)
        let hebrew = templates.content(of: parts(.own("x"), sender: "\u{5D0}"), in: "", showing: .full).title
        #expect(hebrew == "\u{2068}\u{5D0}\u{2069}")
    }

    @Test func `a service is written as its provider, with another app's name behind it`() {
        for service in [PushService(.vivo), PushService(.apns, app: "pro")] {
            #expect(PushService(rawValue: service.rawValue) == service)
        }
        #expect(PushService(.apns, app: "pro").rawValue == "apns:pro")
        for text in ["", "other", "apns:", "apns ", ":pro"] { #expect(PushService(rawValue: text) == nil) }
    }
}
