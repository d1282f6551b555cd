import Testing

@testable import martlet_load

struct CircleTests {
    private typealias Mark = Circle.Mark

    /// Member 0 has written to 1, and knows it as 1.
    private func begun() -> (circle: Circle, mark: Circle.Mark, dialogue: Int) {
        var circle = Circle(size: 3)
        let dialogue = circle.dialogue(1, 0)
        let mark = circle.send(by: 0, due: 5)
        _ = circle.hear(1, mark, by: 0, in: dialogue, .acknowledged)
        return (circle, mark, dialogue)
    }

    private func fault(_ finding: Circle.Finding) -> Fault? {
        if case .fault(let fault, _) = finding { fault } else { nil }
    }

    @Test func `a message is complete when both sides have it, in any order`() {
        var circle = Circle(size: 3)
        let dialogue = circle.dialogue(2, 1)
        let mark = circle.send(by: 1, due: 7)
        #expect(circle.oldestIncomplete?.mark == mark)
        #expect(circle.incomplete == (stored: 0, unanswered: 1))
        let heard = circle.hear(1, mark, by: 2, in: dialogue, .live)
        #expect(heard == .fine(due: 7))
        #expect(circle.incomplete == (stored: 1, unanswered: 0))
        let acknowledged = circle.hear(1, mark, by: 1, in: dialogue, .acknowledged)
        #expect(acknowledged == .fine(due: 7))
        #expect(circle.isComplete)
        #expect(circle.position(of: 2, in: dialogue) == 1)
    }

    @Test func `a message to everybody must come to everybody`() {
        var circle = Circle(size: 3)
        _ = (0..<3).map { circle.hear(1, nil, by: $0, in: Circle.everybody, .resumed) }
        let mark = circle.send(by: 2, due: 0)
        for member in 0..<2 { _ = circle.hear(2, mark, by: member, in: Circle.everybody, .live) }
        #expect(!circle.isComplete)
        _ = circle.hear(2, mark, by: 2, in: Circle.everybody, .resumed)
        #expect(circle.isComplete)
        #expect(circle.dialoguesWithHoles == 0)
        #expect(circle.unread(by: 0) == 1)
        #expect(circle.unread(by: 2) == 0)
    }

    @Test func `what is read is not unread`() {
        var (circle, mark, dialogue) = begun()
        _ = circle.hear(1, mark, by: 1, in: dialogue, .live)
        let second = circle.send(by: 0, due: 0)
        _ = circle.hear(2, second, by: 1, in: dialogue, .live)
        #expect(circle.unread(by: 1, in: dialogue) == 2)
        circle.read(upTo: 1, by: 1, in: dialogue)
        #expect(circle.unread(by: 1) == 1)
    }

    @Test func `what comes again is a fault when it is live, or was there before the resume`() {
        var (circle, mark, dialogue) = begun()
        _ = circle.hear(1, mark, by: 1, in: dialogue, .live)
        let live = circle.hear(1, mark, by: 1, in: dialogue, .live)
        #expect(fault(live) == .doubled)
        let resumed = circle.hear(1, mark, by: 1, in: dialogue, .resumed)
        #expect(fault(resumed) == .doubled)
        let own = circle.hear(1, mark, by: 0, in: dialogue, .resumed)
        #expect(own == .known)
        let retried = circle.hear(1, mark, by: 0, in: dialogue, .acknowledged)
        #expect(retried == .known)
    }

    @Test func `a message that is stored twice is a fault`() {
        var (circle, mark, dialogue) = begun()
        let twice = circle.hear(2, mark, by: 1, in: dialogue, .live)
        #expect(fault(twice) == .doubled)
    }

    @Test func `a message that all have does not come back with another number`() {
        var (circle, mark, dialogue) = begun()
        _ = circle.hear(1, mark, by: 1, in: dialogue, .live)
        let back = circle.hear(2, mark, by: 1, in: dialogue, .live)
        #expect(fault(back) == .unexpected)
    }

    @Test func `two messages with one number disagree`() {
        var (circle, _, dialogue) = begun()
        let other = circle.send(by: 0, due: 0)
        let finding = circle.hear(1, other, by: 1, in: dialogue, .live)
        #expect(fault(finding) == .disagreeing)
    }

    @Test func `what comes live comes by rising numbers`() {
        var (circle, first, dialogue) = begun()
        let second = circle.send(by: 0, due: 0)
        _ = circle.hear(2, second, by: 1, in: dialogue, .live)
        let late = circle.hear(1, first, by: 1, in: dialogue, .live)
        #expect(fault(late) == .reordered)
    }

    @Test func `a resume that fills a hole shows what was lost on an open connection`() {
        var (circle, first, dialogue) = begun()
        let second = circle.send(by: 0, due: 0)
        _ = circle.hear(2, second, by: 1, in: dialogue, .live)
        let filled = circle.hear(1, first, by: 1, in: dialogue, .resumed)
        #expect(fault(filled) == .missing)
        let known = circle.hear(2, second, by: 1, in: dialogue, .resumed)
        #expect(fault(known) == .doubled)
    }

    @Test func `a number that no message has is a hole`() {
        var (circle, first, dialogue) = begun()
        _ = circle.hear(1, first, by: 1, in: dialogue, .live)
        let third = circle.send(by: 0, due: 0)
        for member in 0..<2 { _ = circle.hear(3, third, by: member, in: dialogue, .live) }
        #expect(circle.isComplete)
        #expect(circle.dialoguesWithHoles == 1)
    }
}
