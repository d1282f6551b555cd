import Foundation
import MartletClient
import MartletLinux
import MartletStore

/// A chat in a terminal, which starts without a connection, too: docs/ios.md says how it is started.
@main
struct Program {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            say("swift-chat URL USER TOKEN")
            exit(64)
        }
        let (url, user, token) = (arguments[1], arguments[2], arguments[3])
        var options = Client.Options()
        options.platform = "pc"
        options.storage = SQLiteStorage(path: "\(user)-chat.db")
        options.keepsStore = true
        let client = Client(
            url: url, user: user, device: "terminal", transport: LinuxTransport(), options: options
        ) { _ in token }

        let chat = Chat(client)
        try await client.open()
        say("/list, /open USER, /older, /retry and /quit; anything else is sent to whom you have opened")
        await chat.list()
        let news = Task { await chat.tellNews() }
        try await client.connect()
        for await line in lines() {
            if line == "/quit" { break }
            await chat.take(line)
        }
        news.cancel()
        try await client.leave()
    }

    /// Of a thread of its own, since reading waits.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }
}

/// At once, also into a pipe.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
