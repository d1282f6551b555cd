import Client
import Foundation
import Framing
import JSON
import Media
import Security
import TestSupport
import Testing

/// `martlet export --media` and `martlet import --media`, from each store of media to the other.
struct MediaExportTests {
    @Test(arguments: [nil, S3Server.Kind.moto], [nil, S3Server.Kind.swift])
    func `U-40: an export has all uploads as files by their digests, and an import takes them back`(
        from source: S3Server.Kind?, to target: S3Server.Kind?
    ) throws {
        try MediaPlace.with(source) { old in
            old.gateway.keepToOneNode()
            let (alice, bob) = (try old.gateway.online("alice"), try old.gateway.online("bob"))
            try old.gateway.createAccounts("carol")
            let pictures = (0..<5).map { picture(64, 48, bytes: 200 + $0) }
            let small = try old.upload(pictures[0], by: alice).id
            let large = try old.upload(pictures[1], by: alice, complete: #""thumbnail": "\#(small)""#).id
            let unused = try old.upload(pictures[2], by: alice).id
            let part = try old.upload(pictures[3], by: bob).id
            try alice.show(old.upload(pictures[4], by: alice, prepare: #""use": "avatar""#).url)
            let sent = try alice.write("look", to: "bob", #""media": ["\#(large)"]"#)
            let elements = #"{"elements": [{"type": 1, "body": {}, "media": ["\#(part)"]}]}"#
            let place = #""conversationID": "c2c_alice", "clientMsgId": "e", "type": 20"#
            _ = try bob.request("message.send", #"{\#(place), "body": \#(elements)}"#).get()
            let wish = #""conversationID": "c2c_carol", "clientMsgId": "f", "title": "t""#
            _ = try bob.request("message.forward", #"{\#(wish), "msgIds": ["\#(sent.msgID)"]}"#).get()

            let run = try old.export()
            #expect(run.end == .exited(0), "\(run.errors)")
            #expect(try old.files() == Set(pictures.map { hexDigest($0) }))
            let lines = try run.output.split(separator: "\n").map { try JSONDocument().parse(String($0)) }
            let uploads = lines.filter { $0["type"]?.string == "media" }
            #expect(uploads.count == 5 && uploads.contains { $0["mediaID"]?.string == unused })
            let file = try old.gateway.workspace.write("all.jsonl", run.output)

            try MediaPlace.with(target) { new in
                for _ in 1...2 {
                    let taken = try new.take(file, old)
                    #expect(taken.end == .exited(0) && taken.output == "", "\(taken.output) \(taken.errors)")
                }
                let files = try new.gateway.admin().request("admin.media.usage", "{}").get()["files"]?.int
                #expect(files == 5, "what is taken twice is there once")
                let (bob, carol) = (try new.gateway.online("bob"), try new.gateway.online("carol"))
                let history = #"{"conversationID": "c2c_alice"}"#
                let messages = try bob.request("message.history", history).get()["messages"]?.elements.map(Array.init)
                let (answer, look) = (try #require(messages?.first), try #require(messages?.last))
                let taken = try #require(look["media"]?.elements?.first { _ in true })
                #expect(taken["width"]?.int == 64)
                #expect(try new.bytes(taken["mediaID"]?.string, for: bob) == pictures[1])
                #expect(try new.bytes(taken["thumbnail"]?.string, for: bob) == pictures[0])
                let own = try #require(answer["media"]?.elements?.first { _ in true })["mediaID"]?.string
                #expect(try new.bytes(own, for: bob) == pictures[3])
                #expect(answer["body"]?.text.contains("\"\(own ?? "")\"") == true, "its element names it, too")
                let forwarded = try #require(carol.history(with: "bob").first)
                let held = try carol.request("message.merged", #"{"msgId": "\#(forwarded.msgID)"}"#).get()["messages"]
                let copied = held?.elements?.first { _ in true }?["media"]?.elements?.first { _ in true }
                #expect(try new.bytes(copied?["mediaID"]?.string, for: carol) == pictures[1])
                let face = try new.gateway.online("alice").profile()["faceUrl"]?.string
                #expect(try new.read(#require(face)) == pictures[4])
            }
        }
    }

    @Test func `U-40: a user's export has its own uploads, and those of messages that it can read`() throws {
        try MediaPlace.with(nil) { place in
            place.gateway.keepToOneNode()
            let (alice, bob) = (try place.gateway.online("alice"), try place.gateway.online("bob"))
            let pictures = (0..<3).map { picture(bytes: 300 + $0) }
            let ids = try pictures.map { try place.upload($0, by: alice).id }
            try alice.write("look", to: "bob", #""media": ["\#(ids[0])"]"#)
            try bob.recall(try bob.write("slip", to: "alice", #""media": ["\#(ids[0])"]"#))
            _ = try place.upload(pictures[1], by: bob)
            let run = try place.export("--user", "bob")
            #expect(run.end == .exited(0), "\(run.errors)")
            #expect(try place.files() == [hexDigest(pictures[0]), hexDigest(pictures[1])])
            let again = try place.export()
            #expect(again.end == .exited(73) && again.errors.contains("is not empty"), "\(again.errors)")
        }
    }

    @Test func `U-40: an upload whose bytes are missing is left out and named, and all else is exported`() throws {
        try MediaPlace.with(nil) { place in
            place.gateway.keepToOneNode()
            let alice = try place.gateway.online("alice")
            let bytes = [picture(bytes: 400), picture(bytes: 401)]
            let (lost, kept) = (try place.upload(bytes[0], by: alice).id, try place.upload(bytes[1], by: alice).id)
            try alice.write("look", to: "alice", #""media": ["\#(lost)", "\#(kept)"]"#)
            try place.lose(lost)
            let run = try place.export()
            #expect(run.end == .exited(2) && run.errors.contains("Left out: \(lost)"), "\(run.errors)")
            #expect(try place.files() == [hexDigest(bytes[1])])
            #expect(run.output.contains(#""media":["\#(kept)"]"#) && run.output.contains(#""type":"exportEnd""#))
        }
    }
}

private func hexDigest(_ bytes: [UInt8]) -> String { hexadecimal(bytes.withUnsafeBytes { Digest.sha256($0) }) }

/// A gateway with its store of media.
private struct MediaPlace {
    let gateway: GatewayProcess
    /// Nil: a directory.
    let server: S3Server?
    private let workspace: TemporaryFolder

    static func with(_ kind: S3Server.Kind?, _ body: (MediaPlace) throws -> Void) throws {
        let workspace = try TemporaryFolder()
        if let kind {
            return try withBucket(kind) { try body(MediaPlace(gateway: $0, server: $1, workspace: workspace)) }
        }
        try withChat(["media.directory": "\"\(workspace.path("media"))\""]) { gateway in
            try body(MediaPlace(gateway: gateway, server: nil, workspace: workspace))
        }
    }

    private var folder: String { workspace.path("exported") }

    /// On a cluster it reads the store of the first node, to which all that was acknowledged there has come.
    func export(_ more: String...) throws -> ImportRun {
        try Martlet.run(
            ["export", "--config", gateway.workspace("martlet.json5"), "--media", folder] + more,
            environment: ["MARTLET_DATA_DIRECTORY": gateway.workspace("data")], in: Workspace())
    }

    func files() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }

    /// Takes what another one has exported.
    func take(_ file: String, _ other: MediaPlace) throws -> ImportRun {
        let journal = workspace.path("journal")
        if let former = try? String(contentsOfFile: journal, encoding: .utf8) {
            // As docs/importing.md has it, to try everything once more.
            let ids = former.split(separator: "\n").filter { $0.contains("ID") }.map { $0 + "\n" }
            try ids.joined().write(toFile: journal, atomically: true, encoding: .utf8)
        }
        let more = ["--journal", journal, "--media", other.folder]
        return try Martlet.run(gateway.importing(file) + more, in: Workspace())
    }

    func upload(
        _ bytes: [UInt8], by session: ClientSession, prepare more: String = "", complete: String = ""
    ) throws -> (id: String, url: String) {
        let prepared = try UploadReply(try session.request("media.prepare", announced(bytes, more)).get())
        try gateway.put(bytes, by: prepared)
        let members = [#""mediaID": "\#(prepared.id)""#] + (complete.isEmpty ? [] : [complete])
        let data = "{\(members.joined(separator: ", "))}"
        let done = try session.request("media.complete", data).get()
        #expect(done["state"]?.string == "ready")
        return (prepared.id, done["url"]?.string ?? "")
    }

    func bytes(_ id: String?, for session: ClientSession) throws -> [UInt8] {
        let id = try #require(id)
        return try read(#require(try session.mediaURL(id)))
    }

    func read(_ url: String) throws -> [UInt8] {
        let response = try gateway.askStore(.get, url)
        guard response.status == 307 else { return response.body }
        return try read(#require(response.headers.first(of: "location")))
    }

    /// As a disk may.
    func lose(_ id: String) throws {
        try #require(unlink(workspace.path("media/\(id.prefix(2))/\(id)")) == 0)
    }
}
