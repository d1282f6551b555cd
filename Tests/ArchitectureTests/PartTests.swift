import Testing

/// The parts of `Chat` and the doors between them. That the uses form no circle is the compiler's to hold: a part is given
/// what it uses by its initializer.
struct PartTests {
    private let files = Repository.targets["Chat", default: []]

    /// The parts in the order in which `ChatState` makes them, by the names that it gives them.
    private let parts: [(name: String, type: String)]

    init() {
        let whole = files.first { $0.name == "ChatState.swift" }
        parts =
            whole?.code.compactMap { line in
                line.wholeMatch(of: #/ {4}(?:package )?let (\w+): (\w+) */#).map { (String($0.1), String($0.2)) }
            } ?? []
    }

    private func file(of part: String) -> SourceFile? {
        files.first { $0.name == "\(part).swift" }
    }

    /// The folder under `Sources/Chat`; empty for what lies in it directly.
    private func folder(of file: SourceFile) -> String {
        let path = file.path.split(separator: "/")
        return path.count > 3 ? String(path[2]) : ""
    }

    @Test func `a part lies in a file of its name, and uses parts that were made before it`() throws {
        #expect(parts.count > 20)
        var made: Set<String> = []
        for part in parts {
            let found = file(of: part.type)
            let file = try #require(found, "\(part.type) has no file")
            #expect(file.declaredTypes.contains { $0.word == part.type })
            for line in file.code {
                guard let use = line.wholeMatch(of: #/ {4}(?:private )?let (\w+): (\w+) */#) else { continue }
                let isPart = parts.contains { $0.type == use.2 }
                #expect(!isPart || made.contains(String(use.2)), "\(part.type) comes before \(use.2)")
                #expect(!isPart || parts.contains { $0.name == use.1 }, "\(part.type) calls \(use.2) \(use.1)")
            }
            made.insert(part.type)
        }
    }

    @Test func `no part knows the whole`() {
        for file in files where file.name != "ChatState.swift" {
            for (number, line) in file.code.enumerated() where line.contains("ChatState") {
                Issue.record("\(file):\(number + 1) names ChatState")
            }
        }
    }

    /// Extensions in other files see the parts that a part uses, and change nothing of them.
    @Test func `the state of a part is private`() throws {
        for part in parts where part.type != "UnitOfWork" {
            let found = file(of: part.type)
            let file = try #require(found)
            var isInside = false
            for (number, line) in file.code.enumerated() {
                if line.contains("final class \(part.type) {") { isInside = true }
                if line.hasPrefix("}") { isInside = false }
                guard isInside,
                    let stored = line.wholeMatch(of: #/ {4}([a-z()@][a-z()@ ]*)?\b(?:let|var) \w+(?:: .*| = .*)?/#),
                    !line.contains("{"), !parts.contains(where: { line.hasPrefix("    let \($0.name): \($0.type)") })
                else { continue }
                #expect(stored.1?.contains(/private|static/) == true, "\(file):\(number + 1): others could change it")
            }
        }
    }

    @Test func `a folder names the parts of other folders that the table allows, and no others`() {
        let partsByUser = partsByUser
        for (folder, named) in partsByUser {
            let unknown = named.subtracting(partsOfOthers[folder, default: []])
            #expect(unknown.isEmpty, "\(folder) names \(unknown.sorted())")
        }
        for (folder, allowed) in partsOfOthers {
            let unused = allowed.subtracting(partsByUser[folder, default: []])
            #expect(unused.isEmpty, "\(folder) has no use for \(unused.sorted())")
        }
    }

    private var partsByUser: [String: Set<String>] {
        var folders: [String: String] = [:]
        for part in parts { folders[part.type] = file(of: part.type).map(folder) }
        var named: [String: Set<String>] = [:]
        for file in files where file.name != "ChatState.swift" {
            for (_, word) in file.words {
                let other = folders[String(word), default: ""]
                if !other.isEmpty, other != folder(of: file) {
                    named[folder(of: file), default: []].insert(String(word))
                }
            }
        }
        return named
    }

    private let partsOfOthers: [String: Set<String>] = [
        // A kept reply shows the message as it is now, to those who may still see it.
        "": ["Accounts", "Channels", "Groups", "MessageChanges", "Views"],
        // The end of an account is asked of every part that has something of it.
        "Accounts": [
            "BadgePushes", "Calls", "Channels", "Contacts", "ConversationLists", "Conversations", "Devices", "Friends",
            "GroupLife", "GroupMembers", "Jobs", "Memberships", "Profiles", "Pushes", "Relations", "RoomValues",
            "Rooms", "ScheduledMessages", "Statistics", "Subscriptions", "Uploads",
        ],
        "Audit": ["Accounts"],
        "Broadcasts": ["Accounts", "Groups", "Pushes"],
        // The end of a call is a message.
        "Calls": ["Accounts", "Conversations", "Groups", "Memberships", "Messages", "Pushes"],
        "Channels": ["Accounts", "Pushes"],
        "Conversations": ["Accounts", "Contacts", "Groups", "SettingLog"],
        "Export": ["MergedMessages"],
        "Groups": [
            "Accounts", "Contacts", "Conversations", "Memberships", "Messages", "SettingLog", "Statistics", "Uploads",
            "Views",
        ],
        // And what an erased user has written is everywhere.
        "Jobs": [
            "Accounts", "AuditLog", "Channels", "Contacts", "ConversationLists", "Conversations", "Edits", "GroupJoins",
            "GroupLife", "Groups", "Memberships", "MessageStore", "Pushes", "Reactions", "Reports", "Uploads",
        ],
        "Media": ["Accounts"],
        "Messages": [
            "Accounts", "ConversationLists", "Conversations", "Drafts", "GroupMembers", "Groups", "MediaReferences",
            "Memberships", "Pushes", "Statistics", "Uploads", "Views",
        ],
        "Profiles": ["Accounts", "Contacts", "Conversations", "Jobs", "Subscriptions", "Uploads"],
        "Pushes": ["Accounts", "Memberships", "Statistics"],
        "Relations": ["Accounts", "ConversationLists", "Conversations", "Memberships", "Profiles", "Subscriptions"],
        "Reports": ["Accounts", "Groups", "Statistics"],
        "Rooms": ["Accounts", "Statistics"],
        "Streams": [
            "Accounts", "Broadcasts", "Calls", "Channels", "Contacts", "Conversations", "DeliveryReceipts", "Groups",
            "Memberships", "Statistics", "Subscriptions", "Views",
        ],
        "Subscriptions": ["Accounts", "Contacts"],
    ]

    @Test func `one file alone writes a table`() {
        var writers: [String: Set<String>] = [:]
        let tables = tables
        for file in files where !file.name.hasPrefix("Schema") {
            for line in file.lines where line.contains("INTO ") || line.contains("DELETE ") || line.contains("UPDATE ")
            {
                for write in line.matches(of: /\b(?:INSERT INTO|DELETE FROM|UPDATE) ([a-z_]+)\b/) {
                    writers[String(write.1), default: []].insert(file.path)
                }
            }
            for line in file.code where line.contains("Column.") {
                for write in line.matches(of: /\b(\w+(?:\.\w+)*)\.Column\.(?:insert|upsert|update)\(/) {
                    writers[tables[String(write.1)] ?? "of \(write.1)", default: []].insert(file.path)
                }
            }
        }
        #expect(writers.count > 30)
        for (table, files) in writers where files.count > 1 {
            Issue.record("\(table) is written by \(files.sorted())")
        }
    }

    /// The tables that have their columns in an enum `Column`, by the type that has it.
    private var tables: [String: String] {
        var tables: [String: String] = [:]
        for file in files {
            var type = ""
            for (number, line) in file.lines.enumerated() {
                if let declared = line.firstMatch(of: /^(?:(?:final )?class|struct|extension|enum) (\w+(?:\.\w+)*)/) {
                    type = String(declared.1)
                }
                guard line.contains("enum Column: Int, TableColumn"), number + 1 < file.lines.count,
                    let table = file.lines[number + 1].firstMatch(of: /static let table = "(\w+)"/)
                else { continue }
                tables[type] = String(table.1)
            }
        }
        return tables
    }

    @Test func `a table's columns are listed once`() {
        let tables = tables
        #expect(tables.count >= 10)
        #expect(Set(tables.values).count == tables.count)
    }

    @Test(arguments: [
        ("conversationList", ["Memberships.swift"]),
        ("activeHour", ["Statistics.swift"]),
        ("streamSeq", ["UserStreams.swift"]),
        ("relationState", ["Contacts.swift", "Relations.swift", "RelationEvents.swift"]),
        ("reach", ["Pushes+devices.swift"]),
        ("usage", ["Quotas.swift"]),
        ("additions", ["Friends.swift"]),
        ("deletions", ["Friends.swift"]),
    ])
    func `what a part keeps with an account is its own`(property: String, owners: [String]) throws {
        let use = try Regex(
            #"\b(?:account|owner|other|user|sender|receiver|holder|peer|former|\))\??\."# + property + #"\b(?!\()"#)
        for file in files where !owners.contains(file.name) {
            for (number, line) in file.code.enumerated()
            where line.contains(".\(property)") && line.contains(use) {
                Issue.record("\(file):\(number + 1) looks into what \(owners[0]) keeps")
            }
        }
    }

    @Test func `no type has more than 40 methods, over all its extensions`() {
        for (type, count) in methodCounts(in: Repository.sources) {
            #expect(count <= exceptions[type] ?? 40, "\(type) has \(count) methods: it is several types by now")
        }
    }

    /// Too large still. The numbers only fall.
    private let exceptions = ["JSONWriter": 116, "Shard": 83, "ClusterNode": 50]
}

/// By the type's name, with those that it is nested in.
func methodCounts(in files: [SourceFile]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for file in files {
        var depth = 0
        // Each with the depth of its members.
        var open: [(name: String, depth: Int)] = []
        for line in file.code {
            let isMethod = line.contains("func ")
            if isMethod, open.last?.depth == depth {
                counts[open.map(\.name).joined(separator: "."), default: 0] += 1
            }
            var opened = isMethod ? nil : declaredType(in: line)
            for byte in line.utf8 {
                if byte == UInt8(ascii: "{") {
                    depth += 1
                    if let name = opened { open.append((name, depth)) }
                    opened = nil
                } else if byte == UInt8(ascii: "}") {
                    if open.last?.depth == depth { open.removeLast() }
                    depth -= 1
                }
            }
        }
    }
    return counts
}

/// The type whose body, or the body of an extension of which, begins on this line.
private func declaredType(in line: Substring) -> String? {
    guard line.contains("{") else { return nil }
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(where: { typeKeywords.contains(String($0)) }), keyword + 1 < words.count else {
        return nil
    }
    let name = words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return name.first?.isUppercase == true ? String(name) : nil
}

private let typeKeywords: Set = ["struct", "class", "enum", "extension", "protocol", "actor"]
