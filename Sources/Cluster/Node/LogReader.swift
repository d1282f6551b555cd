/// The records that were read and are not applied, and which of them may be.
///
/// A database shows commits that may still be lost (CONFIRM in docs/decisions/034). So a record is applied only if another
/// one follows it, since nobody appends to what may be lost; or if the leader or an acknowledged write has named its place.
struct LogReader {
    enum Problem: Equatable {
        /// The log does not have the next record any more.
        case trimmed
        /// The next record stands on another history.
        case otherHistory
    }

    private(set) var queue: [Record] = []
    /// The newest place that is known to be kept.
    private(set) var confirmed: LogPlace
    /// Up to where records have been read.
    private(set) var end: LogPlace

    init(at place: LogPlace) {
        confirmed = place
        end = place
    }

    /// Whether the log is known to have more than was read.
    var knowsOfMore: Bool { confirmed.position > end.position }

    mutating func confirm(_ place: LogPlace) {
        if place.position > confirmed.position { confirmed = place }
    }

    /// An acknowledged write has found the log's end there, and `known` was known before it. An operator may have put an earlier
    /// state in the log's place, and what another node has said may be of a history that is lost.
    mutating func correct(by place: LogPlace, known: Position) {
        if place.position < known || place.position == confirmed.position { confirmed = place }
    }

    /// The node itself has committed up to there.
    mutating func advance(to place: LogPlace) {
        confirm(place)
        if place.position >= end.position {
            queue.removeAll()
            end = place
        }
    }

    mutating func take(_ slice: LogSlice, applied: LogPlace, faults: Set<PlantedFault>) -> Problem? {
        // Records that were read and could not be applied yet have been lost.
        if slice.end.position < end.position { forget(downTo: applied) }
        for record in slice.records where record.position > end.position {
            if record.position != end.position.next, !faults.contains(.skipsTrimmedGap) { break }
            if record.previous != end.digest, !faults.contains(.ignoresDigests) {
                if queue.isEmpty { return .otherHistory }
                forget(downTo: applied)
                return nil
            }
            queue.append(record)
            end = record.place
        }
        let isTrimmed = slice.oldest > end.position.next && slice.records.isEmpty
        if isTrimmed, faults.contains(.skipsTrimmedGap) {
            end = LogPlace(Position(slice.oldest.number - 1), end.digest)
            return nil
        }
        return isTrimmed ? .trimmed : nil
    }

    /// The next record, if it may be applied.
    mutating func next(applied: LogPlace, faults: Set<PlantedFault>) -> Record? {
        guard let first = queue.first else { return nil }
        let isFollowed = queue.count > 1
        if isFollowed || confirmed == first.place || faults.contains(.appliesUnconfirmed) { return queue.removeFirst() }
        if confirmed.position == first.position {
            if faults.contains(.ignoresDigests) { return queue.removeFirst() }
            forget(downTo: applied)
        }
        return nil
    }

    mutating func forget(downTo applied: LogPlace) {
        queue.removeAll()
        end = applied
    }
}
