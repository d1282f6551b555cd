import Testing

@testable import Gateway

/// Few logins of a shard are under way at a time.
struct LoginLineTests {
    @Test func `logins begin in their order, so many at a time, and those that nobody wants any more are passed over`()
    {
        let line = LoginLine(atMost: 2)
        var begun: [Int] = []
        for number in 0..<7 {
            line.enter {
                if number == 3 { return false }
                begun.append(number)
                return true
            }
        }
        #expect(begun == [0, 1])
        line.noteReply()
        #expect(begun == [0, 1, 2])
        line.noteReply()
        #expect(begun == [0, 1, 2, 4])
        for _ in 0..<4 { line.noteReply() }
        #expect(begun == [0, 1, 2, 4, 5, 6])
        line.enter {
            begun.append(7)
            return true
        }
        #expect(begun.last == 7)
    }

    @Test func `logins that are replied to at once follow each other, however many wait`() {
        let line = LoginLine(atMost: 1)
        var begun = 0
        line.enter { true }
        for _ in 0..<100_000 {
            line.enter {
                begun += 1
                line.noteReply()
                return true
            }
        }
        #expect(begun == 0)
        line.noteReply()
        #expect(begun == 100_000)
    }
}
