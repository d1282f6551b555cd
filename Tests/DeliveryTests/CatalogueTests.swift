import ClientProtocol
import Foundation
import ServerAPI
import TestSupport
import Testing

@testable import Chat
@testable import Gateway

/// The declarations, compared with the handlers and the definitions of events.
struct CatalogueTests {
    @Test func `each family of operations is in the table`() throws {
        let table = try repositoryFile("Sources/Gateway/Operations/OperationTable+standard.swift")
        let joined = Set(table.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        var count = 0
        for (file, text) in try definitions(in: ["Sources/Gateway/Operations"]) {
            let lists = text.matches(of: /@OperationList static var (\w+):/).map { String($0.1) }
            let single = text.matches(of: #/enum (\w+) \{\n    static let definition = /#).map { "\($0.1).definition" }
            for family in lists + single {
                count += 1
                #expect(joined.contains(family), "\(family) in \(file) is not in the table")
            }
        }
        #expect(count > 50)
    }

    @Test func `each operation that is declared is in the table`() throws {
        let known = Set(Catalogue.standard.operations.map(\.name))
        for (file, text) in try definitions(in: ["Sources/Gateway/Operations"]) {
            for (name, _) in declarations(in: text) {
                #expect(known.contains(name), "\(name) in \(file) is not in the table")
            }
        }
    }

    @Test func `each event is defined in a file and a type of its name, and is in the catalogue`() throws {
        let declared = Set(Catalogue.standard.events.map(\.name))
        #expect(declared.count == Catalogue.standard.events.count)
        var defined: Set<String> = []
        for (file, text) in try definitions(in: ["Sources/Chat/Events", "Sources/Gateway/Events"]) {
            let pattern = /static let declaration = Event\(\s*(ofGroup: )?"([\w.]+)"/
            guard let declaration = text.firstMatch(of: pattern) else { continue }
            let name = (declaration.1 == nil ? "" : "group.") + declaration.2
            defined.insert(name)
            let type = name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            #expect(file == "\(type).swift", "\(name) is defined in \(file)")
            #expect(text.contains(" \(type)"), "\(file) has no type \(type)")
            #expect(declared.contains(name), "\(name) is not in the catalogue")
        }
        for name in declared.subtracting(defined).sorted() { Issue.record("\(name) has no definition in a file") }
    }

    @Test func `M-51: the reply to a change has no texts but in a message, which is not kept with it`() throws {
        let results = Dictionary(uniqueKeysWithValues: Catalogue.standard.operations.map { ($0.name, $0.result) })
        var changes = 0
        var withMessage: Set<String> = []
        for (file, text) in try definitions(in: ["Sources/Gateway/Operations"]) {
            for (name, definition) in declarations(in: text) {
                // Requests about the session itself have no key.
                if definition.contains(#/\.session \{|\.opening\(/#) { continue }
                let reads = definition.contains(
                    #/ \.(read|values|ask|askLeader|search|room|streamed|judged|operate|reply)\b/#)
                if reads, !definition.contains(#/ \.change(Each|InPieces)?[ (]/#) { continue }
                changes += 1
                for path in texts(in: .object(try #require(results[name]))) {
                    if path.first == "message" {
                        withMessage.insert(name)
                    } else if !["upload", "url", "element"].contains(path.first) {
                        // How an upload is sent is added to the reply after the change, and an avatar's URL is no text.
                        // An element that was taken out of a room's queue is in that reply alone.
                        Issue.record("\(file): \(path.joined(separator: ".")) would be kept in the reply to \(name)")
                    }
                }
            }
        }
        #expect(changes > 80)
        #expect(
            withMessage == [
                "message.send", "message.edit", "message.react", "message.recall", "message.pin", "message.unpin",
                "channel.publish", "admin.channel.publish",
            ])
    }

    /// Where it has texts or objects of users, and not names of something.
    private func texts(in type: ValueType, at path: [String] = []) -> [[String]] {
        switch type {
        case .boolean, .onlyTrue, .number, .words, .numbers: []
        case .text: namesOfThings.contains(path.last ?? "") ? [] : [path]
        case .anything, .map, .changes: [path]
        case .members(let fields, _): fields.flatMap { texts(in: $0.type, at: path + [$0.name]) }
        case .elements(let type, _), .orNull(let type), .called(_, let type): texts(in: type, at: path)
        case .either(let types): types.flatMap { texts(in: $0, at: path) }
        }
    }

    @Test func `each number of a group's event has the definition that says so`() {
        for kind in GroupEventKind.allCases {
            #expect(kind.definition.kind == kind)
            #expect(kind.definition.declaration.name == "group.\(kind)")
        }
    }

    @Test func `an event is in streams as its number says`() {
        let definitions = StreamEventKind.allCases.compactMap { $0.definition as? any EventDefinition.Type }
        let streamed = Set(definitions.map { $0.declaration.name })
        for event in Catalogue.standard.events where !event.name.hasPrefix("group.") {
            #expect(event.streams == (streamed.contains(event.name) ? .user : []), "\(event.name)")
        }
    }

    /// The names of the operations that a file declares, each with the text up to the next one. If there is one alone, its
    /// text is the whole file.
    private func declarations(in text: String) -> [(name: String, text: Substring)] {
        let found = text.matches(of: /\bOperation(?:\.\w+)?\(\s*"([\w.]+)",/)
        if let one = found.first, found.count == 1 { return [(String(one.1), text[...])] }
        let ends = found.dropFirst().map(\.range.lowerBound) + [text.endIndex]
        return zip(found, ends).map { (String($0.1), text[$0.range.lowerBound..<$1]) }
    }

    private func definitions(in folders: [String]) throws -> [(file: String, text: String)] {
        try folders.flatMap { folder in
            let names = try FileManager.default.subpathsOfDirectory(atPath: repositoryPath(folder))
            return try names.filter { $0.hasSuffix(".swift") }.map { name in
                (String(name.split(separator: "/").last!), try repositoryFile("\(folder)/\(name)"))
            }
        }
    }
}

/// Members of results that are ids, or the gateway's own words.
private let namesOfThings: Set = [
    "msgId", "msgIds", "conversationID", "userID", "groupID", "channelID", "fileID", "scheduleID", "mediaID", "from",
    "streamID", "callID", "reportID", "device", "type", "kind", "clientMsgId", "cursor", "failedUserIds", "info",
]
