import Domain
import Testing

@testable import Gateway

/// What clients had been told before a moment.
struct ToldTests {
    @Test func `what was told at a moment or after it is not told before it`() {
        var told = Told(memory: 60_000)
        #expect(told.stamp(before: 1) == nil)
        told.advance(to: 100, at: 1_000)
        told.advance(to: 200, at: 5_000)
        // Soon after the one before.
        told.advance(to: 300, at: 5_010)
        told.advance(to: 400, at: 9_000)
        let expected: [Milliseconds: Stamp?] = [
            1_000: nil, 1_001: 100, 5_000: 100, 5_010: 200, 5_011: 300, 9_000: 300, 9_001: 400,
        ]
        for (moment, stamp) in expected { #expect(told.stamp(before: moment) == stamp, "\(moment)") }
    }

    @Test func `it is known for as long as is promised, however much is told`() {
        var told = Told(memory: 60_000)
        for number in 1...200_000 { told.advance(to: Stamp(rawValue: Int64(number)), at: Milliseconds(Int64(number))) }
        for moment in stride(from: 140_001, through: 200_001, by: 1_009) {
            let stamp = told.stamp(before: Milliseconds(Int64(moment)))
            #expect(stamp.map { $0.rawValue < Int64(moment) && $0.rawValue > Int64(moment) - 300 } == true, "\(moment)")
        }
    }
}
