import Chat
import EventLoop
import Meters
import Settings
import Storage
import Telemetry

/// The work of the index's queue: a piece of what the index has to follow, again and again. It looks at the store from time to
/// time, so that nobody who writes has to wake it. The queues that search read the index's file beside it.
final class SearchIndexer {
    /// In `data.directory`.
    static let file = "search.db"

    private let derived: DerivedStore
    private let configuration: Configuration
    private let metrics: ProcessMetrics
    private let log: Log
    private let onDamage: @Sendable (StoreError) -> Void
    private let index = SearchIndex()
    /// In monotonic nanoseconds.
    private var nextPiece: Int64 = 0
    private var nextCount: Int64 = 0
    private var isFailing = false
    /// Called once the index has nothing left of what was erased.
    private var cleanings: [@Sendable () -> Void] = []

    init(
        _ derived: DerivedStore, _ configuration: Configuration, _ metrics: ProcessMetrics, _ log: Log,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) {
        (self.derived, self.configuration, self.metrics, self.log) = (derived, configuration, metrics, log)
        self.onDamage = onDamage
    }

    func close() { derived.close() }

    private var moment: SearchIndex.Moment { configuration.searchMoment }

    // MARK: - For those who search

    /// Sees to it that there is a file to read. Returns why there is none.
    func prepare() -> StoreError? {
        guard let failure = prepareFile() else { return nil }
        return recover(from: failure) ? prepareFile() : failure
    }

    private func prepareFile() -> StoreError? {
        do throws(StoreError) {
            try derived.transact { [index, moment] store, file throws(StoreError) in
                try index.prepare(store, file, at: moment)
            }
            return nil
        } catch {
            return error
        }
    }

    /// A search has met damage. Where another one has met the same before, the file is a new one by now.
    func mend(_ error: StoreError) {
        if derived.isDamaged { _ = recover(from: error) }
    }

    // MARK: - Following

    /// Returns when the index goes on.
    func run(cleanings: [@Sendable () -> Void]) -> Int64 {
        defer { for damage in index.takeDamages() { onDamage(damage) } }
        self.cleanings += cleanings
        index.isHurried = !self.cleanings.isEmpty
        let began = Clock.monotonicNanoseconds
        if began < nextPiece, cleanings.isEmpty { return nextPiece }
        let indexed = metrics.searchIndexed.value
        let hasMore = follow(at: began)
        let now = Clock.monotonicNanoseconds
        // Half of the time is left to others.
        nextPiece = now + (hasMore ? now - began : pause(isBusy: metrics.searchIndexed.value > indexed))
        return nextPiece
    }

    private func pause(isBusy: Bool) -> Int64 {
        if isFailing { return afterFailure }
        return isBusy ? betweenBusyLooks : betweenLooks
    }

    /// Does a piece. True: there is more.
    private func follow(at now: Int64) -> Bool {
        do throws(StoreError) {
            let progress = try derived.transact { [index, moment] store, file throws(StoreError) in
                let progress = try index.advance(store, file, at: moment)
                if !progress.hasMore || now >= nextCount {
                    metrics.searchBehind.set(
                        progress.hasMore ? try index.behind(store, atMost: mostCounted) : 0)
                    nextCount = now + betweenCounts
                }
                return progress
            }
            metrics.searchIndexed.add(progress.messages)
            if progress.hasRebuilt {
                try derived.emptyLog()
                metrics.searchDaysRebuilt.add()
            }
            if isFailing { log.info("the index of the search goes on") }
            isFailing = false
            if !progress.hasMore, !cleanings.isEmpty { try endCleanings() }
            return progress.hasMore
        } catch {
            _ = recover(from: error)
            return false
        }
    }

    /// Everything that the store had when they were asked for is followed, and nothing is out of date.
    private func endCleanings() throws(StoreError) {
        try derived.emptyLog()
        for done in cleanings { done() }
        cleanings = []
    }

    /// True: the file was to blame, and is made anew.
    private func recover(from error: StoreError) -> Bool {
        index.forget()
        let isDamaged = derived.isDamaged
        if isDamaged || !isFailing {
            log.warning(
                isDamaged
                    ? "the index of the search is damaged, and built anew" : "the index of the search stands still",
                ["reason": error.description])
        }
        isFailing = true
        guard isDamaged else { return false }
        metrics.searchFilesLost.add()
        do throws(StoreError) {
            try derived.discard()
            return true
        } catch {
            log.error("the index of the search cannot be deleted", ["reason": error.description])
            return false
        }
    }
}

/// In nanoseconds.
private let betweenLooks: Int64 = 500_000_000
/// So that much that is written becomes no long piece of work.
private let betweenBusyLooks: Int64 = 20_000_000
private let betweenCounts: Int64 = 5_000_000_000
private let afterFailure: Int64 = 2_000_000_000
/// More messages that wait are not counted.
private let mostCounted = 100_000
