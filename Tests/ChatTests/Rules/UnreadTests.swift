import Domain
import TestSupport
import Testing

struct UnreadTests {
    enum Step {
        /// That many messages of others that count.
        case come(Int64)
        /// Everything up to that one is read.
        case read(Int64)
        case hold
        case release
    }

    static let courses: [(steps: [Step], left: Int64)] = [
        ([], 0),
        ([.come(3)], 3),
        ([.come(3), .read(2)], 1),
        ([.come(3), .read(3)], 0),
        // Never goes back.
        ([.come(3), .read(3), .read(1)], 0),
        // X-M04: what comes while nothing is wanted does not count, and what was unread before stays so.
        ([.come(2), .hold, .come(3)], 2),
        ([.come(2), .hold, .come(3), .release], 2),
        ([.come(2), .hold, .come(3), .release, .come(1)], 3),
        ([.hold, .come(3), .release, .come(1), .hold, .come(5)], 1),
        // Held and released where nothing came.
        ([.come(1), .hold, .release, .hold, .release, .come(1)], 2),
        ([.come(1), .hold, .hold, .come(4), .release, .release, .come(1)], 2),
        // Held again at once: one hold.
        ([.hold, .come(2), .release, .hold, .come(2), .release, .come(1)], 1),
        // Read up to somewhere within what was held.
        ([.come(2), .hold, .come(4), .release, .come(2), .read(4)], 2),
        ([.come(2), .hold, .come(4), .release, .come(2), .read(7)], 1),
        ([.come(2), .hold, .come(4), .read(6), .come(4), .release, .come(1)], 1),
        ([.come(2), .hold, .come(4), .read(1)], 1),
    ]

    @Test(arguments: courses.indices)
    func `what is left unread`(index: Int) {
        var unread = Unread()
        var counted: Int64 = 0
        for step in Self.courses[index].steps { unread.take(step, &counted) }
        #expect(unread.count(of: counted) == Self.courses[index].left)
    }

    @Test func `M-28: a number that is ignored by itself counts no longer, wherever it is`() {
        var random = SeededRandom()
        let seed = random.description
        for _ in 0..<100 {
            var unread = Unread(base: 5, ignoredRanges: IgnoredRanges([9...12, 20...21]))
            var open = Set<Int64>(6...40).subtracting(Set(10...12)).subtracting([21])
            for _ in 0..<60 {
                let number = Int64.random(in: 1...40, using: &random)
                unread.ignore(number, without: Voids())
                open.remove(number)
                #expect(unread.count(of: 40) == Int64(open.count), "\(seed)")
                #expect((1...40).allSatisfy { unread.isUnread($0) == open.contains($0) }, "\(seed)")
                let ranges = unread.ignoredRanges.ranges
                #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(seed)")
            }
        }
    }

    @Test func `every message is unread, read, or held, whatever happens`() {
        var random = SeededRandom()
        let seed = random.description
        for _ in 0..<200 {
            var unread = Unread()
            var counted: Int64 = 0
            var isHeld = false
            var open: Set<Int64> = []
            // As few holds as are kept apart.
            for _ in 0..<(2 * IgnoredRanges.most - 1) {
                let step = Self.step(counted, &random)
                switch step {
                case .come(let count): if !isHeld { open.formUnion(counted + 1...counted + count) }
                case .read(let number): open = open.filter { $0 > number }
                case .hold: isHeld = true
                case .release: isHeld = false
                }
                unread.take(step, &counted)
                #expect(unread.count(of: counted) == Int64(open.count), "\(seed)")
            }
        }
    }

    private static func step(_ counted: Int64, _ random: inout SeededRandom) -> Step {
        switch Int.random(in: 0...6, using: &random) {
        case 0...2: .come(Int64.random(in: 1...4, using: &random))
        case 3: .read(Int64.random(in: max(counted - 6, 0)...counted, using: &random))
        case 4, 5: .hold
        default: .release
        }
    }

    @Test func `every message is unread, read, held, or void, whatever happens`() {
        var random = SeededRandom()
        let seed = random.description
        for _ in 0..<100 {
            var (unread, voids, counted) = (Unread(), Voids(), Int64(0))
            var isHeld = false
            var open: Set<Int64> = []
            for _ in 0..<400 {
                if counted > 0, Int.random(in: 0...3, using: &random) == 0 {
                    let number = Int64.random(in: max(counted - 40, 1)...counted, using: &random)
                    _ = voids.insert(number)
                    open.remove(number)
                } else {
                    let step = Self.step(counted, &random)
                    switch step {
                    case .come(let count): if !isHeld { open.formUnion(counted + 1...counted + count) }
                    case .read(let number): open = open.filter { $0 > number }
                    case .hold: isHeld = true
                    case .release: isHeld = false
                    }
                    unread.take(step, &counted, without: voids)
                }
                #expect(unread.count(of: counted, without: voids) == Int64(open.count), "\(seed)")
                for number in open { #expect(unread.isUnread(number), "\(seed)") }
            }
        }
    }

    @Test func `one's own are passed over, also where all that was unread is void`() {
        var (unread, voids) = (Unread(), Voids())
        _ = voids.insert(1)
        unread.pass(2, without: voids)
        #expect(unread == Unread(base: 2))
        unread.pass(4, without: voids)
        #expect(unread.count(of: 4, without: voids) == 1)
        _ = voids.insert(3)
        #expect(unread.count(of: 4, without: voids) == 0)
    }

    @Test func `more holds than are kept apart leave the count exact`() {
        var unread = Unread()
        var counted: Int64 = 0
        for round in 1...Int64(IgnoredRanges.most * 3) {
            for step in [Step.come(1), .hold, .come(2), .release] { unread.take(step, &counted) }
            #expect(unread.count(of: counted) == round)
            #expect(unread.ignoredRanges.ranges.count <= IgnoredRanges.most)
        }
        // M-03: the oldest are a number without places, which a void leaves alone, and reading takes away.
        var voids = Voids()
        let before = unread.count(of: counted)
        _ = voids.insert(1)
        #expect(unread.carried > 0 && unread.count(of: counted, without: voids) == before)
        var half = unread
        half.take(.read(unread.base - 2), &counted)
        #expect(half.carried == 2)
        unread.take(.read(counted), &counted)
        #expect(unread.count(of: counted) == 0)
        #expect(unread.ignoredRanges == IgnoredRanges())
    }
}

extension Unread {
    fileprivate mutating func take(
        _ step: UnreadTests.Step, _ counted: inout Int64, without voids: Voids = Voids()
    ) {
        switch step {
        case .come(let count): counted += count
        case .read(let number): read(upTo: number)
        case .hold: hold(at: counted, without: voids)
        case .release: release(at: counted)
        }
    }
}
