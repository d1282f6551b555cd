/// One deadline for each token, in a wheel of 1,024 ticks of 64 ms.
///
/// A token costs 16 bytes and no allocation of its own; arming, moving and cancelling are a few stores. A deadline
/// further away than one turn of the wheel (65 s) stays in its slot and is passed over until its time has come. Timers fire
/// up to one tick late, never early.
package struct TimerWheel: ~Copyable {
    private static let tick: Int64 = 64
    private static let slots = 1024
    private static let none: Int32 = -1

    private struct Entry {
        /// The tick at which it fires; negative while not armed.
        var due: Int64 = -1
        var next: Int32 = TimerWheel.none
        var previous: Int32 = TimerWheel.none
    }

    private var entries: [Entry] = []
    private var heads = [Int32](repeating: none, count: slots)
    /// The last tick whose slot was looked at.
    private var current: Int64
    private var armed = 0

    package init(now: Int64) {
        current = now / Self.tick
    }

    package mutating func arm(_ token: Int, at deadline: Int64) {
        // Rounded up: a timer never fires early. A deadline that has passed fires at the next tick.
        let due = max((deadline + Self.tick - 1) / Self.tick, current + 1)
        while token >= entries.count { entries.append(Entry()) }
        if entries[token].due == due { return }
        cancel(token)
        let slot = Int(due) & (Self.slots - 1)
        let head = heads[slot]
        entries[token] = Entry(due: due, next: head, previous: Self.none)
        if head != Self.none { entries[Int(head)].previous = Int32(token) }
        heads[slot] = Int32(token)
        armed += 1
    }

    package mutating func cancel(_ token: Int) {
        guard token < entries.count, entries[token].due >= 0 else { return }
        let entry = entries[token]
        if entry.previous == Self.none {
            heads[Int(entry.due) & (Self.slots - 1)] = entry.next
        } else {
            entries[Int(entry.previous)].next = entry.next
        }
        if entry.next != Self.none { entries[Int(entry.next)].previous = entry.previous }
        entries[token].due = -1
        armed -= 1
    }

    /// Takes out one token whose deadline has passed; nil when there is none left at `now`.
    package mutating func next(at now: Int64) -> Int? {
        let reached = now / Self.tick
        guard armed > 0 else {
            current = max(current, reached)
            return nil
        }
        while true {
            var token = heads[Int(current) & (Self.slots - 1)]
            while token != Self.none {
                if entries[Int(token)].due <= current {
                    cancel(Int(token))
                    return Int(token)
                }
                token = entries[Int(token)].next
            }
            guard current < reached else { return nil }
            // After a long sleep (a stopped process) one turn of the wheel sees every slot.
            current = max(current + 1, reached - Int64(Self.slots))
        }
    }

    /// How long the loop may sleep before it must look again: exact for what is due within one turn of the wheel.
    package func delay(from now: Int64) -> Int64? {
        guard armed > 0 else { return nil }
        for step in 1...Int64(Self.slots) {
            let at = current + step
            if heads[Int(at) & (Self.slots - 1)] != Self.none { return max(at * Self.tick - now, 0) }
        }
        return Int64(Self.slots) * Self.tick
    }
}
