import Testing

/// The house rules that a machine can read.
struct StyleTests {
    @Test func `no file is longer than 400 lines`() {
        for file in Repository.everything {
            #expect(file.lines.count <= 400, "\(file) has two subjects by now")
        }
    }

    @Test func `nothing is public but the face of the library products`() {
        for file in Repository.everything where !faces.keys.contains(file.module) {
            for (line, word) in file.words where word == "public" {
                Issue.record("\(file):\(line) is public; modules of one package share with `package`")
            }
        }
    }

    /// docs/engine.md says what each of them is for.
    private let faces: [String: Set<String>] = [
        "EventLoop": ["DescriptorLimit", "SystemError"],
        "Framing": [
            "CloseCode", "DeflatePolicy", "FrameLimits", "HTTPHeader", "HTTPHeaders", "HTTPLimits", "HTTPMethod",
            "HTTPRequest", "HTTPResponse", "HTTPStatus", "Opcode", "Origin", "OriginPolicy", "Payload",
            "WebSocketUpgradePolicy",
        ],
        "Transport": [
            "Connection", "ConnectionID", "Node", "Service", "Shard", "SocketAddress", "TLSContext", "TransportOptions",
        ],
    ]

    private let nested: Set = ["Certificate", "CloseCodes", "Failure", "Version"]

    @Test func `the face of the library products has the types that the table names`() {
        for (module, face) in faces {
            let types = Repository.targets[module, default: []].flatMap(\.publicTypes)
            #expect(Set(types.filter { !nested.contains($0) }) == face)
        }
    }

    @Test func `no type is named like its module`() {
        for file in Repository.sources {
            let module = file.path.split(separator: "/")[1]
            for (line, name) in file.declaredTypes where name == module {
                Issue.record("\(file):\(line) declares \(name), which hides its module")
            }
        }
    }

    @Test func `no type or file has a name that says nothing`() {
        let empty = ["Manager", "Helper", "Helpers", "Util", "Utils", "Utilities", "Common", "Core", "Base", "Impl"]
        for file in Repository.sources {
            let stem = file.name.dropLast(".swift".count)
            #expect(!empty.contains { stem.hasSuffix($0) }, "\(file)")
            for (line, name) in file.declaredTypes where empty.contains(where: { name.hasSuffix($0) }) {
                Issue.record("\(file):\(line) declares \(name)")
            }
        }
    }

    @Test func `there is no thread of our own: Dispatch has them all`() {
        for file in Repository.sources {
            for (line, word) in file.words where threadWords.contains(String(word)) {
                Issue.record("\(file):\(line) says \(word)")
            }
        }
    }

    @Test func `a promise the compiler cannot check has its proof in a comment above`() {
        for file in Repository.everything {
            for (line, why) in uncommentedPromises(in: file) {
                Issue.record("\(file):\(line): \(why) wants a comment that proves it")
            }
        }
    }

    @Test func `what is unwrapped by force has its reason beside it`() {
        for file in Repository.sources {
            for line in uncommentedUnwrappings(in: file) {
                Issue.record("\(file):\(line): why can it not be nil? A type that says so is better still")
            }
        }
    }

    @Test(arguments: [
        ("let a = b!", true), ("c[d]!.e()", true), ("(try f())!", true), ("var g: H!", true), ("if i != j {", false),
        ("if !k {", false), ("l = m! // There is one.", false), ("let n = \"o!\"", false),
    ])
    func `an unwrapping is found`(line: String, isFound: Bool) {
        #expect(uncommentedUnwrappings(in: SourceFile(path: "a.swift", text: line)).isEmpty == !isFound)
        #expect(uncommentedUnwrappings(in: SourceFile(path: "a.swift", text: "// Why.\n\(line)")).isEmpty)
    }

    @Test func `work left for later names its issue`() {
        for file in Repository.everything {
            for (number, line) in file.lines.enumerated() where marksUnfinishedWork(line) {
                Issue.record("\(file):\(number + 1): \(line)")
            }
        }
    }
}

private let threadWords: Set = ["pthread_create", "pthread_t", "pthread_join", "Thread", "thrd_create", "clone"]

/// Lines that take a promise from the programmer and have no comment directly above their declaration.
func uncommentedPromises(in file: SourceFile) -> [(line: Int, promise: String)] {
    file.code.enumerated().compactMap { number, code in
        let promises = ["@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)", "@preconcurrency"]
        guard let promise = promises.first(where: code.contains) else { return nil }
        let above = file.lines[..<number].last { !$0.drop(while: \.isWhitespace).hasPrefix("@") }
        let isCommented = above?.drop(while: \.isWhitespace).hasPrefix("//") == true
        return isCommented ? nil : (number + 1, promise)
    }
}

/// The numbers of lines that unwrap by force, with no comment on the line or above it.
func uncommentedUnwrappings(in file: SourceFile) -> [Int] {
    file.code.enumerated().compactMap { number, code in
        guard code.contains("!"), code.contains(#/[\w)\]}]!(?!=)/#) else { return nil }
        let isCommented = file.lines[number].contains("//")
        let above = number > 0 ? file.lines[number - 1].drop(while: \.isWhitespace) : ""
        return isCommented || above.hasPrefix("//") ? nil : number + 1
    }
}

/// Matches the two usual marks, unless an issue number follows on the line.
func marksUnfinishedWork(_ line: Substring) -> Bool {
    let marks = ["TO" + "DO", "FIX" + "ME"]
    return marks.contains(where: line.contains) && !line.contains(/#\d/)
}
