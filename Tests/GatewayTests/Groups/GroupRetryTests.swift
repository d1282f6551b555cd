import Client
import ClientProtocol
import JSON
import Testing

/// X-10: operations on groups that come twice, and such as are none.
struct GroupRetryTests {
    private static let operations: [(verb: String, data: String)] = [
        ("create", #"{"name": "second", "invitees": ["member"]}"#),
        ("invite", #"{"groupID": "1", "userIDs": ["other", "nobody"]}"#),
        ("approve", #"{"groupID": "1", "userID": "stranger"}"#),
        ("modify", #"{"groupID": "1", "name": "n"}"#),
        ("setAnnouncement", #"{"groupID": "1", "announcement": "a"}"#),
        ("setAttributes", #"{"groupID": "1", "userID": "member", "attributes": {"k": "v"}}"#),
        ("mute", #"{"groupID": "1", "userIDs": ["member"], "duration": 60000}"#),
        ("unmute", #"{"groupID": "1", "userIDs": ["member"]}"#),
        ("muteAll", #"{"groupID": "1", "muted": true}"#),
        ("addToWhiteList", #"{"groupID": "1", "userIDs": ["member"]}"#),
        ("removeFromWhiteList", #"{"groupID": "1", "userIDs": ["member"]}"#),
        ("addAdmin", #"{"groupID": "1", "userID": "member"}"#),
        ("removeAdmin", #"{"groupID": "1", "userID": "member"}"#),
        ("remove", #"{"groupID": "1", "userIDs": ["member", "stranger"]}"#),
        ("transfer", #"{"groupID": "1", "newOwner": "admin"}"#),
        ("leave", #"{"groupID": "1"}"#), ("join", #"{"groupID": "1", "reason": "r"}"#),
        ("destroy", #"{"groupID": "2"}"#), ("setAutoAccept", #"{"accepts": false}"#),
    ]

    @Test func `X-10: a repeat with the same key gives the first reply, does nothing and tells nobody`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            let other = try gateway.online("other")
            try cast["stranger"].group("join", cast.id)
            for (index, item) in Self.operations.enumerated() {
                let first = try cast["owner"].request("group.\(item.verb)", item.data, key: "k\(index)").get()
                _ = try other.settle()
                try cast.expect([:]) {
                    for device in ["owner.phone", "owner.tab"] {
                        let again = try cast[device].request("group.\(item.verb)", item.data, key: "k\(index)").get()
                        #expect(again.text == first.text, "\(item)")
                    }
                }
                #expect(try other.eventLines() == [], "\(item)")
            }
            // All of them as they were done, after all.
            try gateway.restart()
            let owner = try gateway.online("owner")
            for (index, item) in Self.operations.enumerated() {
                #expect(try owner.request("group.\(item.verb)", item.data, key: "k\(index)").error == nil, "\(item)")
            }
            #expect(try owner.joinedCount() == 0)
            #expect(try gateway.online("admin").details("1").members == ["admin", "admin2", "other", "member2"])
        }
    }

    @Test func `X-10: the invitee's and the applicant's operations as well`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let stranger = cast["stranger"]
            try stranger.setAutoAccept(false)
            let data = #"{"groupID": "1"}"#
            for verb in ["declineInvitation", "acceptInvitation"] {
                _ = try cast["owner"].invite(["stranger"], to: cast.id)
                _ = try stranger.request("group.\(verb)", data, key: verb).get()
                try cast.expect([:]) { _ = try stranger.request("group.\(verb)", data, key: verb).get() }
            }
            for verb in ["block", "unblock"] { _ = try stranger.request("group.\(verb)", data, key: verb).get() }
            _ = try stranger.request("group.block", data, key: "block").get()
            #expect(try stranger.details(cast.id).isBlocked == false)
        }
    }

    @Test func `X-10: without a key a repeat is a new request; one key for two is gw conflict; a refusal is not kept`()
        throws
    {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            try gateway.createAccounts("bob")
            let data = #"{"name": "g", "maxUsers": 3}"#
            for _ in 1...2 { _ = try owner.request("group.create", data).get() }
            #expect(try owner.joinedCount() == 2)
            _ = try owner.request("group.create", data, key: "k").get()
            #expect(try owner.request("group.create", #"{"name": "h"}"#, key: "k").error?.number == "gw 1006")
            let admin = #"{"groupID": "1", \#(one("bob"))}"#
            #expect(try owner.request("group.addAdmin", admin, key: "a").error?.number == "em 602")
            _ = try owner.invite(["bob"], to: "1")
            #expect(try owner.request("group.addAdmin", admin, key: "a").error == nil)
        }
    }
}
