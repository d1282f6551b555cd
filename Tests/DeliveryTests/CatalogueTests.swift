import ClientProtocol
import Foundation
import ServerAPI
import TestSupport
import Testing

@testable import Chat
@testable import Gateway

/// The declarations, compared with the handlers and the definitions of events.
struct CatalogueTests {
    @Test func `each declared operation has a handler, and each handler's operation is declared`() {
        let declared = Catalogue.operations.map(\.name)
        let handled = OperationTable.standard.names
        #expect(Set(declared).count == declared.count)
        for name in Set(declared).subtracting(handled).sorted() { Issue.record("\(name) has no handler") }
        for name in Set(handled).subtracting(declared).sorted() { Issue.record("\(name) is not in the catalogue") }
    }

    @Test func `each event is defined in a file and a type of its name, and is in the catalogue`() throws {
        let declared = Set(Catalogue.events.map(\.name))
        #expect(declared.count == Catalogue.events.count)
        var defined: Set<String> = []
        for (file, text) in try definitions() {
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

    @Test func `each number of a group's event has the definition that says so`() {
        for kind in GroupEventKind.allCases {
            #expect(kind.definition.kind == kind)
            #expect(kind.definition.declaration.name == "group.\(kind)")
        }
    }

    @Test func `an event is in streams as its number says`() {
        let definitions = StreamEventKind.allCases.compactMap { $0.definition as? any EventDefinition.Type }
        let streamed = Set(definitions.map { $0.declaration.name })
        for event in Catalogue.events where !event.name.hasPrefix("group.") {
            #expect(event.streams == (streamed.contains(event.name) ? .user : []), "\(event.name)")
        }
    }

    private func definitions() throws -> [(file: String, text: String)] {
        try ["Sources/Chat/Events", "Sources/ServerAPI/Events"].flatMap { folder in
            let names = try FileManager.default.subpathsOfDirectory(atPath: repositoryPath(folder))
            return try names.filter { $0.hasSuffix(".swift") }.map { name in
                (String(name.split(separator: "/").last!), try repositoryFile("\(folder)/\(name)"))
            }
        }
    }
}
