import Client
import ClientProtocol
import JSON
import TestSupport
import Testing

/// `message.search`.
struct SearchTests {
    @Test(arguments: RequestDoor.allCases)
    func `Q-01, Q-14: messages are found in all conversations, newest first, right after they were sent and later`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            try alice.write("a word to bob", to: "bob")
            try bob.write("Another WORD", to: "alice")
            try alice.write("nothing", to: "bob")
            try alice.write("words to all", in: group)
            try alice.write("a word to myself", to: "alice")
            let all = ["a word to myself", "words to all", "Another WORD", "a word to bob"]
            #expect(try alice.found("word") == all)
            #expect(try bob.found("word") == Array(all.dropFirst()))
            try gateway.waitUntilIndexed(5)
            #expect(try alice.found("word") == all)
            #expect(try alice.found("word", #""conversationID": "c2c_bob""#) == ["Another WORD", "a word to bob"])
            #expect(try bob.found("word", #""conversationID": "group_\#(group)""#) == ["words to all"])
            let hits = try bob.search("word").hits
            #expect(hits.map(\.conversation) == ["group_\(group)", "c2c_alice", "c2c_alice"])
            try gateway.waitUntilIndexed(5)
            try gateway.restart()
            #expect(try gateway.online("alice").found("word") == all)
        }
    }

    @Test(
        arguments: atBothDoors([
            (#"{"query": ""}"#, "query"), (#"{"query": " ?! "}"#, "query"), (#"{}"#, "query"),
            (#"{"query": "a b c d e f g h i j k"}"#, "query"), (#"{"query": 1}"#, "query"),
            (#"{"query": "a", "limit": 51}"#, "limit"), (#"{"query": "a", "cursor": "x"}"#, "cursor"),
            (#"{"query": "a", "types": [5]}"#, "types"), (#"{"query": "a", "types": []}"#, "types"),
            (#"{"query": "a", "since": -1}"#, "since"), (#"{"query": "a", "conversationID": "x"}"#, "conversationID"),
        ]))
    func `Q-01: a bad parameter is refused with nim 414`(data: String, key: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let error = try gateway.online("alice").refusal("message.search", data)
            #expect(error.number == "nim 414" && error.keys == [key])
        }
    }

    @Test(arguments: RequestDoor.allCases) func `Q-01: where there is no history, there is no search`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let (alice, eve) = (try gateway.online("alice"), try gateway.online("eve"))
            let group = try alice.createGroup()
            for (conversation, code) in [
                ("c2c_nobody", "nim 404"), ("group_\(group)", "nim 804"), ("group_99", "nim 803"),
            ] {
                let data = #"{"query": "a", "conversationID": "\#(conversation)"}"#
                #expect(try eve.refusal("message.search", data).number == code)
            }
            #expect(try eve.found("a", #""conversationID": "c2c_alice""#) == [])
            #expect(try eve.found("a", #""from": "nobody""#) == [])
        }
    }

    private static let texts = [
        "The quick brown fox", "Crème brûlée, straße", "今天天气很好", "すもももももももものうち", "한국어 검색", "สวัสดีครับ", "ok 👍🏽 🎉",
        "iPhone15发布了", "Ёлка в лесу",
    ]

    @Test(
        arguments: [
            ("quick", 0), ("QUI", 0), ("brown the", 0), ("creme", 1), ("BRÛLÉE", 1), ("strasse", 1), ("天", 2),
            ("天气", 2),
            ("今天天气", 2), ("気", nil), ("もも", 3), ("うち", 3), ("국", 4), ("검색", 4), ("ส", 5), ("สวัสดี", 5), ("👍", 6),
            ("🎉", 6),
            ("iphone15 发布", 7), ("елка", 8), ("quick ok", nil), ("ick", nil), ("天好", nil),
        ] as [(String, Int?)])
    func `Q-02, Q-03: words are found by their beginning, other scripts and emoji anywhere`(query: String, found: Int?)
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for text in Self.texts { try alice.write(text, to: "bob") }
            let expected = found.map { [Self.texts[$0]] } ?? []
            #expect(try alice.found(query) == expected)
            try gateway.waitUntilIndexed(Self.texts.count)
            #expect(try alice.found(query) == expected)
            try gateway.waitUntilIndexed(Self.texts.count)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `Q-04: a hit says where it is, in text and name of every kind of message`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write("👍 Crème, crème", to: "bob")
            let file =
                #"{"conversationID": "c2c_bob", "clientMsgId": "f1", "type": 6, "#
                + #""body": {"name": "creme.pdf", "text": "The recipe", "url": "https://x/creme", "more": {"text": "creme"}}}"#
            _ = try alice.request("message.send", file).get()
            let custom =
                #"{"conversationID": "c2c_bob", "clientMsgId": "c1", "type": 100, "body": {"name": 5, "text": ["creme"]}}"#
            _ = try alice.request("message.send", custom).get()
            let page = try alice.search("creme")
            #expect(page.hits.map(\.matches) == [["name 0-5"], ["text 2-7", "text 9-14"]])
            #expect(try alice.search("recipe creme").hits.map(\.matches) == [["text 4-10", "name 0-5"]])
            #expect(page.isFinished && page.isComplete)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `Q-05: what the history does not have is not found`(door: RequestDoor) throws {
        try withChat(movableClock, door: door) { gateway in
            do {
                let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
                try gateway.createAccounts("carol")
                let group = try alice.createGroup(with: ["bob"])
                try alice.write("word one", in: group)
                try alice.group("invite", group, #""userIDs": ["carol"]"#)
                let recalled = try alice.write("word two", in: group)
                let own = try alice.write("word three", in: group)
                try alice.write("word four", in: group)
                try alice.write("word five", to: "bob", #""history": false"#)
                try alice.write("word six", to: "bob")
                try alice.recall(recalled)
                _ = try bob.request(
                    "message.delete", #"{"conversationID": "group_\#(group)", "msgIds": ["\#(own.msgID)"]}"#
                ).get()
                let carol = try gateway.online("carol")
                for isIndexed in [false, true] {
                    if isIndexed { try gateway.waitUntilIndexed(6) }
                    #expect(try alice.found("word") == ["word six", "word four", "word three", "word one"])
                    #expect(try bob.found("word") == ["word six", "word four", "word one"])
                    #expect(try carol.found("word") == ["word four", "word three"])
                }
                try alice.write("word seven", to: "bob", #""expireSeconds": 1"#)
                pause(.milliseconds(1_100))
                #expect(try bob.found("word") == ["word six", "word four", "word one"])
                try bob.deleteConversation(with: "alice")
                #expect(try bob.found("word") == ["word four", "word one"])
                try carol.group("leave", group)
                #expect(try carol.found("word") == [])
            }
            try gateway.restart(after: 7 * day + 60)
            #expect(try gateway.online("alice").found("word") == [])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `Q-06: an edited message is found by what it says now, at once and later`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let sent = try alice.write("before noon", to: "bob")
            try gateway.waitUntilIndexed(1)
            try alice.edit(sent, "after lunch")
            #expect(try alice.found("lunch") == ["after lunch"] && alice.found("noon") == [])
            let last = try alice.write("another", to: "bob")
            try gateway.waitUntilIndexed(2)
            #expect(try alice.found("lunch") == ["after lunch"] && alice.found("noon") == [])
            try alice.edit(last, "lunch again")
            #expect(try alice.found("lunch") == ["lunch again", "after lunch"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `Q-07: a search can be for one sender, for types and for a time`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let first = try alice.write("word 1", to: "bob")
            try nextSecond()
            let second = try bob.write("word 2", to: "alice")
            try nextSecond()
            _ = try alice.request(
                "message.send",
                #"{"conversationID": "c2c_bob", "clientMsgId": "x", "type": 1, "body": {"text": "word 3"}}"#
            ).get()
            #expect(try alice.found("word", #""from": "bob""#) == ["word 2"])
            #expect(try alice.found("word", #""types": [0]"#) == ["word 2", "word 1"])
            #expect(try alice.found("word", #""types": [1, 6]"#) == ["word 3"])
            #expect(try alice.found("word", #""since": \#(second.time)"#) == ["word 3", "word 2"])
            #expect(try alice.found("word", #""until": \#(second.time)"#) == ["word 2", "word 1"])
            #expect(try alice.found("word", #""since": \#(second.time), "until": \#(second.time)"#) == ["word 2"])
            #expect(try alice.found("word", #""until": \#(first.time - 1)"#) == [])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `Q-08: pages follow each other without a hole, and new messages do not move them`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            for number in 1...30 { try alice.write("word \(number)", to: number % 2 == 0 ? "bob" : "carol") }
            try gateway.waitUntilIndexed(30)
            for number in 31...55 { try alice.write("word \(number)", to: "bob") }
            let expected = (1...55).reversed().map { "word \($0)" }
            #expect(try alice.found("word", #""limit": 7"#) == expected)
            var page = try alice.search("word")
            #expect(page.texts == Array(expected.prefix(20)))
            try alice.write("word 56", to: "bob")
            page = try alice.search("word", #""limit": 35, "cursor": "\#(try #require(page.cursor))""#)
            #expect(page.texts == Array(expected.suffix(35)) && page.isFinished)
        }
    }
}
