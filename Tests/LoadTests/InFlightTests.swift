import TestSupport
import Testing

@testable import martlet_load

struct InFlightTests {
    @Test func `a message is complete when it is acknowledged and delivered, in any order`() {
        var flight = InFlight(receivers: 1)
        #expect(flight.send(due: 10) == 1)
        #expect(flight.send(due: 20) == 2)
        #expect(flight.acknowledge(1, seq: 7) == .fine(due: 10))
        #expect(flight.deliver(2, seq: 8) == .fine(due: 20))
        #expect(flight.incomplete == 2)
        #expect(flight.unacknowledged == 1)
        #expect(flight.undelivered == 1)
        #expect(flight.deliver(1, seq: 7) == .fine(due: 10))
        #expect(flight.acknowledge(2, seq: 8) == .fine(due: 20))
        #expect(flight.incomplete == 0)
    }

    @Test func `what comes again is seen before and after completion`() {
        var flight = InFlight(receivers: 1)
        _ = flight.send(due: 0)
        _ = flight.send(due: 0)
        _ = flight.deliver(2, seq: 2)
        #expect(flight.deliver(2, seq: 2) == .again)
        _ = flight.acknowledge(2, seq: 2)
        #expect(flight.deliver(2, seq: 2) == .again)
        #expect(flight.acknowledge(2, seq: 2) == .again)
        #expect(flight.deliver(0, seq: 1) == .unknown)
        #expect(flight.acknowledge(3, seq: 1) == .unknown)
    }

    @Test func `two numbers for one message disagree`() {
        var flight = InFlight(receivers: 1)
        _ = flight.send(due: 0)
        _ = flight.acknowledge(1, seq: 4)
        #expect(flight.deliver(1, seq: 5) == .disagreeing(other: 4))
        #expect(flight.incomplete == 0)
    }

    @Test func `a refused message waits for nothing`() {
        var flight = InFlight(receivers: 1)
        _ = flight.send(due: 0)
        let refusals = [1, 1, 2].map { flight.refuse($0) }
        #expect(refusals == [true, false, false])
        #expect(flight.incomplete == 0)
        #expect(flight.unacknowledged == 0)
        #expect(flight.deliver(1, seq: 1) == .again)
    }

    @Test func `whatever the order, each message is fine twice and then again`() {
        var random = SeededRandom()
        var flight = InFlight(receivers: 1)
        var waiting: [(number: UInt64, isDelivery: Bool)] = []
        var steps = 0
        for due in 0..<5000 {
            let number = flight.send(due: Int64(due))
            waiting += [(number, false), (number, true)]
            while waiting.count > 100 || (due == 4999 && !waiting.isEmpty) {
                let (number, isDelivery) = waiting.remove(at: Int.random(in: waiting.indices, using: &random))
                let arrival = isDelivery ? flight.deliver(number, seq: number) : flight.acknowledge(number, seq: number)
                #expect(arrival == .fine(due: Int64(number) - 1), "\(random)")
                let repeated =
                    isDelivery ? flight.deliver(number, seq: number) : flight.acknowledge(number, seq: number)
                #expect(repeated == .again, "\(random)")
                steps += 1
            }
        }
        #expect(steps == 10_000)
        #expect(flight.incomplete == 0 && flight.unacknowledged == 0)
    }
}
