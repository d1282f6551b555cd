import ClientProtocol
import Framing
import Gateway
import ServerAPI
import TestSupport
import Testing

/// The pages that are made from declarations are what is made of them now.
struct ReferenceTests {
    @Test func `docs/operations.md is up to date`() throws {
        #expect(
            try repositoryFile("docs/operations.md") == Catalogue.standard.operationsPage,
            "run `martlet config doc operations > docs/operations.md`")
    }

    @Test func `docs/openapi.json is up to date`() throws {
        #expect(
            try repositoryFile("docs/openapi.json") == Catalogue.standard.openAPI(),
            "run `martlet config doc openapi > docs/openapi.json`")
    }

    @Test func `docs/asyncapi.json is up to date`() throws {
        #expect(
            try repositoryFile("docs/asyncapi.json") == Catalogue.standard.asyncAPI(),
            "run `martlet config doc asyncapi > docs/asyncapi.json`")
    }

    @Test func `docs/errors.md is up to date`() throws {
        #expect(
            try repositoryFile("docs/errors.md") == Catalogue.errorsPage,
            "run `martlet config doc errors > docs/errors.md`")
    }

    @Test func `the close codes in docs/protocol.md are up to date`() throws {
        #expect(
            try repositoryFile("docs/protocol.md").contains(Catalogue.closeTables),
            "put the output of `martlet config doc closes` there")
    }

    @Test func `every close code is in exactly one range of advice`() {
        for code in CloseCode.published {
            let ranges = CloseCode.ranges.filter { $0.codes.contains(Int(code.rawValue)) }
            #expect(ranges.count == 1, "\(code.rawValue)")
        }
    }

    @Test func `a number means one thing`() {
        let errors = ErrorCode.all.map { "\($0.system.rawValue) \($0.code)" }
        #expect(Set(errors).count == errors.count)
        #expect(Set(ErrorCode.all.map(\.name)).count == errors.count)
        let closes = CloseCode.published.map(\.rawValue)
        #expect(Set(closes).count == closes.count)
    }

    @Test(arguments: Catalogue.standard.operations.map(\.name))
    func `what an operation may answer is in the table of errors`(name: String) throws {
        let operation = try #require(Catalogue.standard.operations.first { $0.name == name })
        #expect(Set(operation.errors + [operation.badParameter]).isSubset(of: ErrorCode.all))
    }
}
