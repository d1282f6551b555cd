import Framing
import TestSupport
import Testing

@testable import Transport

/// A backlog in its simplest form, without any thought of speed.
private struct NaiveBacklog {
    struct Item {
        var bytes: [UInt8]
        let conflation: UInt64
        var isSealed: Bool
        var hasBegun: Bool
    }

    var items: [Item] = []
    var count: Int { items.reduce(0) { $0 + $1.bytes.count } }

    mutating func append(_ bytes: [UInt8], conflation: UInt64, sent: Int) {
        let item = Item(
            bytes: Array(bytes.dropFirst(sent)), conflation: conflation, isSealed: false, hasBegun: sent > 0)
        let older = items.lastIndex {
            conflation != 0 && $0.conflation == conflation && !$0.hasBegun && !$0.isSealed
        }
        if let older { items[older] = item } else { items.append(item) }
    }

    mutating func append(sealed bytes: [UInt8]) {
        let place = items.firstIndex { !$0.isSealed } ?? items.endIndex
        items.insert(Item(bytes: bytes, conflation: 0, isSealed: true, hasBegun: false), at: place)
    }

    mutating func take(_ amount: Int) -> [UInt8] {
        let taken = Array(items[0].bytes.prefix(amount))
        items[0].bytes.removeFirst(amount)
        if amount > 0 { items[0].hasBegun = true }
        if items[0].bytes.isEmpty { items.removeFirst() }
        return taken
    }

    mutating func discardUnsent() {
        items.removeAll { !$0.isSealed && !$0.hasBegun }
    }
}

struct BacklogTests {
    private let node = NodeBudget(limit: 1_000)

    /// Everything in it, in the order in which it would leave.
    private func contents(_ backlog: Backlog) -> [String] {
        var contents: [String] = []
        while !backlog.isEmpty {
            _ = backlog.sendFirst { bytes in
                contents.append(String(decoding: bytes, as: UTF8.self))
                return bytes.count
            }
        }
        return contents
    }

    private func append(_ text: String, to backlog: Backlog, sent: Int = 0) {
        Array(text.utf8).withUnsafeBytes { backlog.append(own: $0, sent: sent) }
    }

    private func append(sealed text: String, to backlog: Backlog) {
        Array(text.utf8).withUnsafeBytes { backlog.append(sealed: $0) }
    }

    @Test func `what has begun to leave is neither replaced nor thrown away`() {
        let backlog = Backlog(node: node, isPage: false, at: 0)
        backlog.append(Payload(text: "first"), conflation: 5, sent: 3)
        backlog.append(Payload(text: "second"), conflation: 5, sent: 0)
        append("own", to: backlog)
        backlog.append(Payload(text: "third"), conflation: 5, sent: 0)
        backlog.append(Payload(text: "other"), conflation: 6, sent: 0)
        #expect(backlog.count == 4 + 7 + 3 + 7)
        #expect(node.count == backlog.count)
        backlog.discardUnsent()
        #expect(node.count == 4)
        #expect(contents(backlog) == ["irst"])
        #expect(node.count == 0)
    }

    @Test func `the newest of a key stands where the oldest stood`() {
        let backlog = Backlog(node: node, isPage: false, at: 0)
        append("a", to: backlog)
        for text in ["1", "22", "333"] {
            backlog.append(Payload(text: text), conflation: 9, sent: 0)
            append("b", to: backlog)
        }
        let texts = contents(backlog)
        #expect(texts == ["a", "\u{FFFD}\u{3}333", "b", "b", "b"])
    }

    /// A TLS record's number is used up when it is made: a key update answered while others wait would otherwise come out of
    /// order, and the client could decrypt nothing from there on.
    @Test func `ciphertext made meanwhile leaves behind older ciphertext and before what is sealed later`() {
        let backlog = Backlog(node: node, isPage: false, at: 0)
        append(sealed: "record 1", to: backlog)
        append("later", to: backlog)
        append(sealed: "record 2", to: backlog)
        append(sealed: "record 3", to: backlog)
        backlog.discardUnsent()
        append("close", to: backlog)
        #expect(contents(backlog) == ["record 1", "record 2", "record 3", "close"])
    }

    @Test func `what it held is given back with it`() {
        do {
            let backlog = Backlog(node: node, isPage: false, at: 0)
            append("0123456789", to: backlog, sent: 2)
            #expect(node.count == 8)
            #expect(!node.isExceeded)
        }
        #expect(node.count == 0)
    }

    @Test func `random histories equal the naive backlog's`() {
        var random = SeededRandom()
        for _ in 0..<200 {
            let backlog = Backlog(node: node, isPage: false, at: 0)
            var model = NaiveBacklog()
            for _ in 0..<200 {
                step(backlog, &model, &random)
                guard backlog.count == model.count, node.count == model.count, backlog.isEmpty == model.items.isEmpty
                else {
                    Issue.record("\(random): \(backlog.count) bytes instead of \(model.count)")
                    return
                }
            }
        }
        #expect(node.count == 0)
    }

    private func step(_ backlog: Backlog, _ model: inout NaiveBacklog, _ random: inout SeededRandom) {
        let bytes = random.bytes(Int.random(in: 1...60, using: &random))
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4:
            // Only the first of all can have begun to leave before it comes here.
            let sent = model.items.isEmpty ? Int.random(in: 0..<bytes.count, using: &random) : 0
            bytes.withUnsafeBytes { backlog.append(own: $0, sent: sent) }
            model.append(bytes, conflation: 0, sent: sent)
        case 4..<9:
            let payload = binaryPayload(bytes)
            let key = UInt64.random(in: 0...3, using: &random)
            let sent = model.items.isEmpty ? Int.random(in: 0..<payload.frame.count, using: &random) : 0
            backlog.append(payload, conflation: key, sent: sent)
            model.append(Array(payload.frame), conflation: key, sent: sent)
        case 9:
            bytes.withUnsafeBytes { backlog.append(sealed: $0) }
            model.append(sealed: bytes)
        case 10:
            backlog.discardUnsent()
            model.discardUnsent()
        case 11 where !model.items.isEmpty && !model.items[0].isSealed && !model.items[0].hasBegun:
            bytes.withUnsafeBytes { backlog.replaceFirst(sealed: $0) }
            model.items[0].bytes = bytes
            model.items[0].isSealed = true
        default:
            guard !model.items.isEmpty else { return }
            let amount = Int.random(in: 0...model.items[0].bytes.count, using: &random)
            #expect(backlog.firstCount == model.items[0].bytes.count, "\(random)")
            #expect(backlog.isFirstSealed == model.items[0].isSealed, "\(random)")
            var left: [UInt8] = []
            _ = backlog.sendFirst { bytes in
                left = Array(bytes.prefix(amount))
                return amount
            }
            let expected = model.take(amount)
            #expect(left == expected, "\(random)")
        }
    }
}
