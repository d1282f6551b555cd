import Testing

@testable import Cluster

struct LogReaderTests {
    @Test func `the word of a node about a history that is lost is corrected by an acknowledged write`() {
        let beginning = LogPlace.beginning(of: "test")
        let kept = Record(after: beginning, bytes: [1])
        let lost = Record(after: beginning, bytes: [2])
        let slice = LogSlice(records: [kept], oldest: beginning.position, end: kept.place)
        var reader = LogReader(at: beginning)
        reader.confirm(lost.place)
        _ = reader.take(slice, applied: beginning, faults: [])
        #expect(reader.next(applied: beginning, faults: []) == nil)
        // It is read again and again meanwhile.
        reader.correct(by: kept.place, known: lost.position)
        _ = reader.take(slice, applied: beginning, faults: [])
        #expect(reader.next(applied: beginning, faults: []) == kept)
    }

    @Test func `an acknowledged write that was sent before more was known takes nothing back`() {
        let beginning = LogPlace.beginning(of: "test")
        let first = Record(after: beginning, bytes: [1])
        let second = Record(after: first.place, bytes: [2])
        var reader = LogReader(at: beginning)
        reader.confirm(second.place)
        reader.correct(by: first.place, known: first.position)
        #expect(reader.confirmed == second.place)
        reader.correct(by: first.place, known: second.position)
        #expect(reader.confirmed == first.place)
    }
}
