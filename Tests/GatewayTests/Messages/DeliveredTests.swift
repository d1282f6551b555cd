import Client
import JSON
import Testing

/// `receipt.delivered`.
struct DeliveredTests {
    @Test func `D-01: between two the sender hears what has come to any device of the other, unless one has blocked`()
        throws
    {
        try withChat(["messages.deliveryReceipts": "true"]) { gateway in
            let alice = try gateway.online("alice")
            let (phone, tab) = (try gateway.online("bob"), try gateway.online("bob", device: "tab"))
            for _ in 0..<4 { try alice.write(to: "bob") }
            #expect(try alice.listed("bob")["peerDeliveredSeq"] == nil)
            // More than there is is not believed.
            try tab.acknowledge(3)
            #expect(try alice.delivered() == 3)
            try phone.acknowledge(1)
            try phone.acknowledge(99)
            #expect(try alice.delivered() == 4)
            #expect(try alice.listed("bob")["peerDeliveredSeq"]?.int == 4)
            #expect(try phone.listed("alice")["peerDeliveredSeq"] == nil)
            try gateway.restart()
            let again = try gateway.online("alice")
            let bob = try gateway.online("bob")
            #expect(try again.listed("bob")["peerDeliveredSeq"]?.int == 4)
            _ = try again.settle()
            let carol = try gateway.online("carol")
            try carol.write(to: "bob")
            try again.write(to: "bob")
            #expect(try bob.block("alice") == [0])
            try bob.acknowledge(99, #", "c2c_carol": 1"#)
            #expect(try carol.delivered() == 1)
            #expect(try bob.unblock("alice") == [0])
            try again.write(to: "bob")
            try bob.acknowledge(99)
            #expect(try again.delivered() == 6, "what came before is told with what comes after the block")
        }
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.write(to: "bob")
            try bob.acknowledge(1)
            #expect(try alice.listed("bob")["peerDeliveredSeq"] == nil)
        }
    }
}

extension ClientSession {
    fileprivate func acknowledge(_ seq: Int, _ more: String = "") throws {
        _ = try request("stream.ack", #"{"conversations": {"c2c_alice": \#(seq)\#(more)}}"#).get()
    }

    /// Of the next event.
    fileprivate func delivered() throws -> Int? {
        let event = try event("receipt.delivered", within: ample)
        #expect(event["conversationID"]?.string == "c2c_bob")
        return event["seq"]?.int
    }
}
