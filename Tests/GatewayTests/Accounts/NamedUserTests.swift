import Client
import ClientProtocol
import Gateway
import JSON
import ServerAPI
import Testing

/// X-01: every operation that names a user, with texts that are no ids. Made from the declarations.
struct NamedUserTests {
    /// Another spelling of a user's id, with a character that turns the direction, with a control character, too long, and longer
    /// than any limit.
    private static let texts = [
        "Zoe\u{308}", "a\u{202E}b", "a\u{85}b", String(repeating: "x", count: 129),
        String(repeating: "x", count: 5_000),
    ]

    @Test func `X-01: a member of a request that is called like a user is declared as the name of one`() {
        let others = ["admin.events.replay.from", "session.open.user"]
        for operation in Catalogue.standard.operations {
            for (path, type) in operation.parameters.flatMap({ texts(in: $0.type, at: "\(operation.name).\($0.name)") })
            {
                let name = (path.split(separator: ".").last ?? "").lowercased()
                let isLikeUser = ["user", "owner", "from", "invitees", "publishers"].contains { name.contains($0) }
                #expect(!isLikeUser || type.subject == .user || others.contains(path), "\(path)")
            }
        }
    }

    private func texts(in type: ValueType, at path: String) -> [(String, TextRule)] {
        switch type {
        case .text(let rule): [(path, rule)]
        case .elements(let type, _), .called(_, let type), .orNull(let type): texts(in: type, at: path)
        case .members(let fields, _): fields.flatMap { texts(in: $0.type, at: "\(path).\($0.name)") }
        default: []
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-01, R-Q08: a text that is no id is nobody's, in each operation that names a user`(door: RequestDoor) throws
    {
        let settings = ["messages.search": "true", "accounts.systemSender": #""system""#]
        try withChat(settings, door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "Zo\u{EB}")
            let sent = try alice.write(to: "bob")
            let group = try alice.createGroup(with: ["bob"])
            let admin = try gateway.admin()
            try admin.manage("create", "news", #""publishers": ["alice"]"#)
            let operators = try gateway.operators()
            var composer = RequestComposer(group: group, message: sent.msgID)
            var count = 0
            _ = try alice.request("friendGroup.create", #"{"names": ["pals"]}"#).get()
            // An id that is made is refused with 7003 if it is none, and the audit log has the ids that requests have named.
            let others = ["admin.account.create", "admin.audit.list"]
            for operation in Catalogue.standard.operations where !others.contains(operation.name) {
                for place in RequestComposer.places(in: operation) {
                    count += 1
                    let answers = try (["qwxyz"] + Self.texts).map { text in
                        let data = composer.data(for: operation, naming: text, at: place)
                        let reply =
                            operation.isForOperators
                            ? try operators.request(operation.name, data)
                            : try (operation.roles.contains(.user) ? alice : admin).request(operation.name, data)
                        // A conversation has few streamed messages at a time.
                        if case .ok(let result) = reply, let stream = result["streamID"]?.string {
                            _ = try admin.request("admin.message.abort", #"{"streamID": "\#(stream)"}"#).get()
                        }
                        return composer.shape(of: reply, without: text)
                    }
                    for (text, answer) in zip(Self.texts, answers.dropFirst()) where answer != answers[0] {
                        Issue.record("\(operation.name) \(place): \(text.prefix(10)): \(answer) is not \(answers[0])")
                    }
                }
            }
            #expect(count > 100)
            _ = try alice.request("session.list").get()
        }
    }
}

/// Makes requests that are good but for the user whom they name at one place.
private struct RequestComposer {
    /// The names of members, down to the text.
    typealias Place = [String]

    let group: String
    let message: String
    /// For names that nothing else has.
    private var last = 0

    init(group: String, message: String) {
        self.group = group
        self.message = message
    }

    static func places(in operation: ClientProtocol.Operation) -> [Place] {
        operation.parameters.flatMap { parameter in places(in: parameter.type).map { [parameter.name] + $0 } }
    }

    private static func places(in type: ValueType) -> [Place] {
        switch type {
        case .text(let rule): rule.subject == nil ? [] : [[]]
        case .elements(let type, _), .called(_, let type), .orNull(let type): places(in: type)
        case .members(let fields, _): fields.flatMap { field in places(in: field.type).map { [field.name] + $0 } }
        default: []
        }
    }

    mutating func data(for operation: ClientProtocol.Operation, naming text: String, at place: Place) -> String {
        last += 1
        let chosen = operation.alternatives.first { $0 == place[0] } ?? operation.alternatives.first
        let members = operation.parameters.filter { parameter in
            parameter.isRequired || parameter.name == place[0] || parameter.name == chosen
                || Self.usual.contains(parameter.name)
        }.filter { !operation.alternatives.contains($0.name) || $0.name == chosen }
        let isInGroup = place == ["atUserList"] || place[0] == "apnsMemberOption"
        var json = JSONWriter()
        json.object { json in
            for member in members {
                json.key(text: member.name)
                let rest = member.name == place[0] ? place.dropFirst() : nil
                write(member.type, member.name, of: operation, rest, text, isInGroup, to: &json)
            }
        }
        return json.text
    }

    /// Left out, they would have to be there beside others.
    private static let usual: Set = ["userID", "clientMsgId", "from"]

    /// `rest`: the place within it; nil: the place is elsewhere.
    private func write(
        _ type: ValueType, _ name: String, of operation: ClientProtocol.Operation, _ rest: Place.SubSequence?,
        _ text: String, _ isInGroup: Bool, to json: inout JSONWriter
    ) {
        func write(_ type: ValueType, _ name: String, _ rest: Place.SubSequence?, _ json: inout JSONWriter) {
            self.write(type, name, of: operation, rest, text, isInGroup, to: &json)
        }
        switch type {
        case .text(let rule):
            switch (rule.subject, rest == nil) {
            case (.user?, let isElsewhere): json.value(isElsewhere ? "alice" : text)
            case (.conversation?, let isElsewhere):
                json.value(isElsewhere ? isInGroup ? "group_\(group)" : "c2c_bob" : "c2c_\(text)")
            case (nil, _): json.value(usualText(name, of: operation))
            }
        case .elements(let type, _): json.array { json in write(type, name, rest, &json) }
        case .members(let fields, _):
            json.object { json in
                for field in fields where !field.isOptional || field.name == rest?.first {
                    json.key(text: field.name)
                    write(field.type, field.name, field.name == rest?.first ? rest?.dropFirst() : nil, &json)
                }
            }
        case .number(let range): json.value(range?.lowerBound ?? 1)
        case .words(let words): json.value(words[0])
        case .numbers(let numbers): json.value(numbers[0])
        case .boolean, .onlyTrue: json.value(true)
        case .called(_, let type), .orNull(let type): write(type, name, rest, &json)
        case .either(let types): write(types[0], name, rest, &json)
        case .map, .anything: json.object { $0.field("text", "x") }
        case .changes: json.object { $0.field("nickname", "A") }
        }
    }

    private func usualText(_ name: String, of operation: ClientProtocol.Operation) -> String {
        switch name {
        case "groupID": group
        case "msgId", "msgIds": message
        case "channelID": operation.name.hasSuffix("create") ? "c\(last)" : "news"
        case "addSource": ""
        case "name" where operation.name.hasSuffix("Friends"): "pals"
        default: "t\(last)"
        }
    }

    /// The reply without what differs from one to the next anyway.
    func shape(of reply: Reply, without text: String) -> String {
        switch reply {
        case .ok(let result):
            let whole = bytes(Array(result.raw), without: text)
            return whole.replacing(/"streamID":"[^"]+"/, with: "streamID")
                .replacing(/"(groupID|msgId|seq|time|version|scheduleID|createdAt|clientMsgId)":"?[0-9t]+"?/) {
                    "\($0.1)"
                }
        case .error(let error):
            return bytes(Array("\(error)".utf8), without: text)
        }
    }

    /// By bytes: texts that only look alike are not alike here.
    private func bytes(_ whole: [UInt8], without text: String) -> String {
        let sought = Array(text.utf8)
        var (kept, rest) = ([UInt8](), whole[...])
        while !rest.isEmpty {
            if rest.starts(with: sought) {
                kept += Array("NAME".utf8)
                rest = rest.dropFirst(sought.count)
            } else {
                kept.append(rest.removeFirst())
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
