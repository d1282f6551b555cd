import Testing

@testable import martlet_load

struct CohortTests {
    private typealias Mark = Cohort.Mark

    /// Member 0 has written to 1, and knows it as 1.
    private func begun() -> (cohort: Cohort, mark: Cohort.Mark, dialogue: Int) {
        var cohort = Cohort(size: 3)
        let dialogue = cohort.dialogue(1, 0)
        let mark = cohort.send(by: 0, due: 5)
        _ = cohort.hear(1, mark, by: 0, in: dialogue, .acknowledged)
        return (cohort, mark, dialogue)
    }

    private func fault(_ finding: Cohort.Finding) -> Fault? {
        if case .fault(let fault, _) = finding { fault } else { nil }
    }

    @Test func `a message is complete when both sides have it, in any order`() {
        var cohort = Cohort(size: 3)
        let dialogue = cohort.dialogue(2, 1)
        let mark = cohort.send(by: 1, due: 7)
        #expect(cohort.oldestIncomplete?.mark == mark)
        #expect(cohort.incomplete == (stored: 0, unanswered: 1))
        let heard = cohort.hear(1, mark, by: 2, in: dialogue, .live)
        #expect(heard == .fine(due: 7))
        #expect(cohort.incomplete == (stored: 1, unanswered: 0))
        let acknowledged = cohort.hear(1, mark, by: 1, in: dialogue, .acknowledged)
        #expect(acknowledged == .fine(due: 7))
        #expect(cohort.isComplete)
        #expect(cohort.position(of: 2, in: dialogue) == 1)
    }

    @Test func `a message to everybody must come to everybody`() {
        var cohort = Cohort(size: 3)
        _ = (0..<3).map { cohort.hear(1, nil, by: $0, in: Cohort.everybody, .resumed) }
        let mark = cohort.send(by: 2, due: 0)
        for member in 0..<2 { _ = cohort.hear(2, mark, by: member, in: Cohort.everybody, .live) }
        #expect(!cohort.isComplete)
        _ = cohort.hear(2, mark, by: 2, in: Cohort.everybody, .resumed)
        #expect(cohort.isComplete)
        #expect(cohort.dialoguesWithHoles == 0)
        #expect(cohort.unread(by: 0) == 1)
        #expect(cohort.unread(by: 2) == 0)
    }

    @Test func `what is read is not unread`() {
        var (cohort, mark, dialogue) = begun()
        _ = cohort.hear(1, mark, by: 1, in: dialogue, .live)
        let second = cohort.send(by: 0, due: 0)
        _ = cohort.hear(2, second, by: 1, in: dialogue, .live)
        #expect(cohort.unread(by: 1, in: dialogue) == 2)
        cohort.read(upTo: 1, by: 1, in: dialogue)
        #expect(cohort.unread(by: 1) == 1)
    }

    @Test func `what comes again is a fault when it is live, or was there before the resume`() {
        var (cohort, mark, dialogue) = begun()
        _ = cohort.hear(1, mark, by: 1, in: dialogue, .live)
        let live = cohort.hear(1, mark, by: 1, in: dialogue, .live)
        #expect(fault(live) == .doubled)
        let resumed = cohort.hear(1, mark, by: 1, in: dialogue, .resumed)
        #expect(fault(resumed) == .doubled)
        let own = cohort.hear(1, mark, by: 0, in: dialogue, .resumed)
        #expect(own == .known)
        let retried = cohort.hear(1, mark, by: 0, in: dialogue, .acknowledged)
        #expect(retried == .known)
    }

    @Test func `a message that is stored twice is a fault`() {
        var (cohort, mark, dialogue) = begun()
        let twice = cohort.hear(2, mark, by: 1, in: dialogue, .live)
        #expect(fault(twice) == .doubled)
    }

    @Test func `a message that all have does not come back with another number`() {
        var (cohort, mark, dialogue) = begun()
        _ = cohort.hear(1, mark, by: 1, in: dialogue, .live)
        let back = cohort.hear(2, mark, by: 1, in: dialogue, .live)
        #expect(fault(back) == .unexpected)
    }

    @Test func `two messages with one number disagree`() {
        var (cohort, _, dialogue) = begun()
        let other = cohort.send(by: 0, due: 0)
        let finding = cohort.hear(1, other, by: 1, in: dialogue, .live)
        #expect(fault(finding) == .disagreeing)
    }

    @Test func `what comes live comes by rising numbers`() {
        var (cohort, first, dialogue) = begun()
        let second = cohort.send(by: 0, due: 0)
        _ = cohort.hear(2, second, by: 1, in: dialogue, .live)
        let late = cohort.hear(1, first, by: 1, in: dialogue, .live)
        #expect(fault(late) == .reordered)
    }

    @Test func `a resume that fills a hole shows what was lost on an open connection`() {
        var (cohort, first, dialogue) = begun()
        let second = cohort.send(by: 0, due: 0)
        _ = cohort.hear(2, second, by: 1, in: dialogue, .live)
        let filled = cohort.hear(1, first, by: 1, in: dialogue, .resumed)
        #expect(fault(filled) == .missing)
        let known = cohort.hear(2, second, by: 1, in: dialogue, .resumed)
        #expect(fault(known) == .doubled)
    }

    @Test func `a number that no message has is a hole`() {
        var (cohort, first, dialogue) = begun()
        _ = cohort.hear(1, first, by: 1, in: dialogue, .live)
        let third = cohort.send(by: 0, due: 0)
        for member in 0..<2 { _ = cohort.hear(3, third, by: member, in: dialogue, .live) }
        #expect(cohort.isComplete)
        #expect(cohort.dialoguesWithHoles == 1)
    }
}
