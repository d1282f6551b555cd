import ClientProtocol
import Gateway
import ServerAPI
import Settings
import Testing

/// docs/semantics.md is whole, and what cites it cites rows that are there.
struct ChecklistTests {
    @Test func `no two rows have one id`() throws {
        let ids = try Checklist.read.get().rows.map(\.id)
        #expect(Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.isEmpty)
    }

    @Test func `the series have as many rows as the page says, in their order`() throws {
        let checklist = try Checklist.read.get()
        let numbers = Dictionary(grouping: checklist.ids, by: Checklist.series).mapValues { ids in
            ids.compactMap { Int($0.drop { !$0.isNumber }) }.sorted()
        }
        let line = checklist.page.lines.drop { !$0.hasPrefix("Counts: ") }.prefix { !$0.isEmpty }
            .joined(separator: " ")
        var counted: [String: Int] = [:]
        for match in line.matches(of: /([RSGCT]) (\d+) \+ (\d+)/) {
            counted["\(match.1)-"] = Int(match.2)
            counted["\(match.1)-Q"] = Int(match.3)
        }
        let interactions = try #require(line.firstMatch(of: /X (\d+) \+ (\d+) \(X-D\) \+ (\d+) \(X-M\)/))
        counted["X-"] = Int(interactions.1)
        counted["X-D"] = Int(interactions.2)
        counted["X-M"] = Int(interactions.3)
        for match in line.matches(of: /· ([A-Z]) (\d+)(?= ·|\.)/) { counted["\(match.1)-"] = Int(match.2) }
        #expect(counted.keys.sorted() == numbers.keys.sorted())
        for (series, count) in counted {
            // Some rows have the numbers of their design, and others are to come.
            if ["U-", "L-", "N-", "Y-"].contains(series) {
                #expect(numbers[series]?.count == count)
                continue
            }
            // The first rows of P are those of the clients' libraries.
            let first = series == "P-" ? 21 : 1
            #expect(numbers[series] == Array(first..<first + count), "\(series)")
        }
        #expect(Set(numbers.keys) == Set(counted.keys))
    }

    @Test func `every id that the page speaks of is a row`() throws {
        let checklist = try Checklist.read.get()
        #expect(Set(Checklist.ids(in: checklist.page.text)).subtracting(checklist.ids).isEmpty)
    }

    @Test func `every name in the column Here is an operation, an event or a setting`() throws {
        let known = Set(
            Catalogue.standard.operations.map(\.name) + Catalogue.standard.events.map(\.name)
                + Configuration.catalogue.flatMap(\.settings).map(\.path))
        for row in try Checklist.read.get().rows {
            for match in row.here.matches(of: /`([a-z]+(?:\.[A-Za-z0-9]+)+)`/) {
                #expect(known.contains(String(match.1)), "\(row.id): \(match.1)")
            }
        }
    }

    @Test(arguments: Document.files(under: "Sources", ending: ".swift"))
    func `every id that the code cites is a row`(path: String) throws {
        let cited = Checklist.ids(in: try Document(path).text)
        #expect(Set(cited).subtracting(try Checklist.read.get().ids).isEmpty)
    }

    /// As scripts/semantics reads them: a list, without ranges.
    @Test(arguments: Document.files(under: "Tests", ending: ".swift"))
    func `a test has the ids of its rows in front of its name`(path: String) throws {
        let known = try Checklist.read.get().ids
        for match in try Document(path).text.matches(of: /func `([^`\n]+)`/) {
            let ids = Checklist.ids(in: match.1)
            guard !ids.isEmpty else { continue }
            #expect(match.1.hasPrefix(ids.joined(separator: ", ") + ": "), "\(match.1)")
            #expect(Set(ids).subtracting(known).isEmpty, "\(match.1)")
        }
    }
}
