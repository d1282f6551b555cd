import Testing

/// In `Domain` and `Chat` a number has the type of what it means (docs/decisions/024). `Int64` is for the names below alone.
struct NumberTests {
    private let files = ["Domain", "Chat"].flatMap { Repository.targets[$0, default: []] }

    @Test func `a bare Int64 is a count, a size, or something else that has no type of its own`() {
        let allowed = Set(exceptions.values.joined())
        for file in files {
            for (line, name) in bareIntegers(in: file) where !allowed.contains(name) {
                Issue.record("\(file):\(line): \(name) is an Int64: of what, or in which unit?")
            }
        }
    }

    @Test func `every exception is needed, and has one reason`() {
        let used = Set(files.flatMap { bareIntegers(in: $0).map(\.name) })
        let names = Array(exceptions.values.joined())
        #expect(Set(names).subtracting(used).sorted() == [])
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        ("let account: Int64", ["account"]), ("func a(_ b: [Int64], of c: Int64?) -> Int64 {", ["a", "b", "c"]),
        ("var d: [String: Int64] = [:]", ["d"]), ("enum Kind: Int64 {", []), ("let e = Int64(f)", []),
        ("var g: ClosedRange<Int64> { h }", ["g"]), ("var i: (j: Int64, k: Seq)?", ["j"]),
    ])
    func `bare integers are found in properties, parameters, tuples and results`(line: String, names: [String]) {
        #expect(bareIntegers(in: SourceFile(path: "a.swift", text: line)).map(\.name).sorted() == names)
    }

    private let exceptions = [
        "counts": [
            "attempts", "badge", "base", "blocked", "by", "carried", "count", "countJoined", "counted", "countedLow",
            "counts",
            "depth",
            "followers", "formerFriends", "friends", "live", "markAllRead", "maxUsers", "memberCount", "messages",
            "most", "read",
            "reportRequests",
            "requestsIn",
            "requestsOut", "sum", "toldTotal", "total", "unknownTotal", "unread", "unreadContribution", "unreadCount",
            "unreadRequests", "uses", "usesPerMedia", "open", "mostOpen", "dayFiles", "files", "impliedTotal",
            "movedTotal", "totalUnread",
        ],
        "sizes and limits": [
            "bound", "bytes", "bytesPerUserPerDay", "limit", "mostLookedAt", "mostQueued", "offset", "piece",
            "received",
            "rowsPerPiece",
            "userBytes", "dayBytes", "diskBytes", "bytesPerAvatar", "bytesPerThumbnail", "width", "height",
            "pixelsPerThumbnailSide",
            "row", "rowsPerSweep", "size", "storedBytes", "trimming",
        ],
        "values that a column or the wire keeps as numbers": [
            "again", "flags", "forGroups", "forUsers", "integer", "inviteMode", "isBlocking", "joinMode", "kind",
            "level", "measure",
            "notify",
            "option", "optionalInteger", "packed", "period", "phase", "present", "quietHours", "role", "status",
            "subject",
            "value",
            "values",
        ],
        "versions, which rise by one": [
            "blacklist", "blacklistVersion", "generation", "groups", "groupsVersion", "known", "knownSince",
            "nextVersion", "since",
            "version",
        ],
        "where a page or a round goes on, in the order of its rows": ["after", "cursor", "last", "next", "position"],
        "minutes of the day": ["end", "minute", "minutesPerDay", "offsets", "start"],
        "days since 1970": ["day"],
        "numbers of rows of one part alone: jobs, pushes, addresses": [
            "address", "exceptions", "id", "ids", "lastJob", "number", "numbers", "push", "void",
        ],
        "a rising number of any kind": ["absorbed", "bounds", "first", "forget", "ranges", "readUpTo", "through"],
        "what a type is made of": ["bits", "rawValue", "second"],
    ]
}

/// The names of properties, parameters, elements of tuples and functions whose type is `Int64`, or a collection of it.
func bareIntegers(in file: SourceFile) -> [(line: Int, name: String)] {
    file.code.enumerated().flatMap { number, line -> [(line: Int, name: String)] in
        guard line.contains("Int64") else { return [] }
        let typed = line.matches(
            of: #/\b([a-z]\w*): (?:inout )?\[?(?:Set<|ClosedRange<|\[?ClosedRange<|[A-Z]\w*: )?Int64\b/#)
        let returned = line.matches(of: #/\bfunc ([a-z]\w*)\b.*-> \[?Int64\b/#)
        return (typed.map(\.1) + returned.map(\.1)).map { (number + 1, String($0)) }
    }
}
