import Dispatch
import Foundation
import Testing

/// A real gateway with keys and data of its own: the program that `MARTLET` names. All tests share one.
final class Gateway: Sendable {
    static let shared = Result { try Gateway() }

    let url: String
    private let program: String
    /// It is removed with the gateway.
    let folder: URL
    /// Its shell ends it when nobody holds this any more.
    private let input = Pipe()

    private init() throws {
        program = try #require(ProcessInfo.processInfo.environment["MARTLET"], "MARTLET names no gateway")
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-facades-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try answer(of: program, ["token", "--new-key-file", folder.appendingPathComponent("keys.json").path])
        let admin = folder.appendingPathComponent("admin.json").path
        _ = try answer(of: program, ["token", "--new-admin-key-file", admin])
        let settings = """
            {
                listen: {port: 0}, admin: {listen: false}, data: {directory: "."}, log: {level: "warning"},
                auth: {keysFile: "keys.json", adminKeysFile: "admin.json", leewaySeconds: 1},
                profiles: {customFields: {Blood: "number", Motto: "bytes"}, auditedWords: ["forbidden"]},
                friends: {customFields: {Rank: "number"}}, hosting: {visibility: "everyone", extensions: ["ext_team"]},
            }
            """
        let file = folder.appendingPathComponent("martlet.json5")
        try settings.write(to: file, atomically: true, encoding: .utf8)
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-c", #""$1" serve --config "$2" 2>"$3/log" & read -r _; kill -9 $!; rm -r "$3""#, "sh", program,
            file.path, folder.path,
        ]
        let output = Pipe()
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        // What the tests themselves are told by MARTLET would be a setting to it.
        shell.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARTLET") }
        try shell.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let start = try #require(line.range(of: "ws://"), "the gateway does not start: \(line)")
        url = String(line[start.lowerBound...].prefix { !$0.isWhitespace })
    }

    /// Asks for an operation as the administrator.
    func ask(_ op: String, _ data: String) throws {
        let key = folder.appendingPathComponent("admin.json").path
        let address = "http" + url.dropFirst("ws".count).dropLast("/v1/ws".count)
        _ = try answer(of: program, ["ctl", "call", "--key-file", key, "--url", address, op, data])
    }

    func token(_ user: String, seconds: Int = 3600) throws -> String {
        let keys = folder.appendingPathComponent("keys.json").path
        return try answer(of: program, ["token", "--key-file", keys, "--user", user, "--ttl", String(seconds)])
    }
}

private func answer(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "martlet \(arguments) failed")
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// `fail` was called.
struct Failure: Error, Equatable {
    let code: Int32
    let text: String
}

/// What a call tells on the main queue, which must be one thing: a second one ends the test's process.
func told<Value>(
    _ call: (_ succ: @escaping (Value) -> Void, _ fail: @escaping (Int32, String?) -> Void) -> Void
) async throws -> Value {
    let told: Told<Value> = try await withCheckedThrowingContinuation { continuation in
        call { value in
            dispatchPrecondition(condition: .onQueue(.main))
            continuation.resume(returning: Told(value: value))
        } _: { code, text in
            dispatchPrecondition(condition: .onQueue(.main))
            continuation.resume(throwing: Failure(code: code, text: text ?? ""))
        }
    }
    return told.value
}

/// The same of a call that succeeds with nothing.
func done(
    _ call: (_ succ: @escaping () -> Void, _ fail: @escaping (Int32, String?) -> Void) -> Void
) async throws {
    let _: Bool = try await told { succ, fail in call({ succ(true) }, fail) }
}

/// Vendors' objects are no `Sendable`; a test has those that it is told alone.
struct Told<Value>: @unchecked Sendable {
    let value: Value
}
