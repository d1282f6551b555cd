import Client
import Glibc
import TestSupport
import Testing

/// `martlet media check`.
@Suite(.alone("It looks at the folder of one process.")) struct MediaCheckTests {
    @Test func `U-39: rows without bytes and bytes without rows are named, and the latter removed`() throws {
        try withChat { gateway in
            let bytes = picture()
            let id = try gateway.online("alice").upload(bytes, at: gateway)
            #expect(try check(gateway) == (0, "All media have their bytes, and all bytes their media.\n"))
            let folder = gateway.workspace("data") + "/media/\(id.prefix(2))/"
            let other = id.prefix(2) + String(repeating: "z", count: 20)
            #expect(rename(folder + id, folder + other) == 0)
            #expect(try check(gateway) == (1, "missing \(id)\nunknown \(other)\n"))
            #expect(try check(gateway, "--delete") == (1, "missing \(id)\nunknown \(other): removed\n"))
            #expect(try check(gateway) == (1, "missing \(id)\n"))
        }
    }

    private func check(_ gateway: GatewayProcess, _ more: String...) throws -> (code: Int32, output: String) {
        let result = try Martlet.run(
            ["media", "check", "--config", gateway.workspace("martlet.json5")] + more,
            environment: ["MARTLET_DATA_DIRECTORY": gateway.workspace("data")], in: Workspace())
        let code: Int32? = if case .exited(let code) = result.end { code } else { nil }
        return (try #require(code), result.output)
    }
}
