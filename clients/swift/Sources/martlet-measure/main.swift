import Glibc
import MartletClient
import MartletStore

/// Measures the store on the device: `fill FILE`, then `start FILE` in a process of its own.
let began = now()
guard CommandLine.arguments.count == 3 else {
    print("martlet-measure fill|start FILE")
    exit(2)
}
let (task, path) = (CommandLine.arguments[1], CommandLine.arguments[2])
let (conversations, messages) = (500, 10_000)
var options = Client.Options()
options.storage = SQLiteStorage(path: path)
options.keepsStore = true
options.gapLimit = .max
let gateway = Gateway(conversations: conversations)
let client = Client(
    url: "ws://gateway", user: "alice", device: "d1", transport: gateway, options: options
) { _ in "token" }

switch task {
case "fill":
    let events = client.events(limit: .max)
    try await client.connect()
    for await case .event(let event) in events where event.name == "sync.list" { break }
    let (start, used) = (now(), cpu())
    for number in 0..<messages { gateway.write(number) }
    try await client.leave()
    let milliseconds = Double(cpu() - used) / 1000
    print("\(messages) live messages and their rows: \(now() - start) ms, \(Int(milliseconds)) ms of CPU")
    print("1,000 of them: \(Int(milliseconds * 1000 / Double(messages))) ms of CPU")
    print("the file: \(kilobytes(of: path)) kB for \(messages) messages in \(conversations) conversations")
case "start":
    try await client.open()
    let list = await client.store.conversations(first: 30)
    let milliseconds = (now() - began, cpu() / 1000)
    print("the first list of \(list.count): \(milliseconds.0) ms, \(milliseconds.1) ms of CPU since the program began")
    let before = residentKilobytes()
    try await client.store.open(list[0]["conversationID"]?.string ?? "")
    print("a conversation's messages: \(now() - began) ms")
    let ids = await client.store.conversations().compactMap { $0["conversationID"]?.string }
    for id in ids { try await client.store.open(id, limit: messages / conversations) }
    var shown = 0
    for id in ids { shown += await client.store.view(id).messages.count }
    print("\(shown) messages in memory: \(residentKilobytes() - before) kB, of \(residentKilobytes()) kB in all")
default:
    print("there is no task \(task)")
    exit(2)
}

/// Milliseconds of a clock that is never set.
func now() -> Int { microseconds(CLOCK_MONOTONIC) / 1000 }

/// Microseconds of all threads.
func cpu() -> Int { microseconds(CLOCK_PROCESS_CPUTIME_ID) }

func microseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    fgets(&line, Int32(line.count), file)
    let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize()) / 1024
}

func kilobytes(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) / 1024 : 0
}
