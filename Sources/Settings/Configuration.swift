import Domain

/// The values of all settings: defaults, then the file, then the environment.
package struct Configuration: Equatable, Sendable {
    package var listen: Listen
    package var admin: Admin
    package var audit: Audit
    package var shards: Shards
    package var data: Data
    package var store: Store
    package var cluster: Cluster
    package var tls: TLS
    package var proxy: Proxy
    package var http: HTTP
    package var origins: Origins
    package var api: API
    package var websocket: WebSocket
    package var deflate: Deflate
    package var connections: Connections
    package var input: Input
    package var outbox: Outbox
    package var heartbeat: Heartbeat
    package var requests: Requests
    package var sessions: Sessions
    package var auth: Auth
    package var accounts: Accounts
    package var messages: Messages
    package var media: Media
    package var conversations: Conversations
    package var streams: Streams
    package var profiles: Profiles
    package var friends: Friends
    package var groups: Groups
    package var channels: Channels
    package var broadcasts: Broadcasts
    package var rooms: Rooms
    package var calls: Calls
    package var moderation: Moderation
    package var statistics: Statistics
    package var hosting: Hosting
    package var subscriptions: Subscriptions
    package var push: Push
    package var apns: APNs
    package var fcm: FCM
    package var makers: [Maker]
    package var webPush: WebPush
    package var webhook: Webhook
    package var events: Events
    package var hooks: Hooks
    package var drain: Drain
    package var metrics: Metrics
    package var log: Log
    package var tracing: Tracing
    private var asRead = ReadSettings()

    /// The values of settings that are not set.
    package static let defaults = reading(.nothing).configuration

    /// All settings, section by section, in the order of the reference page.
    package static let catalogue = reading(.nothing).reader.sections

    /// All settings with their values as they were read.
    package var sections: [SectionDescription] { asRead.sections }

    static func reading(_ source: SettingReader.Source) -> (configuration: Configuration, reader: SettingReader) {
        var reader = SettingReader(source)
        var configuration = Configuration(&reader)
        configuration.asRead.sections = reader.sections
        return (configuration, reader)
    }

    private init(_ setting: inout SettingReader) {
        listen = Listen(&setting)
        admin = Admin(&setting)
        audit = Audit(&setting)
        shards = Shards(&setting)
        data = Data(&setting)
        store = Store(&setting)
        cluster = Cluster(&setting)
        tls = TLS(&setting)
        proxy = Proxy(&setting)
        http = HTTP(&setting)
        origins = Origins(&setting)
        api = API(&setting)
        websocket = WebSocket(&setting)
        deflate = Deflate(&setting)
        connections = Connections(&setting)
        input = Input(&setting)
        outbox = Outbox(&setting)
        heartbeat = Heartbeat(&setting)
        requests = Requests(&setting)
        sessions = Sessions(&setting)
        auth = Auth(&setting)
        accounts = Accounts(&setting)
        messages = Messages(&setting)
        media = Media(&setting)
        conversations = Conversations(&setting)
        streams = Streams(&setting)
        profiles = Profiles(&setting)
        friends = Friends(&setting)
        groups = Groups(&setting)
        channels = Channels(&setting)
        broadcasts = Broadcasts(&setting)
        rooms = Rooms(&setting)
        calls = Calls(&setting)
        moderation = Moderation(&setting)
        statistics = Statistics(&setting)
        hosting = Hosting(&setting)
        subscriptions = Subscriptions(&setting)
        push = Push(&setting)
        apns = APNs(&setting)
        fcm = FCM(&setting)
        makers = PushProvider.makers.map { Maker($0, &setting) }
        webPush = WebPush(&setting)
        webhook = Webhook(&setting)
        events = Events(&setting)
        hooks = Hooks(&setting)
        drain = Drain(&setting)
        metrics = Metrics(&setting)
        log = Log(&setting)
        tracing = Tracing(&setting)
    }
}
