import Client
import Framing
import JSON
import TestSupport
import Testing

/// The readers of pictures and files that others have sent, and the logs about both.
struct MediaAccessTests {
    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-24: who has left a group gets no URL of what it shows, and a URL that is out works on`(
        store: S3Server.Kind?
    ) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let (first, second) = (picture(), picture())
            let ids = [try alice.upload(first, at: gateway), try alice.upload(second, at: gateway)]
            try alice.write("one", in: group, #""media": ["\#(ids[0])"]"#)
            let url = try #require(try bob.mediaURL(ids[0]))
            try bob.group("leave", group)
            try alice.write("two", in: group, #""media": ["\#(ids[1])"]"#)
            #expect(try gateway.has(first, at: url))
            #expect(try bob.mediaURL(ids[0]) == nil)
            #expect(try bob.mediaURL(ids[1]) == nil)
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-33: workers hear of an upload with its URL, and give it a small picture`(store: S3Server.Kind?) throws {
        try withMedia(in: store, ["events.types": #"["media.*"]"#]) { gateway in
            let (alice, bob, admin) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.admin())
            let (large, small) = (picture(2_000, 1_000), picture(64, 64))
            func events(_ type: String) throws -> [JSONValue] {
                let page = try admin.request("admin.events.read", #"{"types": ["\#(type)"]}"#).get()
                return Array(try #require(page["events"]?.elements))
            }
            let id = try alice.upload(large, at: gateway)
            let told = try #require(try events("media.completed").first)["data"]
            #expect(told?["mediaID"]?.string == id && told?["userID"]?.string == "alice")
            #expect(try gateway.has(large, at: #require(told?["url"]?.string)))
            try alice.write("look", to: "bob", #""media": ["\#(id)"]"#)
            _ = try bob.settle()

            // As a worker does in the name of the owner.
            let thumbnail = try alice.upload(small, at: gateway)
            func set(_ thumbnail: String, of id: String) throws -> String? {
                let data = #"{"mediaID": "\#(id)", "thumbnail": "\#(thumbnail)"}"#
                return try admin.request("admin.media.setThumbnail", data).error?.number
            }
            for (wrong, media) in [(try bob.upload(small, at: gateway), id), (id, id), (thumbnail, "nothing")] {
                #expect(try set(wrong, of: media) == "gw 1010")
            }
            #expect(try set(thumbnail, of: id) == nil)
            let changed = try bob.event("message.changed")["message"]?["media"]?.elements
            #expect(changed?.compactMap { $0["thumbnail"]?.string } == [thumbnail])
            #expect(try bob.reads(thumbnail, small, at: gateway))
            #expect(try set(id, of: thumbnail) == "gw 1010", "two never keep each other")
            _ = try admin.request("admin.media.delete", #"{"mediaID": "\#(id)"}"#).get()
            #expect(try events("media.deleted").map { $0["data"]?["mediaID"]?.string } == [id])
        }
    }

    @Test func `U-41: log, audit log and spans have ids, and no name, signature or URL`() throws {
        let collector = try Collector()
        let settings = collector.settings.merging(["log.level": #""debug""#, "tracing.sampleRatio": "1"]) { $1 }
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            let bytes = picture()
            let trace = TraceName()
            let data = announced(bytes, name: "a name of hers.png")
            let prepared = try UploadReply(try alice.request("media.prepare", data, in: trace).get())
            let upload = try #require(prepared.url)
            // Refusals and faults are logged as well.
            #expect(try gateway.http().request(.put, upload, body: picture()).status == 460)
            #expect(try gateway.http().request(.put, upload + "x", body: bytes).status == 403)
            try gateway.put(bytes, by: prepared)
            try alice.complete(prepared.id)
            let url = try #require(try alice.mediaURL(prepared.id))
            #expect(try gateway.has(bytes, at: url))
            let admin = try gateway.admin()
            let about = #"{"mediaID": "\#(prepared.id)"}"#
            let shown = try admin.request("admin.media.get", about).get()["url"]?.string
            _ = try admin.request("admin.media.delete", about).get()
            let rows = try gateway.audit(#""operation": "admin.media.delete""#, count: 1)
            #expect(rows[0].parameters.contains(prepared.id))
            _ = try collector.spans(of: trace, with: ["media.prepare"])
            let told = [
                try gateway.errors, try gateway.audit().map(\.description).joined(),
                collector.requests.map(\.body).joined(),
            ]
            let urls = [upload, url, try #require(shown)]
            let secrets = ["a name of hers"] + urls.compactMap { $0.split(separator: "t=").last.map(String.init) }
            for (place, text) in told.enumerated() {
                #expect(!text.isEmpty)
                for secret in secrets { #expect(!text.contains(secret), "\(place) has \(secret)") }
            }
        }
    }
}
