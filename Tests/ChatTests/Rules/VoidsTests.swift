import Domain
import TestSupport
import Testing

/// `Voids` beside a set of numbers.
struct VoidsTests {
    @Test func `a range grows at either end, and joins its neighbours`() {
        var voids = Voids()
        let steps: [(number: Int64, after: Int64, through: Int64, absorbed: Int64?)] = [
            (5, 4, 5, nil), (6, 4, 6, nil), (4, 3, 6, 4), (9, 8, 9, nil), (7, 3, 7, nil), (8, 3, 9, 8),
        ]
        for step in steps {
            let insertion = voids.insert(step.number)
            #expect(insertion?.after == step.after && insertion?.through == step.through, "\(step)")
            #expect(insertion?.absorbed == step.absorbed, "\(step)")
        }
        let again = voids.insert(6)
        #expect(again == nil)
        #expect(voids.ranges.map(\.after) == [3] && voids.ranges.map(\.through) == [9])
        #expect(voids.live(after: 0, through: 12) == 6)
    }

    @Test(arguments: [(5, 4), (5, 5), (-1, 3), (2, 6)] as [(Int64, Int64)])
    func `what is no range behind the others is refused`(after: Int64, through: Int64) {
        var voids = Voids()
        let (isTaken, isNone) = (voids.append(after: 0, through: 3), voids.append(after: after, through: through))
        #expect(isTaken && !isNone)
    }

    @Test func `every count is that of a set, whatever was inserted and forgotten`() {
        var random = SeededRandom()
        let seed = random.description
        for _ in 0..<100 {
            var (voids, model, rows) = (Voids(), Set<Int64>(), [Int64: Int64]())
            for _ in 0..<120 {
                if Int.random(in: 0...19, using: &random) == 0 {
                    let bound = Int64.random(in: 0...100, using: &random)
                    for after in voids.forget(through: bound) {
                        model.subtract(after + 1...rows.removeValue(forKey: after)!)
                    }
                } else {
                    let number = Int64.random(in: 1...100, using: &random)
                    let isNew = model.insert(number).inserted
                    let insertion = voids.insert(number)
                    #expect((insertion != nil) == isNew, "\(seed)")
                    if let insertion {
                        if let absorbed = insertion.absorbed { rows[absorbed] = nil }
                        rows[insertion.after] = insertion.through
                    }
                }
                let (one, other) = (
                    Int64.random(in: 0...110, using: &random), Int64.random(in: 0...110, using: &random)
                )
                let within = model.filter { $0 > one && $0 <= other }.count
                #expect(voids.count(after: one, through: other) == Int64(within), "\(seed)")
                #expect(voids.contains(one) == model.contains(one), "\(seed)")
                var read = Voids()
                for (after, through) in rows.sorted(by: { $0.key < $1.key }) {
                    let isTaken = read.append(after: after, through: through)
                    #expect(isTaken, "\(seed)")
                }
                #expect(read == voids, "\(seed)")
            }
        }
    }
}
