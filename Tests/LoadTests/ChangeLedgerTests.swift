import Testing

@testable import martlet_load

struct ChangeLedgerTests {
    private let dialogue = Cohort(size: 3).dialogue(0, 1)

    @Test func `a change is complete when both have it, in any way`() {
        var ledger = ChangeLedger(size: 3)
        #expect(ledger.hear(1, of: 4, "recalled", by: 0, in: dialogue, .acknowledged) == nil)
        #expect(ledger.incomplete == 1 && ledger.oldestIncomplete == "change 1 of message 4 in dialogue 1")
        #expect(ledger.hear(1, of: 4, "recalled", by: 1, in: dialogue, .resumed) == nil)
        #expect(ledger.incomplete == 0 && ledger.oldestIncomplete == nil)
        // The one who asked is told again, with all other devices.
        #expect(ledger.hear(1, of: 4, "recalled", by: 0, in: dialogue, .live) == nil)
        #expect(ledger.incomplete == 0)
    }

    @Test func `a newer change of the message takes an older one's place, which may still come`() {
        var ledger = ChangeLedger(size: 3)
        for member in 0..<3 { #expect(ledger.hear(5, of: 2, "a 1", by: member, in: Cohort.everybody, .live) == nil) }
        #expect(ledger.incomplete == 0)
        #expect(ledger.hear(7, of: 2, "a 2", by: 0, in: Cohort.everybody, .live) == nil)
        #expect(ledger.hear(6, of: 2, "b 1", by: 1, in: Cohort.everybody, .live) == nil)
        #expect(ledger.incomplete == 1)
        for member in 1..<3 { #expect(ledger.hear(7, of: 2, "a 2", by: member, in: Cohort.everybody, .live) == nil) }
        #expect(ledger.incomplete == 0)
    }

    @Test func `a change that comes live again, or after a later one, is a fault`() {
        var ledger = ChangeLedger(size: 3)
        #expect(ledger.hear(2, of: 1, "", by: 0, in: dialogue, .live) == nil)
        #expect(ledger.hear(2, of: 1, "", by: 0, in: dialogue, .live)?.fault == .doubled)
        #expect(ledger.hear(1, of: 3, "", by: 0, in: dialogue, .live)?.fault == .reordered)
        ledger.resume(0, in: dialogue, at: 9)
        #expect(ledger.position(of: 0, in: dialogue) == 9 && ledger.position(of: 1, in: dialogue) == 0)
        #expect(ledger.hear(9, of: 3, "", by: 0, in: dialogue, .live)?.fault == .doubled)
    }

    @Test func `to change what was not recalled must not be refused`() {
        var ledger = ChangeLedger(size: 3)
        for place: UInt64 in [1, 2] {
            #expect(ledger.hear(place, of: place, "edited", by: 0, in: dialogue, .live) == nil)
            ledger.refuse(place, in: dialogue)
        }
        #expect(ledger.wronglyRefused == 2)
        #expect(ledger.hear(3, of: 1, ChangeLedger.recalled, by: 0, in: dialogue, .live) == nil)
        #expect(ledger.wronglyRefused == 1)
    }

    @Test func `two that are told otherwise of one change is a fault`() {
        var ledger = ChangeLedger(size: 3)
        #expect(ledger.hear(1, of: 1, "recalled", by: 0, in: dialogue, .live) == nil)
        #expect(ledger.hear(1, of: 1, "edited", by: 1, in: dialogue, .live)?.fault == .disagreeing)
    }
}
