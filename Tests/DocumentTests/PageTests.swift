import ClientProtocol
import Domain
import Foundation
import Gateway
import JSON
import ServerAPI
import Settings
import TestSupport
import Testing

/// Each thing that the pages written by hand name exists.
struct PageTests {
    @Test(arguments: Document.paths)
    func `every link leads somewhere`(path: String) throws {
        let page = try Document(path)
        for match in page.text.matches(of: /\]\(([^)#\s]+)/) where !match.1.contains("://") {
            #expect(page.leads(to: String(match.1)), "\(path): \(match.1)")
        }
    }

    @Test(arguments: ["docs/", "docs/zh-CN/"])
    func `the start page leads to every page`(folder: String) throws {
        let links = Set(try Document(folder + "README.md").text.matches(of: /\]\(([^)#\s]+)/).map(\.1))
        for path in Document.files(under: String(folder.dropLast()), ending: ".md") {
            let page = path.dropFirst(folder.count)
            guard page != "README.md", !page.hasPrefix("decisions/0"), !page.hasPrefix("zh-CN/") else { continue }
            #expect(links.contains(page), "\(path)")
        }
    }

    @Test(arguments: Document.paths)
    func `every setting that a page names is one`(path: String) throws {
        let settings = Configuration.catalogue.flatMap(\.settings)
        let sections = Set(settings.map(\.section))
        let toBackends = BackendEventKind.allCases.map { "\($0.name)" } + ["events.dropped"]
        let others = Set(Catalogue.standard.operations.map(\.name) + Catalogue.standard.events.map(\.name) + toBackends)
        for name in try Document(path).codes where name.wholeMatch(of: /[a-z]+\.[a-zA-Z]+/) != nil {
            guard sections.contains(String(name.prefix { $0 != "." })), !others.contains(String(name)) else { continue }
            #expect(settings.contains { $0.path == name }, "\(path): \(name)")
        }
    }

    @Test(arguments: Document.paths)
    func `every configuration that a page shows is one`(path: String) throws {
        for block in try Document(path).blocks("json5") {
            let text = block.hasPrefix("{") ? String(block) : "{\(block)}"
            // Each configuration needs a key file; the pages show only what they speak of.
            _ = try Configuration.read(text, named: path, environment: ["MARTLET_AUTH_KEYS_FILE": "/keys.json"])
        }
    }

    @Test(arguments: Document.paths)
    func `what a page shows as JSON is JSON`(path: String) throws {
        for block in try Document(path).blocks("json") {
            let lines = block.split(separator: "\n")
            // A file of lines, each an object of its own.
            let isLines = lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }
            for text in isLines ? lines : [block] { _ = try JSONDocument().parse(String(text)) }
        }
    }

    @Test(arguments: Document.paths + ["CONTRIBUTING.md"])
    func `every script that a page names is there`(path: String) throws {
        for match in try Document(path).text.matches(of: /[^\w\/](scripts\/[a-z][a-z0-9.-]*[a-z0-9])/) {
            #expect(FileManager.default.fileExists(atPath: repositoryPath(String(match.1))), "\(path): \(match.1)")
        }
    }

    @Test(arguments: Document.paths)
    func `every variable that a page names is a setting's, or of the program or its build`(path: String) throws {
        let known = Set(Configuration.catalogue.flatMap(\.settings).map(\.environmentName))
            .union(["MARTLET_CONFIG", "MARTLET_ALLOCATOR"])
        for match in try Document(path).text.matches(of: /MARTLET_[A-Z_]+[A-Z]/) {
            #expect(known.contains(String(match.0)), "\(path): \(match.0)")
        }
    }

    @Test(arguments: Document.paths)
    func `every metric that a page names is one`(path: String) throws {
        let known = try Document("docs/metrics.md").codes
        for match in try Document(path).text.matches(of: /martlet_[a-z_]+[a-z]/) {
            #expect(known.contains(match.0), "\(path): \(match.0)")
        }
    }

    @Test func `docs/architecture.md shows the layers of Package.swift`() throws {
        func rows(_ text: String, _ mark: Regex<(Substring, Substring)>) -> [Substring] {
            text.matches(of: mark).map(\.1)
        }
        let page = rows(try Document("docs/architecture.md").text, /\n    (\d \w+ .+)/)
        #expect(page.count == 6)
        #expect(page == rows(try Document("Package.swift").text, /\n\/\/     (\d \w+ .+)/))
    }

    @Test func `the index of decisions has each of them, by its title`() throws {
        let index = try Document("docs/decisions/README.md").text
        for path in Document.files(under: "docs/decisions", ending: ".md") where !path.hasSuffix("README.md") {
            let name = String(path.split(separator: "/").last ?? "")
            let title = try Document(path).lines[0].dropFirst(2)
            #expect(index.contains("| [\(name.prefix(3))](\(name)) | \(title) |"), "\(path)")
        }
    }

    @Test func `docs/engine.md shows the example as it is built`() throws {
        let example = try Document("examples/echo/Sources/main.swift").text
        #expect(try Document("docs/engine.md").blocks("swift").first.map { $0 + "\n" } == example[...])
    }

    @Test(arguments: Document.paths)
    func `a page written by hand keeps its lines short`(path: String) throws {
        let page = try Document(path)
        guard !page.text.contains("\nGenerated by `martlet config doc") else { return }
        // Tables cannot be broken, and messages are shown as they travel.
        let unbreakable = ["|", "→ {", "← {"]
        for (number, line) in page.lines.enumerated() where !unbreakable.contains(where: line.hasPrefix) {
            #expect(line.count <= 120, "\(path):\(number + 1)")
        }
    }

    @Test func `every message in docs/protocol.md is one that the gateway knows`() throws {
        let operations = Set(Catalogue.standard.operations.map(\.name))
        let events = Set(Catalogue.standard.events.map(\.name))
        let lines = try Document("docs/protocol.md").blocks("text").flatMap { $0.split(separator: "\n") }
        let messages = lines.filter { $0.hasPrefix("→ {") || $0.hasPrefix("← {") }
        try #require(messages.count > 10)
        for line in messages {
            let message = try JSONDocument().parse(String(line.dropFirst(2)))
            switch line.first {
            case "→": #expect(operations.contains(message["op"]?.string ?? ""), "\(line)")
            case _ where message["event"] != nil: #expect(events.contains(message["event"]?.string ?? ""), "\(line)")
            case _ where message["error"] != nil: #expect(isKnown(message["error"]), "\(line)")
            default: #expect(message["id"] != nil && message["ok"] != nil, "\(line)")
            }
        }
    }

    private func isKnown(_ error: JSONValue?) -> Bool {
        ErrorCode.all.contains {
            $0.system.rawValue == error?["system"]?.string && Int64($0.code) == error?["code"]?.int64
                && $0.name == error?["name"]?.string
        }
    }
}
