import Domain
import Testing

@testable import Push

/// P-45: receipts as the makers document them. Signatures were computed with Python's hmac.
struct ReceiptTests {
    private static let keyFile =
        #"{"receiptUser":"birds","receiptSecret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}"#
    private static let nonce = "a07bfa17-6d82-4b53-a9a2-07cfef5ceef1"
    private static let signature =
        "timestamp=1700000000123; nonce=\(nonce); value=e3rLNKB0nJVjlmxHe5C/MmxfsuIi7/jgiCeaazfDyxM="
    private static let now: Milliseconds = 1_700_000_000_123

    private func read(
        _ provider: PushProvider, _ body: String, signature: String? = signature, keyFile: String = keyFile,
        now: Milliseconds = now
    ) throws -> [PushReceipt] {
        try ReceiptReader.receipts(
            from: provider, signature: signature, body: Array(body.utf8),
            secrets: [ReceiptSecret(in: keyFile)].compactMap(\.self), now: now)
    }

    /// The form's field, encoded as a browser would.
    private func form(_ name: String, _ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
        let value = text.utf8.map { byte -> String in
            if byte == UInt8(ascii: " ") { return "+" }
            return plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte]).uppercased()
        }
        return "access_token=a%2Bb&\(name)=\(value.joined())&last="
    }

    @Test func `Huawei tells of many pushes at once, each with a code`() throws {
        let body = """
            {"statuses":[
              {"biTag":"t-1","appid":"13","token":"148","status":0,"timestamp":1489993883189,"requestId":"1"},
              {"biTag":"t-2","appid":"13","token":"149","status":2,"timestamp":1489993883189,"requestId":"2"},
              {"biTag":"t-3","appid":"13","token":"150","status":5,"timestamp":1489993883189,"requestId":"3"},
              {"biTag":"t-4","appid":"13","token":"151","status":10,"timestamp":1489993883189,"requestId":"4"},
              {"biTag":"t-5","appid":"13","token":"152","status":6,"timestamp":1489993883189,"requestId":"5"},
              {"biTag":"t-6","appid":"13","token":"153","status":102,"timestamp":1489993883189,"requestId":"6"},
              {"biTag":"t-7","appid":"13","token":"154","status":201,"timestamp":1489993883189,"requestId":"7"},
              {"biTag":"t-8","appid":"13","token":"155","status":999,"timestamp":1489993883189,"requestId":"8"}]}
            """
        let receipts = try read(.huawei, body)
        #expect(receipts.map(\.ticket) == (1...8).map { "t-\($0)" })
        #expect(
            receipts.map(\.event) == [.delivered, .dead, .dead, .dead, .notShown, .notShown, .notShown, .notShown])
        #expect(receipts[0].reason == "" && receipts[1].reason == "2: the app is no longer on the device")
        #expect(receipts[7].reason == "999" && receipts.allSatisfy { $0.reason.utf8.count <= 64 })
    }

    @Test func `HarmonyOS has the code within`() throws {
        let body = """
            {"statuses":[
              {"biTag":"t-1","pushType":0,"appPackageName":"birds","token":"148","requestId":"1",
               "deliveryStatus":{"result":0,"timestamp":1607832761768}},
              {"biTag":"t-2","pushType":0,"appPackageName":"birds","token":"149","requestId":"2",
               "deliveryStatus":{"result":6,"timestamp":1607832761768}}]}
            """
        #expect(try read(.harmony, body).map(\.event) == [.delivered, .notShown])
    }

    @Test(arguments: [
        signature,
        // As another document has it.
        signature.replacing("; ", with: ";"),
        "timestamp=1700000000;nonce=\(nonce);value=WeoUzQGRc5KN86/x+V0Pu08qr4PaPAiDcOlB7Ue7Nxs=",
    ])
    func `Huawei signs time, nonce and user`(signature: String) throws {
        #expect(try read(.huawei, #"{"statuses":[]}"#, signature: signature).isEmpty)
    }

    @Test func `an old key signs as the text it is`() throws {
        let old = #"{"receiptUser":"birds","receiptSecret":"nest-of-birds_1"}"#
        let signature =
            "timestamp=1700000000123; nonce=\(Self.nonce); value=Q20o4OXIu5M516/0ce6ki+ccvFIsipgaAMI1eC3MffA="
        #expect(try read(.huawei, #"{"statuses":[]}"#, signature: signature, keyFile: old).isEmpty)
        #expect(throws: ReceiptProblem.badSignature) {
            try read(.huawei, #"{"statuses":[]}"#, signature: signature)
        }
    }

    @Test(arguments: [PushProvider.huawei, .harmony])
    func `what Huawei has not signed is not read`(provider: PushProvider) throws {
        let wrong = [
            Self.signature.replacing("e3rL", with: "e3rM"), Self.signature.replacing("0123;", with: "0124;"),
            Self.signature.replacing("a07b", with: "a07c"), Self.signature.replacing("value=", with: "valve="),
            Self.signature.replacing("yxM=", with: "yxM"), Self.signature.replacing("1700000000123", with: "x"), "",
            ";=;",
        ]
        for signature in wrong {
            #expect(throws: ReceiptProblem.badSignature, "\(signature)") {
                try read(provider, "{}", signature: signature)
            }
        }
        #expect(throws: ReceiptProblem.unsigned) { try read(provider, "{}", signature: nil) }
        #expect(throws: ReceiptProblem.noSecret) { try read(provider, "{}", keyFile: "{}") }
        let other = Self.keyFile.replacing("birds", with: "bees")
        #expect(throws: ReceiptProblem.badSignature) { try read(provider, "{}", keyFile: other) }
    }

    @Test(arguments: [-600_001, -600_000, 0, 600_000, 600_001])
    func `a signature holds for ten minutes`(skew: Int64) throws {
        let now = Milliseconds(Self.now.rawValue + skew)
        if abs(skew) <= 600_000 {
            #expect(try read(.huawei, #"{"statuses":[]}"#, now: now).isEmpty)
        } else {
            #expect(throws: ReceiptProblem.stale) { try read(.huawei, #"{"statuses":[]}"#, now: now) }
        }
    }

    @Test func `a key file has user and key of the callback, or neither`() throws {
        #expect(try ReceiptSecret(in: Self.keyFile) != nil)
        #expect(try ReceiptSecret(in: #"{"clientId":"1"}"#) == nil)
        for half in [
            #"{"receiptUser":"birds"}"#, #"{"receiptSecret":"AAEC"}"#, #"{"receiptUser":"","receiptSecret":"x"}"#, "[",
        ] {
            #expect(throws: ProviderProblem.self, "\(half)") { try ReceiptSecret(in: half) }
        }
        let huawei = #"{"clientId":"1","clientSecret":"2","receiptUser":"birds"}"#
        let options = MakerOptions(endpoint: "https://push.test")
        #expect(throws: ProviderProblem.self) {
            try Huawei(key: huawei, options: options, tokens: "https://tokens.test")
        }
    }

    @Test func `Honor's have the shape of Huawei's, and no signature`() throws {
        let body = """
            {"statuses":[{"biTag":"t-1","token":"1","status":0,"timestamp":1,"requestId":"1"},
              {"biTag":"t-2","token":"2","status":40000002,"timestamp":1,"requestId":"2"},
              {"biTag":"t-3","token":"3","status":2,"timestamp":1,"requestId":"3"}]}
            """
        #expect(
            try read(.honor, body, signature: nil, keyFile: "{}") == [
                PushReceipt(ticket: "t-1", event: .delivered), PushReceipt(ticket: "t-2", event: .delivered),
                PushReceipt(ticket: "t-3", event: .notShown, reason: "2"),
            ])
    }

    @Test func `Xiaomi's stand in a form, by their messages`() throws {
        let data = """
            {"m1":{"param":"t-1","type":1,"targets":"r1","jobkey":"1","barStatus":"Enable","timestamp":1324167800000},
             "m2":{"param":"t-2","type":2,"targets":"r2"}, "m3":{"param":"t-3","type":16,"targets":"r3"},
             "m4":{"param":"t-4","type":32,"targets":"r4"}, "m5":{"param":"t-5","type":64,"targets":"r5"},
             "m6":{"param":"t-6","type":128,"targets":"r6"}, "m7":{"param":"t-7","type":1024,"targets":"r7"},
             "m8":{"param":"t-8","type":2048,"targets":"r8","extra":{"note":"ü + %"}}}
            """
        let receipts = try read(.xiaomi, form("data", data), signature: nil, keyFile: "{}")
        #expect(receipts.map(\.ticket) == (1...8).map { "t-\($0)" })
        #expect(
            receipts.map(\.event) == [
                .delivered, .opened, .dead, .notShown, .notShown, .notShown, .notShown, .notShown,
            ])
        #expect(receipts[1].reason == "" && receipts[3].reason.hasPrefix("32: ") && receipts[7].reason == "2048")
    }

    @Test func `OPPO's are a list of events`() throws {
        let body = """
            [{"messageId":"m1","appId":"a","taskId":"m1","registrationIds":"r1","eventTime":"1579247400000","param":"t-1",
              "eventType":"push_arrive"},
             {"messageId":"m2","registrationIds":"r2","param":"t-2","eventType":"regid_invalid"},
             {"messageId":"m3","registrationIds":"r3","param":"t-3","eventType":"user_daily_limit"},
             {"messageId":"m4","registrationIds":"r4","param":"t-4","eventType":"another\\nkind"}]
            """
        let receipts = try read(.oppo, body, signature: nil, keyFile: "{}")
        #expect(receipts.map(\.ticket) == (1...4).map { "t-\($0)" })
        #expect(receipts.map(\.event) == [.delivered, .dead, .notShown, .notShown])
        #expect(receipts[3].reason == "another kind")
    }

    @Test func `vivo's first kind tells of delivery alone, the second has a code`() throws {
        let body = """
            {"task-1":{"param":"t-1","targets":"r1"},
             "task-2":{"param":"t-2","targets":"r2","ackType":"0","ackTime":1676540800000},
             "task-3":{"param":"t-3","targets":"r3","ackType":"3","ackTime":1676540800000}}
            """
        #expect(
            try read(.vivo, body, signature: nil, keyFile: "{}") == [
                PushReceipt(ticket: "t-1", event: .delivered), PushReceipt(ticket: "t-2", event: .delivered),
                PushReceipt(ticket: "t-3", event: .notShown, reason: "3"),
            ])
    }

    @Test func `Meizu's stand in a form, by message and kind`() throws {
        let cb = """
            {"m1-1":{"param":"t-1","type":1,"targets":["p1"]}, "m1-2":{"param":"t-1","type":2,"targets":["p1"]},
             "m2-9":{"param":"t-2","type":"9","targets":["p2"]}}
            """
        #expect(
            try read(.meizu, form("cb", cb), signature: nil, keyFile: "{}") == [
                PushReceipt(ticket: "t-1", event: .delivered), PushReceipt(ticket: "t-1", event: .opened),
                PushReceipt(ticket: "t-2", event: .notShown, reason: "9"),
            ])
    }

    @Test func `what has no ticket of ours is left out`() throws {
        let long = String(repeating: "t", count: 65)
        let tickets = [#""""#, "null", "7", #""a b""#, #""a=""#, #""ü""#, #""\#(long)""#]
        let others = tickets.map { #"{"param":\#($0),"eventType":"push_arrive"}"# } + [#"{"eventType":"x"}"#, "1"]
        let longest = String(repeating: "t", count: 64)
        let ours = #"{"param":"\#(longest)","eventType":"push_arrive"}"#
        let receipts = try read(.oppo, "[\((others + [ours]).joined(separator: ","))]")
        #expect(receipts == [PushReceipt(ticket: longest, event: .delivered)])
    }

    @Test(arguments: [
        (PushProvider.huawei, ["", "[]", "{}", #"{"statuses":{}}"#, #"{"statuses":[{"biTag":"t"}]}"#, "\u{1}"]),
        (.harmony, ["null", #"{"statuses":[{"biTag":"t","formStatus":{"result":0}}]}"#]),
        (.honor, ["<html>", #"{"statuses":[{"biTag":"t","status":null}]}"#]),
        (
            .xiaomi,
            [
                "", "data", "data=", "data=[]", "data=%7B%7", "date=%7B%7D", "{}",
                "data=%7B%22m%22%3A%7B%22param%22%3A%22t%22%7D%7D",
            ]
        ),
        (.oppo, ["", "{}", "[", #"[{"param":"t"}]"#, #"[{"param":"t","eventType":1.5}]"#]),
        (.vivo, ["", "[]", "taskId=1", #"{"a":1,"a":2}"#]),
        (.meizu, ["", "cb=%ZZ", "cb=1", "cb", "cb=%7B%22m%22%3A%7B%22param%22%3A%22t%22%2C%22type%22%3A%5B%5D%7D%7D"]),
    ])
    func `a body that is not as the maker documents it is said so`(provider: PushProvider, bodies: [String]) {
        for body in bodies {
            let problem = #expect(throws: ReceiptProblem.self, "\(body)") { try read(provider, body) }
            guard case .unreadable(let reason) = problem else {
                Issue.record("\(body): \(String(describing: problem))")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func `one body has 1,000 receipts at most`() throws {
        func body(_ count: Int) -> String {
            let events = (1...count).map { #"{"param":"t-\#($0)","eventType":"push_arrive"}"# }
            return "[\(events.joined(separator: ","))]"
        }
        #expect(try read(.oppo, body(1_000)).count == 1_000)
        #expect(throws: ReceiptProblem.tooMany(1_001)) { try read(.oppo, body(1_001)) }
    }

    @Test(arguments: [PushProvider.apns, .fcm, .webPush, .webhook])
    func `the other providers send none`(provider: PushProvider) {
        #expect(throws: ReceiptProblem.noReceipts(provider)) { try read(provider, "{}") }
    }

    @Test func `each problem says what to do about it`() {
        let problems: [ReceiptProblem] = [
            .noReceipts(.fcm), .noSecret, .unsigned, .badSignature, .stale, .unreadable("why"), .tooMany(1_001),
        ]
        #expect(Set(problems.map(\.description)).count == problems.count)
    }
}
