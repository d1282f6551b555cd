import ClientProtocol
import Domain
import Security
import Settings

/// The facts that handlers may use beside the request and its caller. The same on every shard.
final class RequestContext: Sendable {
    let configuration: Configuration
    let present: PresentSessions
    let control: ProcessControl
    let cluster: ClusterControl
    let broadcasts: BroadcastProgress
    let auditedWords: WordList
    /// Of the store: what digests of requests are made with.
    let digestKey: DigestKey
    /// Nil: no browser can be pushed to.
    let webPushKey: String?
    let keys: KeysInForce

    init(
        _ configuration: Configuration, _ present: PresentSessions, _ control: ProcessControl,
        _ cluster: ClusterControl, _ broadcasts: BroadcastProgress, digestKey: DigestKey, webPushKey: String?,
        keys: KeysInForce
    ) {
        self.configuration = configuration
        self.present = present
        self.control = control
        self.cluster = cluster
        self.broadcasts = broadcasts
        self.digestKey = digestKey
        self.webPushKey = webPushKey
        self.keys = keys
        auditedWords = WordList(configuration.profiles.auditedWords)
    }

    /// The stamp before which events are no longer given out to backends.
    var backendCutoff: Stamp { configuration.backendCutoff }

    /// The most bytes of a page of a list, so that several fit into an outbox.
    var pageBytes: Int { configuration.outbox.bytesPerConnection / 4 }
}
