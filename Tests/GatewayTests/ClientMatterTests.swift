import Client
import JSON
import Testing

/// Rules that the vendors' SDKs carry out on the device. The gateway must give them the facts.
struct ClientMatterTests {
    @Test func `X-14, R-11, R-13, G-41: reads are never stale: what clients keep and fetch anew is as it is by then`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            for number in 1...5 {
                try bob.modifySelf(#""nickname": "Bob \#(number)""#)
                #expect(try alice.profiles("bob").first?["nickname"]?.string == "Bob \(number)")
                try alice.modifyFriend("bob", #""remark": "B\#(number)""#)
                #expect(try alice.friend("bob")?.remark == "B\(number)")
                let id = try bob.createGroup(with: ["alice"])
                #expect(try alice.joinedGroups().contains(id))
                try bob.group("destroy", id)
                #expect(try alice.joinedGroups().contains(id) == false)
            }
        }
    }

    @Test func `X-14, S-34, G-49: every session is told, without having to ask for it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.createGroup(with: ["alice"])
            try bob.write(to: "alice")
            let names = try alice.settle().names
            #expect(names.contains("group.didJoin") && names.contains("message.new"))
        }
    }

    @Test func `X-14, C-36, C-38: drafts and local lists are the clients' own: there is no operation for them`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for operation in ["conversation.setConversationDraft", "conversation.localList"] {
                let error = try alice.refusal(operation, #"{"conversationID": "c2c_bob", "draft": "Dear"}"#)
                #expect(error.name == "unknownOperation")
            }
            #expect(try alice.conversations().isEmpty)
        }
    }
}
