import Chat
import Domain
import Settings
import Storage

/// `martlet store reindex`.
package enum Reindexing {
    /// The directory is this process's alone. Returns how many messages were looked at.
    package static func run(_ configuration: Configuration, _ directory: DataDirectory) throws(StoreError) -> Int {
        let derived = try DerivedStore(directory, file: SearchIndexer.file)
        defer { derived.close() }
        try derived.requireMigrated(to: Schema.migrations)
        try derived.discard()
        let index = SearchIndex()
        var count = 0
        var hasMore = true
        while hasMore {
            let progress = try derived.transact { store, file throws(StoreError) in
                try index.advance(store, file, at: configuration.searchMoment)
            }
            count += progress.messages
            hasMore = progress.hasMore
        }
        return count
    }
}

extension Configuration {
    var searchMoment: SearchIndex.Moment {
        SearchIndex.Moment(now: now.time, messageCutoff: messageCutoff, changeCutoff: changeCutoff)
    }
}
