import Client
import ClientProtocol
import JSON
import Security
import TestSupport
import Testing

/// Pictures and files from their upload to their end.
struct MediaLifeTests {
    @Test(arguments: RequestDoor.allCases, S3Server.Kind.directoryOrServer)
    func `U-11, U-17: an upload is prepared, sent and completed; a repeat gets the same`(
        door: RequestDoor, store: S3Server.Kind?
    ) throws {
        try withMedia(in: store, door: door) { gateway in
            let alice = try gateway.online("alice")
            let bytes = picture(800, 600, bytes: 5_000)
            let first = try UploadReply(try alice.request("media.prepare", announced(bytes), key: "u1").get())
            #expect(first.state == "uploading" && first.id.utf8.count == 22)
            let again = try UploadReply(try alice.request("media.prepare", announced(bytes), key: "u1").get())
            #expect(again.id == first.id)
            #expect(try alice.refusal("media.complete", #"{"mediaID": "\#(first.id)"}"#).number == "gw 1006")
            #expect(try alice.mediaURL(first.id) == nil)
            try gateway.put(bytes, by: again)
            let done = try alice.complete(first.id)
            #expect(done.state == "ready" && done.verified == (store == nil ? "digest" : "size"))
            #expect(done.width == 800 && done.height == 600)
            #expect(try alice.complete(first.id, #""width": 3"#) == done)
            #expect(try alice.reads(first.id, bytes, at: gateway))
            #expect(try gateway.online("bob").mediaURL(first.id) == nil)
        }
    }

    @Test func `U-11: too large, of a type that is not taken, or too many at once is refused`() throws {
        let settings = ["media.bytes": "2000", "media.types": #"["image/*", "text/plain"]"#]
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("media.prepare", announced(picture(bytes: 2_001))).number == "gw 1007")
            for type in ["video/mp4", "text/html", "Image/PNG", "image", "image/", #"image/p ng"#] {
                let data = announced(picture(), type: type)
                #expect(try alice.refusal("media.prepare", data).number == "nim 414", "\(type)")
            }
            for data in ["{}", #"{"type": "image/png"}"#, #"{"type": "image/png", "size": 0}"#] {
                #expect(try alice.refusal("media.prepare", data).number == "nim 414")
            }
            let ids = try (0..<20).map { _ in try alice.prepare(picture()).id }
            #expect(Set(ids).count == 20)
            #expect(try alice.refusal("media.prepare", announced(picture())).number == "gw 1013")
            _ = try alice.request("media.delete", #"{"mediaID": "\#(ids[3])"}"#).get()
            #expect(try alice.prepare(picture()).state == "uploading")
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-13: another URL is given to the owner alone`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let bytes = picture()
            let id = try alice.prepare(bytes).id
            let data = #"{"mediaID": "\#(id)"}"#
            #expect(try bob.refusal("media.prepare", data).number == "gw 1010")
            #expect(try bob.refusal("media.complete", data).number == "gw 1010")
            let renewed = try UploadReply(try alice.request("media.prepare", data).get())
            #expect(renewed.id == id)
            try gateway.put(bytes, by: renewed)
            try alice.complete(id)
            let last = try UploadReply(try alice.request("media.prepare", data).get())
            #expect(last.state == "ready" && last.url == nil)
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-17, U-18: bytes of another type and pictures with too many pixels are refused, and go`(
        store: S3Server.Kind?
    ) throws {
        try withMedia(in: store, ["media.pixels": "10000"]) { gateway in
            let alice = try gateway.online("alice")
            for (bytes, type) in [(picture(60_000, 60_000), "image/png"), (picture(), "image/jpeg")] {
                let prepared = try alice.prepare(bytes, type: type)
                try gateway.put(bytes, by: prepared)
                #expect(try alice.complete(prepared.id).state == "refused")
                #expect(try alice.complete(prepared.id).state == "refused")
                #expect(try alice.mediaURL(prepared.id) == nil)
                let sent = message(to: "alice", #""media": ["\#(prepared.id)"]"#)
                #expect(try alice.refusal("message.send", sent).number == "gw 1010")
            }
            let usage = try gateway.admin().request("admin.media.usage", #"{"userID": "alice"}"#).get()
            #expect(usage["bytes"]?.int == 0)
            #expect(try alice.upload(picture(100, 100), at: gateway).isEmpty == false)
        }
    }

    @Test func `U-17: only the gateway says what has come of an upload`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let id = try alice.prepare(picture()).id
            let data = #"{"mediaID": "\#(id)", "found": {"digest": true, "width": 1, "height": 1}}"#
            #expect(try alice.refusal("media.complete", data).number == "nim 414")
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-19: a thumbnail is an own small picture, lives and is read as its original`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (small, large) = (picture(64, 64), picture(2_000, 1_000, bytes: 9_000))
            let thumbnail = try alice.upload(small, at: gateway)
            let wide = try alice.upload(picture(641, 2), at: gateway)
            let prepared = try alice.prepare(large)
            try gateway.put(large, by: prepared)
            for other in [wide, prepared.id, "AAAAAAAAAAAAAAAAAAAAAA"] {
                let data = #"{"mediaID": "\#(prepared.id)", "thumbnail": "\#(other)"}"#
                #expect(try alice.refusal("media.complete", data).number == "gw 1010")
            }
            #expect(try alice.complete(prepared.id, #""thumbnail": "\#(thumbnail)""#).state == "ready")
            #expect(try !bob.reads(thumbnail, small, at: gateway))
            let sent = try alice.write("look", to: "bob", #""media": ["\#(prepared.id)"]"#)
            let told = try bob.event("message.new")
            #expect(told["media"]?.elements?.compactMap { $0["thumbnail"]?.string } == [thumbnail])
            #expect(try bob.reads(thumbnail, small, at: gateway))
            let url = try #require(try bob.mediaURL(thumbnail))
            try alice.recall(sent)
            try until("the thumbnail has gone with its original") { try !gateway.has(small, at: url) }
        }
    }

    @Test(arguments: RequestDoor.allCases, S3Server.Kind.directoryOrServer)
    func `U-20, U-21, U-22: who has the message has what it refers to, and can forward it`(
        door: RequestDoor, store: S3Server.Kind?
    ) throws {
        try withMedia(in: store, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let bytes = picture(20, 10)
            let id = try alice.upload(bytes, at: gateway)
            let media = #""media": ["\#(id)"]"#
            #expect(try bob.refusal("message.send", message(to: "carol", media)).number == "gw 1010")
            try alice.write("look", to: "bob", id: "m1", media)
            try alice.write("look", to: "bob", id: "m1", media)
            let told = try bob.event("message.new")
            let shown = try #require(told["media"]?.elements?.first { _ in true })
            #expect(shown["mediaID"]?.string == id && shown["state"]?.string == "ready")
            #expect(shown["type"]?.string == "image/png" && shown["name"]?.string == "cat.png")
            #expect(shown["size"]?.int == 200 && shown["width"]?.int == 20 && shown["height"]?.int == 10)
            #expect(shown["url"] == nil)
            #expect(try alice.refusal("message.send", message(to: "bob", id: "m1")).number == "gw 1006")
            #expect(try bob.media(with: "alice") == [id])
            #expect(try bob.reads(id, bytes, at: gateway))
            #expect(try !carol.reads(id, bytes, at: gateway))
            try bob.write("see", to: "carol", media)
            #expect(try carol.reads(id, bytes, at: gateway))
            let eleven = (0..<11).map { #""\#($0)""# }.joined(separator: ", ")
            let refused = try alice.refusal("message.send", message(to: "bob", #""media": [\#(eleven)]"#))
            #expect(refused.number == "nim 414")
        }
    }

    @Test func `U-22: of several the request tells which there are not`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let id = try alice.upload(picture(), at: gateway)
            let reply = try alice.request("media.url", #"{"mediaIDs": ["\#(id)", "nothing"]}"#).get()
            let urls = try #require(reply["urls"]?.elements)
            let codes = urls.map { $0["code"]?.int ?? 0 }
            #expect(codes == [0, 1_010])
            #expect(try alice.refusal("media.url", #"{"mediaIDs": ["nothing"]}"#).number == "gw 1010")
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-23: a URL never outlasts the message that it is for`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let id = try alice.upload(picture(), at: gateway)
            try alice.write("look", to: "bob", #""media": ["\#(id)"], "expireSeconds": 600"#)
            let end = try #require(try bob.event("message.new")["expireAt"]?.int)
            func until(_ session: ClientSession) throws -> Int? {
                let reply = try session.request("media.url", #"{"mediaIDs": ["\#(id)"]}"#).get()
                return try #require(reply["urls"]?.elements).compactMap { $0["until"]?.int }.first
            }
            #expect(try until(bob) == end)
            #expect(try #require(try until(alice)) > end)
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-25, U-26: after a recall the bytes go at once, though a URL of them is out`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let bytes = picture()
            let id = try alice.upload(bytes, at: gateway)
            let one = try alice.write("one", to: "bob", #""media": ["\#(id)"]"#)
            let two = try alice.write("two", to: "bob", #""media": ["\#(id)"]"#)
            let url = try #require(try bob.mediaURL(id))
            try alice.recall(one)
            #expect(try bob.reads(id, bytes, at: gateway))
            let hidden = #"{"conversationID": "c2c_alice", "msgIds": ["\#(two.msgID)"]}"#
            _ = try bob.request("message.delete", hidden).get()
            #expect(try bob.mediaURL(id) == nil)
            #expect(try gateway.has(bytes, at: url))
            try alice.recall(two)
            try until("the bytes are gone") { try !gateway.has(bytes, at: url) }
            #expect(try alice.mediaURL(id) == nil)
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-20: an edit refers to others, and what nothing refers to any more goes`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (first, second) = (picture(), picture())
            let ids = [try alice.upload(first, at: gateway), try alice.upload(second, at: gateway)]
            let sent = try alice.write("one", to: "bob", #""media": ["\#(ids[0])"]"#)
            let url = try #require(try bob.mediaURL(ids[0]))
            try alice.edit(sent, "two")
            #expect(try bob.media(with: "alice") == [ids[0]])
            try alice.edit(sent, "three", #""media": ["\#(ids[1])"]"#)
            #expect(try bob.media(with: "alice") == [ids[1]])
            #expect(try bob.reads(ids[1], second, at: gateway))
            try until("the first one is gone") { try !gateway.has(first, at: url) }
        }
    }

    @Test(.alone("a test moves its clock"), arguments: S3Server.Kind.directoryOrServer)
    func `U-27: an upload without a message ends after unusedHours, and is not counted any more`(
        store: S3Server.Kind?
    ) throws {
        try withMedia(in: store, movableClock.merging(["media.unusedHours": "1"]) { $1 }) { gateway in
            var alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let (open, ready) = (try alice.prepare(picture()).id, try alice.upload(picture(), at: gateway))
            let bytes = picture()
            let used = try alice.upload(bytes, at: gateway)
            try alice.write("look", to: "bob", #""media": ["\#(used)"]"#)
            try gateway.restart(after: 3_700)
            alice = try gateway.online("alice")
            try until("they have ended") {
                let list = try alice.request("media.list", "{}").get()
                return try #require(list["media"]?.elements).compactMap { $0["mediaID"]?.string } == [used]
            }
            #expect(try alice.mediaURL(open) == nil)
            #expect(try alice.mediaURL(ready) == nil)
            #expect(try alice.reads(used, bytes, at: gateway))
            let usage = try gateway.admin().request("admin.media.usage", #"{"userID": "alice"}"#).get()
            #expect(usage["bytes"]?.int == 200 && usage["files"]?.int == 1)
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-28: an erased user's uploads go, also where others have forwarded them`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let bytes = picture()
            let id = try alice.upload(bytes, at: gateway)
            try alice.write("look", to: "bob", #""media": ["\#(id)"]"#)
            try bob.write("see", to: "carol", #""media": ["\#(id)"]"#)
            let url = try #require(try carol.mediaURL(id))
            _ = try gateway.admin().request("admin.account.erase", #"{"userIDs": ["alice"], "messages": true}"#).get()
            try until("the bytes are gone") { try !gateway.has(bytes, at: url) }
            try until("the message shows it") { try carol.media(with: "bob") == ["\(id):deleted"] }
            #expect(try carol.mediaURL(id) == nil)
            #expect(try bob.refusal("message.send", message(to: "carol", #""media": ["\#(id)"]"#)).number == "gw 1010")
        }
    }

    @Test(arguments: [nil, S3Server.Kind.moto])
    func `U-35: the same digest of the same owner is uploaded once`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let bytes = picture()
            let id = try alice.upload(bytes, at: gateway)
            let again = try alice.prepare(bytes)
            #expect(again.id == id && again.state == "ready" && again.url == nil)
            let other = try bob.prepare(bytes)
            #expect(other.id != id && other.state == "uploading")
        }
    }

    @Test func `U-36: bytes and files are bounded for a user, for a day, and in all`() throws {
        for (setting, code) in [
            ("userBytes", "gw 1012"), ("dayBytes", "gw 1012"), ("dayFiles", "gw 1012"), ("diskBytes", "gw 1008"),
        ] {
            try withChat(["media.\(setting)": setting == "dayFiles" ? "2" : "450"]) { gateway in
                let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
                let first = try alice.upload(picture(), at: gateway)
                _ = try alice.prepare(picture())
                #expect(try alice.refusal("media.prepare", announced(picture())).number == code, "\(setting)")
                _ = try alice.request("media.delete", #"{"mediaID": "\#(first)"}"#).get()
                let isOfDay = setting.hasPrefix("day")
                if isOfDay {
                    #expect(try alice.refusal("media.prepare", announced(picture())).number == code, "\(setting)")
                    #expect(try bob.prepare(picture()).state == "uploading")
                } else {
                    #expect(try alice.prepare(picture()).state == "uploading")
                }
            }
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-37: users list and delete their own, administrators anybody's`(store: S3Server.Kind?) throws {
        try withMedia(in: store) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let bytes = picture()
            let ids = [try alice.upload(bytes, at: gateway), try alice.upload(picture(), at: gateway)]
            let page = try alice.request("media.list", #"{"limit": 1}"#).get()
            let (first, cursor) = (page["media"]?.elements, try #require(page["cursor"]?.string))
            #expect(first?.compactMap { $0["mediaID"]?.string } == [ids[1]])
            let next = try alice.request("media.list", #"{"limit": 1, "cursor": "\#(cursor)"}"#).get()
            #expect(next["media"]?.elements?.compactMap { $0["mediaID"]?.string } == [ids[0]])
            #expect(next["cursor"] == nil)
            #expect(try bob.refusal("media.delete", #"{"mediaID": "\#(ids[0])"}"#).number == "gw 1010")
            try alice.write("look", to: "bob", #""media": ["\#(ids[0])", "\#(ids[1])"]"#)
            let url = try #require(try bob.mediaURL(ids[0]))
            let admin = try gateway.admin()
            let all = try #require(try admin.request("admin.media.list", "{}").get()["media"]?.elements)
            #expect(all.compactMap { $0["owner"]?.string } == ["alice", "alice"])
            let known = try admin.request("admin.media.get", #"{"mediaID": "\#(ids[0])"}"#).get()
            #expect(known["owner"]?.string == "alice" && known["state"]?.string == "ready")
            _ = try admin.request("admin.media.delete", #"{"mediaID": "\#(ids[0])"}"#).get()
            try until("the bytes are gone") { try !gateway.has(bytes, at: url) }
            try until("the message shows it") { try bob.media(with: "alice") == ["\(ids[0]):deleted", ids[1]] }
            _ = try alice.request("media.delete", #"{"mediaID": "\#(ids[1])"}"#).get()
            try until("the message shows both") {
                try bob.media(with: "alice") == ["\(ids[0]):deleted", "\(ids[1]):deleted"]
            }
            try until("nothing is left") {
                let usage = try admin.request("admin.media.usage", "{}").get()
                return usage["bytes"]?.int == 0 && usage["files"]?.int == 0
            }
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-32: before the review others see that it waits, and get no URL`(store: S3Server.Kind?) throws {
        try withMedia(in: store, ["media.review": "true"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            var ids: [String] = []
            for (isReady, state) in [(true, "ready"), (false, "refused")] {
                let bytes = picture()
                let prepared = try alice.prepare(bytes)
                ids.append(prepared.id)
                try gateway.put(bytes, by: prepared)
                #expect(try alice.complete(prepared.id).state == "pending")
                try alice.write("look", to: "bob", #""media": ["\#(prepared.id)"]"#)
                #expect(try bob.media(with: "alice") == ["\(prepared.id):pending"])
                #expect(try bob.mediaURL(prepared.id) == nil)
                #expect(try alice.reads(prepared.id, bytes, at: gateway))
                _ = try bob.settle()
                let data = #"{"mediaID": "\#(prepared.id)", "ready": \#(isReady)}"#
                #expect(try admin.request("admin.media.review", data).get()["state"]?.string == state)
                #expect(try bob.event("message.changed")["message"]?["msgId"] != nil)
                #expect(try bob.media(with: "alice") == [prepared.id + (isReady ? "" : ":refused")])
                #expect(try bob.reads(prepared.id, bytes, at: gateway) == isReady)
            }
            let data = #"{"mediaID": "\#(ids[1])", "ready": true}"#
            #expect(try admin.refusal("admin.media.review", data).number == "gw 1010")
        }
    }

    @Test(arguments: S3Server.Kind.directoryOrServer)
    func `U-34: without an answer an upload is ready after reviewSeconds, if so configured`(
        store: S3Server.Kind?
    ) throws {
        let settings = ["media.review": "true", "media.reviewFailure": #""allow""#, "media.reviewSeconds": "1"]
        try withMedia(in: store, settings) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let bytes = picture()
            let prepared = try alice.prepare(bytes)
            try gateway.put(bytes, by: prepared)
            #expect(try alice.complete(prepared.id).state == "pending")
            try alice.write("look", to: "bob", #""media": ["\#(prepared.id)"]"#)
            try until("it is ready") { try bob.reads(prepared.id, bytes, at: gateway) }
            try until("the message shows it") { try bob.media(with: "alice") == [prepared.id] }
        }
    }
}
