import ClientProtocol
import Domain
import Locking
import Security
import Settings

/// The facts that handlers may use beside the request and its caller. The same on every shard.
final class RequestContext: Sendable {
    let configuration: Configuration
    let present: PresentSessions
    let control: ProcessControl
    let cluster: ClusterControl
    let broadcasts: BroadcastProgress
    let rooms: RoomRecords
    let auditedWords: WordList
    let words: MessageWords
    /// Y-04: of users and of groups together, so that nobody reads all names.
    let nameSearches = Lock(RateMeters<AccountNumber>(RateLimit(perMinute: 20)))
    /// Of the store: what digests of requests are made with.
    let digestKey: DigestKey
    /// For the ids of hooks' questions: the same at every node of a cluster.
    let askKey: SharedDigestKey
    let pushes: PushDispatcher
    let keys: KeysInForce
    /// Nil: there are none.
    let media: MediaServices?

    init(
        _ configuration: Configuration, _ present: PresentSessions, _ control: ProcessControl,
        _ cluster: ClusterControl, _ broadcasts: BroadcastProgress, _ rooms: RoomRecords, digestKey: DigestKey,
        askKey: SharedDigestKey, pushes: PushDispatcher, keys: KeysInForce, media: MediaServices?
    ) {
        self.media = media
        self.configuration = configuration
        self.present = present
        self.control = control
        self.cluster = cluster
        self.broadcasts = broadcasts
        self.rooms = rooms
        self.digestKey = digestKey
        self.askKey = askKey
        self.pushes = pushes
        self.keys = keys
        auditedWords = WordList(configuration.profiles.auditedWords)
        words = MessageWords(configuration.moderation)
    }

    /// The stamp before which events are no longer given out to backends.
    var backendCutoff: Stamp { configuration.backendCutoff }

    /// The most bytes of a page of a list, so that several fit into an outbox.
    var pageBytes: Int { configuration.outbox.bytesPerConnection / 4 }
}

/// A key that a node has from the others once it has joined them; one that runs alone has it from the start.
final class SharedDigestKey: Sendable {
    private let key: Lock<DigestKey>

    init(_ key: DigestKey) { self.key = Lock(key) }

    var now: DigestKey { key.withLock(\.self) }
    func use(_ shared: DigestKey) { key.withLock { $0 = shared } }
}
