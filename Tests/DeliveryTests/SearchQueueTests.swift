import Routing
import Storage
import TestSupport
import Testing

@testable import Gateway

/// Searches that wait for the search's queue.
struct SearchQueueTests {
    private let queue = SearchQueue(limit: 60)
    private let meters = (0..<4).map { _ in SharedRateMeter() }

    private let failed = Log<String>()

    /// Returns how many of so many searches were taken. Each writes its name down if it fails.
    private func post(_ count: Int, by user: Int) -> Int {
        (0..<count).count { number in
            let job = SearchJob(work: { _ throws(StoreError) in }) { [failed] _ in failed.add("\(user).\(number)") }
            if case .taken = queue.post(job, for: SearchQueue.Searcher(meters[user])) { return true }
            return false
        }
    }

    @Test func `those who search take turns, and each waits for itself in its own order`() {
        let posted = [post(5, by: 0), post(2, by: 1), post(1, by: 2)]
        #expect(posted == [5, 2, 1])
        while let turn = queue.next() { end(turn) }
        #expect(failed.entries == ["0.0", "1.0", "2.0", "0.1", "1.1", "0.2", "0.3", "0.4"])
    }

    private func end(_ turn: SearchQueue.Turn) {
        turn.job.failed(StoreError(.closed, "a name is wanted"))
        queue.end(turn)
    }

    @Test func `one has one search at a time under way, and the others' turns come meanwhile`() throws {
        let posted = [post(3, by: 0), post(2, by: 1)]
        #expect(posted == [3, 2])
        let (first, second) = (try #require(queue.next()), try #require(queue.next()))
        #expect(queue.next() == nil, "each of the two has one under way")
        end(second)
        let third = try #require(queue.next())
        end(third)
        #expect(queue.next() == nil)
        end(first)
        while let turn = queue.next() { end(turn) }
        #expect(failed.entries == ["1.0", "1.1", "0.0", "0.1", "0.2"])
    }

    @Test func `those that wait are left when it is closed, also of one who has a search under way`() throws {
        #expect(post(3, by: 0) == 3)
        let first = try #require(queue.next())
        #expect(queue.close().count == 2)
        end(first)
        #expect(queue.next() == nil)
    }

    @Test func `one has so many waiting that others find room`() {
        #expect(post(40, by: 0) == 32)
        #expect(post(20, by: 1) == 20)
        #expect(post(20, by: 2) == 8, "the queue is full")
        let turn = queue.next()
        #expect(turn != nil && post(2, by: 3) == 1)
        #expect(queue.close().count == 60)
        #expect(post(1, by: 0) == 0)
    }
}
