import Domain
import Testing

@testable import Gateway

/// Requests that wait for a node of a cluster to come further.
struct AwaitedPositionsTests {
    /// The first has until 100, each further one a millisecond longer.
    private func waits(_ positions: [Int64]) -> AwaitedPositions<Int> {
        var waits = AwaitedPositions<Int>(atMost: positions.count)
        for (number, position) in positions.enumerated() {
            let isTaken = waits.add(number, for: position, until: Milliseconds(100 + number))
            #expect(isTaken)
        }
        return waits
    }

    @Test func `whoever waits is told once, in the order of coming`() {
        var waits = waits([7, 5, 9, 5])
        #expect(waits.lowest == 5 && waits.nextDeadline == 100 && waits.count == 4)
        let early = waits.takeDue(at: 4, now: 0)
        #expect(early.isEmpty)
        let first = waits.takeDue(at: 5, now: 0)
        #expect(first.map(\.waiter) == [1, 3])
        #expect(waits.lowest == 7 && waits.nextDeadline == 100)
        let rest = waits.takeDue(at: 20, now: 0)
        #expect(rest.map(\.waiter) == [0, 2] && rest.allSatisfy { $0.isReached })
        #expect(waits.lowest == nil && waits.nextDeadline == nil)
        let nobody = waits.takeDue(at: 20, now: 1_000)
        #expect(nobody.isEmpty)
    }

    @Test func `whose time is over is told so, unless the position is reached in the same moment`() {
        var waits = waits([7, 5, 9])
        let early = waits.takeDue(at: 0, now: 99)
        #expect(early.isEmpty)
        let due = waits.takeDue(at: 5, now: 100)
        #expect(due.map(\.waiter) == [0, 1])
        #expect(due.map(\.isReached) == [false, true])
        #expect(waits.lowest == 9 && waits.nextDeadline == 102 && waits.count == 1)
    }

    @Test func `beyond their limit no more may wait, until some have gone`() {
        var waits = waits([1, 2])
        let tooMany = waits.add(2, for: 3, until: 200)
        #expect(!tooMany && waits.count == 2)
        let gone = waits.takeDue(at: 1, now: 0)
        let next = waits.add(3, for: 3, until: 200)
        let oneTooMany = waits.add(4, for: 4, until: 200)
        #expect(gone.count == 1 && next && !oneTooMany)
    }

    /// Eight times as many take some eight times as long; where each looks at all before it, it is sixty times and more.
    @Test func `among many, one more that waits costs as much as among few`() {
        let short = waitingTime(1 << 13)
        let long = waitingTime(1 << 16)
        #expect(long < short * 30)
    }

    private func waitingTime(_ count: Int) -> Duration {
        var waits = AwaitedPositions<Int>(atMost: count)
        return ContinuousClock().measure {
            for number in 0..<count {
                _ = waits.add(number, for: Int64(count - number), until: Milliseconds(number + 1))
                // As after each request, and with each step of the log.
                _ = waits.takeDue(at: 0, now: 0)
            }
            let all = waits.takeDue(at: Int64(count), now: 0)
            #expect(all.count == count)
        }
    }
}
