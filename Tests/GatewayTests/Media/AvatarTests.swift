import Client
import Framing
import JSON
import Testing

/// Pictures of users and groups.
struct AvatarTests {
    @Test func `U-29: an avatar is public by a URL that stays, and lives while a profile or a group names it`() throws {
        try withChat(["media.graceHours": "0"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let pictures = (0..<3).map { _ in picture(64, 64) }
            let avatars = try pictures.map { try alice.avatar($0, at: gateway) }
            #expect(avatars[0].url.count <= 128)
            let data = announced(pictures[0], #""use": "avatar""#)
            #expect(try alice.request("media.prepare", data).get()["url"]?.string == avatars[0].url)
            #expect(try alice.mediaURL(avatars[0].id) == avatars[0].url)
            #expect(try bob.mediaURL(avatars[0].id) == nil)
            let response = try gateway.http().request(.get, avatars[0].url)
            #expect(response.body == pictures[0])
            #expect(response.headers.first(of: "cache-control") == "public, max-age=86400")
            #expect(response.headers.first(of: "content-disposition") == "inline")
            let sent = message(to: "bob", #""media": ["\#(avatars[0].id)"]"#)
            #expect(try alice.refusal("message.send", sent).number == "gw 1010")

            try alice.show(avatars[0].url)
            let made = try bob.request("group.create", #"{"name": "g", "avatar": "\#(avatars[0].url)"}"#).get()
            let group = try #require(made["groupID"]?.string)
            try alice.show(avatars[1].url)
            try alice.show(avatars[2].url)
            try until("the one that nobody names is gone") { try !gateway.has(pictures[1], at: avatars[1].url) }
            #expect(try gateway.has(pictures[0], at: avatars[0].url))
            _ = try bob.request("group.modify", #"{"groupID": "\#(group)", "avatar": "\#(avatars[2].url)"}"#).get()
            try until("the group's former one is gone") { try !gateway.has(pictures[0], at: avatars[0].url) }
            try alice.show("")
            _ = try bob.request("group.destroy", #"{"groupID": "\#(group)"}"#).get()
            try until("the last one is gone") { try !gateway.has(pictures[2], at: avatars[2].url) }
        }
    }

    @Test func `U-29: an avatar goes at once with its user's account, and is a small picture`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bytes = picture(64, 64)
            let avatar = try alice.avatar(bytes, at: gateway)
            try alice.show(avatar.url)
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            try until("it is gone") { try !gateway.has(bytes, at: avatar.url) }

            let bob = try gateway.online("bob")
            let use = #""use": "avatar""#
            #expect(try bob.refusal("media.prepare", announced(picture(bytes: 1_048_577), use)).number == "gw 1007")
            for type in ["image/svg+xml", "image/tiff", "video/mp4"] {
                let data = announced(picture(), type: type, use)
                #expect(try bob.refusal("media.prepare", data).number == "nim 414", "\(type)")
            }
            // Its first bytes are a PNG's, and then there is no picture.
            let broken = Array(picture().prefix(12))
            let prepared = try UploadReply(try bob.request("media.prepare", announced(broken, use)).get())
            try gateway.put(broken, by: prepared)
            #expect(try bob.complete(prepared.id).state == "refused")
        }
    }

    @Test func `U-29, U-32: an avatar has its public URL after the review`() throws {
        try withChat(["media.review": "true"]) { gateway in
            let alice = try gateway.online("alice")
            let bytes = picture()
            let prepared = try UploadReply(
                try alice.request("media.prepare", announced(bytes, #""use": "avatar""#)).get())
            try gateway.put(bytes, by: prepared)
            let done = try alice.request("media.complete", #"{"mediaID": "\#(prepared.id)"}"#).get()
            #expect(done["state"]?.string == "pending" && done["url"] == nil)
            let data = #"{"mediaID": "\#(prepared.id)", "ready": true}"#
            _ = try gateway.admin().request("admin.media.review", data).get()
            let url = try alice.request("media.complete", #"{"mediaID": "\#(prepared.id)"}"#).get()["url"]?.string
            #expect(try gateway.has(bytes, at: #require(url)))
        }
    }
}

extension ClientSession {
    fileprivate func avatar(_ bytes: [UInt8], at gateway: GatewayProcess) throws -> (id: String, url: String) {
        let prepared = try UploadReply(try request("media.prepare", announced(bytes, #""use": "avatar""#)).get())
        try gateway.put(bytes, by: prepared)
        let done = try request("media.complete", #"{"mediaID": "\#(prepared.id)"}"#).get()
        return (prepared.id, try #require(done["url"]?.string))
    }

    func show(_ url: String) throws {
        _ = try request("profile.modifySelf", #"{"values": {"faceUrl": "\#(url)"}}"#).get()
    }
}
