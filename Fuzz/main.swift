// Feeds one of the targets with libFuzzer: FUZZ_TARGET=http martlet-fuzz [libFuzzer's flags] CORPUS…
// Built by scripts/fuzz alone, with sanitizers in every module.
import Framing
import Glibc

typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

// libFuzzer's own entrance, for programs that have a `main` (compiler-rt/lib/fuzzer/FuzzerInterface.h has no other
// declaration of it). Pointers and integers alone: Swift's calling convention is C's.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>, _ target: Target
) -> CInt

let targets: [String: Target] = [
    "http": { feedHTTP(Input($0, $1)) },
    "websocket-server": { feedWebSocket(Input($0, $1), role: .server) },
    "websocket-client": { feedWebSocket(Input($0, $1), role: .client) },
    "json": { feedJSON(UnsafeRawBufferPointer(start: $0, count: $1)) },
    "proxy": { feedProxy(Input($0, $1)) },
    "token": { feedToken(Input($0, $1)) },
]

let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
guard let target = name.flatMap({ targets[$0] }) else {
    print("FUZZ_TARGET is one of", targets.keys.sorted().joined(separator: " "))
    exit(64)
}
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments, target))
