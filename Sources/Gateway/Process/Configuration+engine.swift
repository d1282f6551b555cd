import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import Media
import Routing
import ServerAPI
import Settings
import Storage
import Transport

/// The settings as the parts of the engine want them.
extension Configuration {
    package var transportOptions: TransportOptions {
        var options = TransportOptions()
        options.closeCodes.tooSlow = .tooSlow
        options.closeCodes.heartbeatLost = .heartbeatLost
        options.closeCodes.overloaded = .overloaded
        options.closeCodes.tooManyControlFrames = .tooManyControlFrames
        options.http = HTTPLimits(
            requestLineBytes: http.requestLineBytes, headBytes: http.headBytes, headerCount: http.headerCount,
            bodyBytes: http.bodyBytes, chunkExtensionBytes: http.chunkExtensionBytes)
        if media.store == .directory {
            options.http.streamed = [StreamedBodies([.put, .patch], pathStart: MediaURL.path, bytes: media.bytes)]
        }
        options.http.streamed.append(
            StreamedBodies(
                [.post], pathStart: MessageStreams.pathStart,
                bytes: http.bodyBytes + messages.streamBytes * mostBytesPerByte))
        options.adminHTTP = options.http
        options.adminHTTP.bodyBytesOf = [
            HTTPDoor.prefix + SendMessageForAdministrator.declaration.name: mostBytesToMany
        ]
        // Where only users and guests come, nobody may send it.
        if listen.serves.contains(.backends) { options.http.bodyBytesOf = options.adminHTTP.bodyBytesOf }
        options.frames = FrameLimits(
            frameBytes: websocket.frameBytes, messageBytes: websocket.messageBytes, fragments: websocket.fragments)
        options.deflate = deflatePolicy
        options.eventsPerTurn = Int32(shards.eventsPerTurn)
        options.acceptsPerTurn = shards.acceptsPerTurn
        options.requestsPerTurn = shards.requestsPerTurn
        options.readBufferBytes = shards.readBufferBytes
        options.usesRing = shards.ioUring
        options.tlsTimeout = Int64(tls.handshakeTimeoutMilliseconds)
        options.headTimeout = Int64(http.headTimeoutMilliseconds)
        options.idleTimeout = Int64(http.idleTimeoutMilliseconds)
        options.closeTimeout = Int64(websocket.closeTimeoutMilliseconds)
        options.lingerTimeout = Int64(connections.lingerTimeoutMilliseconds)
        options.heartbeatInterval = Int64(heartbeat.intervalMilliseconds)
        options.heartbeatTimeout = Int64(heartbeat.timeoutMilliseconds)
        options.outboxBytes = outbox.bytesPerConnection
        options.sendBufferBytes = outbox.kernelBytesPerConnection
        options.pageBytesPerAddress = outbox.pageBytesPerAddress
        options.inputBytes = input.bytesPerNode
        options.inputBytesPerAddress = input.bytesPerAddress
        options.pauseReadingBytes = outbox.pauseReadingBytes
        options.controlFramesPerSecond = Int32(websocket.controlFramesPerSecond)
        options.connections = connections.total
        options.adminConnections = admin.connections
        options.pendingPerAddress = connections.pendingPerAddress
        options.closingPerAddress = connections.closingPerAddress
        options.refusalsBeforeClose = requests.refusalsBeforeClose
        options.proxies = trustedProxies
        return options
    }

    private var trustedProxies: TrustedProxies {
        var proxies = TrustedProxies()
        proxies.blocks = proxy.trusted.map { text in
            guard let block = SocketAddress.Block(text) else {
                preconditionFailure("the network \(text) was checked with the configuration")
            }
            return block
        }
        proxies.sendsProxyHeader = proxy.protocol == .required
        proxies.header = proxy.header
        return proxies
    }

    var storeOptions: StoreOptions {
        var options = StoreOptions()
        options.readers = store.readers
        options.pendingWrites = store.pendingWrites
        options.pendingReads = store.pendingReads
        options.batchOperations = store.batchOperations
        options.batchMicroseconds = store.batchMicroseconds
        return options
    }

    /// Settings say what a user id is before they are taken.
    var systemSender: UserID? { accounts.systemSender.flatMap(UserID.init) }

    /// By the gateway's clock.
    var now: Stamp { Stamp(Clock.wallMicroseconds + Int64(data.clockOffsetSeconds) * 1_000_000) }

    /// The stamp before which messages are no longer given out.
    var messageCutoff: Stamp { Stamp(now.rawValue - Int64(messages.retentionDays) * 86_400_000_000) }

    /// `martlet export`. `media`: nil: no uploads go along.
    package func export(
        of store: any Transaction, _ media: MediaExport?, emit: @escaping StoreExport.Emit
    ) -> StoreExport {
        StoreExport(store, now: now.time, messageCutoff: messageCutoff, media: media, emit: emit)
    }

    /// The stamp before which messages of channels are no longer given out.
    var channelCutoff: Stamp { now - Milliseconds.days(channels.retentionDays).microseconds }

    /// The broadcasts that devices are still given.
    var broadcastsInForce: BroadcastsInForce {
        BroadcastsInForce(
            kept: broadcasts.kept, cutoff: now - Milliseconds.days(broadcasts.retentionDays).microseconds, now: now.time
        )
    }

    /// The stamp before which changes of messages are no longer known.
    var changeCutoff: Stamp { now - Milliseconds.days(messages.changeDays).microseconds }

    /// The stamp before which events are no longer given out to backends.
    var backendCutoff: Stamp { backendCutoff(at: now.time) }
    func backendCutoff(at now: Milliseconds) -> Stamp {
        Stamp(milliseconds: now - Milliseconds.hours(events.retryHours))
    }

    /// The stamp before which invitations and requests to join no longer wait.
    var requestCutoff: Stamp { GroupRequestQueries.cutoff(days: groups.requestDays, now: now.time) }

    /// For how many milliseconds a session may be dead before its end is noted.
    var longestSilence: Int { heartbeat.timeoutMilliseconds + websocket.closeTimeoutMilliseconds + 1_000 }

    /// Whether what such a session was sent and has not heard is missed: sessions that keep nothing from being pushed miss
    /// nothing.
    func losesMessages(on platform: Platform) -> Bool {
        hasPushes && !(push.desktopIsAway && [.pc, .web].contains(platform))
    }

    /// The stamp before which nothing is known of pushes.
    var pushCutoff: Stamp { Stamp(now.rawValue - Int64(push.explainDays) * 86_400_000_000) }

    func chatOptions(_ present: PresentSessions) -> ChatOptions {
        var options = ChatOptions()
        options.isReached = { [desktopIsAway = push.desktopIsAway] user in
            let platforms = present.platforms(of: user)
            return desktopIsAway ? platforms.contains { ![.pc, .web].contains($0) } : !platforms.isEmpty
        }
        options.isConnected = { user, device in present.sessions(of: user).contains { $0.device == device } }
        options.createsAccounts = accounts.autoCreate
        options.systemSender = systemSender
        options.requiresFriend = messages.requireFriend
        options.auditDays = audit.retentionDays
        options.statisticDays = statistics.retentionDays
        options.reportsPerHour = moderation.reportsPerHour
        options.reportsOpen = moderation.openReports
        options.reportDays = moderation.reportDays
        options.bytesPerUserPerDay = Int64(messages.bytesPerUserPerDay)
        options.friendsPerUser = friends.perUser
        options.friendGroupsPerUser = friends.groupsPerUser
        options.blockedPerUser = friends.blockedPerUser
        options.requestsPerUser = friends.requestsPerUser
        options.friendAdditions = friends.addsPerMinute > 0 ? RateLimit(perMinute: friends.addsPerMinute) : nil
        options.friendDeletions = friends.deletesPerMinute > 0 ? RateLimit(perMinute: friends.deletesPerMinute) : nil
        options.profileFields = profiles.customFields
        options.friendFields = friends.customFields
        options.usersPerGroup = groups.usersPerGroup
        options.usersPerSuperGroup = groups.usersPerSuperGroup
        options.groupsPerUser = groups.perUser
        options.groupsMade = groups.createsPerHour > 0 ? RateLimit(perHour: groups.createsPerHour) : nil
        options.usersInvited = groups.invitesPerHour > 0 ? RateLimit(perHour: groups.invitesPerHour) : nil
        options.asksUnlessFriends = groups.autoAcceptFrom == .friends
        options.requestDays = groups.requestDays
        options.eventsPerGroup = groups.eventsPerGroup
        options.bytesPerFile = groups.fileBytes
        options.filesPerGroup = groups.filesPerGroup
        options.standardVisibility = standardVisibility
        options.hasSubscriptions = subscriptions.enabled
        options.subscriptionsPerUser = subscriptions.perUser
        options.followersPerUser = subscriptions.followersPerUser
        options.followerCacheBytes = subscriptions.cacheBytes
        options.groupReceipts = groups.receipts
        options.showsNicknames = groups.nicknames
        options.leadersNameAll = groups.leadersNameAll
        options.hasCallWaiting = calls.waiting
        options.channelsPerUser = channels.perUser
        options.messagesPerChannel = channels.messagesPerChannel
        options.messagesPerChannelPerSecond = channels.messagesPerSecond
        options.channelDays = channels.retentionDays
        options.broadcastsPerMinute = broadcasts.perMinute
        options.broadcastsKept = broadcasts.kept
        options.broadcastDays = broadcasts.retentionDays
        options.conversationsPerUser = conversations.perUser
        options.conversationDays = conversations.retentionDays
        options.hasDrafts = conversations.drafts
        options.messageDays = messages.retentionDays
        options.hasDeliveryReceipts = messages.deliveryReceipts
        options.recallSeconds = messages.recallSeconds
        options.editSeconds = messages.editSeconds
        options.reactionsPerMessage = messages.reactionsPerMessage
        options.changeDays = messages.changeDays
        options.retryHours = messages.retryHours
        options.resumeMessages = streams.resumeMessages
        options.resumeBytes = resumeBytes
        options.resumeEvents = streams.resumeEvents
        options.eventsPerUser = streams.eventsPerUser
        options.streamDays = streams.retentionDays
        options.devicesPerUser = streams.devicesPerUser
        options.media = mediaLimits
        options.cacheBytes = store.cacheBytes
        options.hasPushes = hasPushes
        options.replacesEditedPushes = push.replacesEdited
        options.clearsReadPushes = push.clearsRead
        options.pushServices = pushSetups.keys.sorted { $0.rawValue < $1.rawValue }
        options.pushDays = push.explainDays
        options.backendEvents = events.kinds
        options.backendEventRows = events.rows
        options.backendEndpoints = events.endpoints.map(\.name)
        options.backendRetryHours = events.retryHours
        return options
    }

    private var mediaLimits: MediaLimits {
        var limits = MediaLimits()
        limits.bytes = Int64(media.bytes)
        limits.types = media.types
        limits.userBytes = Int64(media.userBytes)
        limits.dayBytes = Int64(media.dayBytes)
        limits.dayFiles = Int64(media.dayFiles)
        limits.diskBytes = Int64(media.diskBytes)
        limits.gracePeriod = .hours(media.graceHours)
        limits.unusedPeriod = .hours(media.unusedHours)
        limits.isReviewed = media.review
        if media.reviewFailure == .allow {
            limits.reviewPeriod = Seconds(Int64(media.reviewSeconds)).milliseconds
        }
        return limits
    }

    /// The messages for a client that comes back must fit into an outbox.
    var resumeBytes: Int { min(streams.resumeBytes, outbox.bytesPerConnection / 2) }

    var standardVisibility: HostedVisibility {
        switch hosting.visibility {
        case .invisible: .invisible
        case .everyone: .everyone
        case .friends: .friends
        }
    }

    private var deflatePolicy: DeflatePolicy {
        let direction = DeflateParameters.Direction(
            noContextTakeover: !deflate.contextTakeover, windowBits: deflate.windowBits)
        return DeflatePolicy(
            isEnabled: deflate.enabled, server: direction, client: direction, level: deflate.level,
            threshold: deflate.thresholdBytes)
    }

    var loginPolicy: LoginPolicy {
        LoginPolicy(
            exclusive: sessions.exclusive.map(Set.init),
            sessionsPerUser: sessions.perUser)
    }
}

/// N-09: a text that comes a byte in a line takes so many.
private let mostBytesPerByte = 32

/// so many ids fit into one request.
private let mostBytesToMany = 2 << 20
