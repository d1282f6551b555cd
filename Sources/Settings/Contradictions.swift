// Combinations of settings that are refused, though each value is allowed by itself.
extension Configuration {
    func reportContradictions(to reader: inout SettingReader) {
        reportWrongOrders(to: &reader)
        reportUnfinishedProviders(to: &reader)
        reportEndpoints(to: &reader)
        reportMedia(to: &reader)
        if auth.keysFile == nil && auth.jwks.isEmpty && !auth.testMode {
            reader.report("auth.keysFile", "is not set; `martlet token --new-key-file FILE` creates such a file")
        }
        if auth.testMode && !["127.0.0.1", "::1"].contains(listen.address) {
            reader.report(
                "auth.testMode", "is on and lets everybody log in, but listen.address is not 127.0.0.1 or ::1",
                with: "listen.address")
        }
        if proxy.protocol == .required && proxy.trusted.isEmpty {
            reader.report(
                "proxy.protocol", "is \"required\" of the proxies in proxy.trusted, but there are none",
                with: "proxy.trusted")
        }
        for (place, keys) in auth.jwks.enumerated()
        where auth.jwks[..<place].contains(where: { $0.issuer == keys.issuer }) {
            reader.report("auth.jwks", "names the issuer \(keys.issuer) twice; an issuer has one source of keys")
        }
        if data.clockOffsetSeconds != 0 && !auth.testMode {
            reader.report("data.clockOffsetSeconds", "is for tests, but auth.testMode is off", with: "auth.testMode")
        }
        if origins.allowed.contains("*") && origins.allowed.count > 1 {
            reader.report(
                "origins.allowed",
                "holds \"*\", which allows all, and also other origins; keep one or the other")
        }
        if cluster.node != nil && cluster.database == nil {
            reader.report("cluster.database", "is not set, but cluster.node is", with: "cluster.node")
        }
        if messages.retryHours > messages.retentionDays * 24 {
            reader.report(
                "messages.retryHours",
                "is \(messages.retryHours), which is longer than messages.retentionDays, "
                    + "\(messages.retentionDays); a message must be kept as long as it may be repeated",
                with: "messages.retentionDays")
        }
        for (path, isOn) in [("profiles.search", profiles.search), ("groups.search", groups.search)]
        where isOn && !messages.search {
            reader.report(path, "is on, but messages.search is off; both use its index", with: "messages.search")
        }
        if push.expirySeconds > push.explainDays * 86_400 {
            reader.report(
                "push.expirySeconds",
                "is \(push.expirySeconds), which is longer than push.explainDays, \(push.explainDays); a push "
                    + "must be known as long as it may be on its way", with: "push.explainDays")
        }
        let platforms = sessions.exclusive.flatMap(\.self)
        if Set(platforms).count < platforms.count {
            reader.report("sessions.exclusive", "names a platform twice; a platform belongs to one group")
        }
    }

    private func reportMedia(to reader: inout SettingReader) {
        // The path of an avatar has 73 characters, and `faceUrl` 128 in all.
        if media.origin.count > 55 {
            reader.report("media.origin", "is longer than 55 characters, so no profile could have the URL of an avatar")
        }
        guard media.store == .s3 else { return }
        for (path, isMissing) in [
            ("s3.endpoint", media.s3.endpoint.isEmpty), ("s3.bucket", media.s3.bucket.isEmpty),
            ("s3.keyFile", media.s3.keyFile == nil),
        ] where isMissing {
            reader.report(path, "is not set, but media.store is \"s3\"", with: "media.store")
        }
        if media.s3.prefix.hasPrefix("/") || media.s3.prefix.contains("..") {
            reader.report("s3.prefix", "begins with a slash or has \"..\" in it; no URL can name such an object")
        }
    }

    private func reportWrongOrders(to reader: inout SettingReader) {
        func order(_ path: String, _ value: Int, atMost other: String, _ bound: Int) {
            guard value > bound else { return }
            reader.report(path, "is \(value), but must be at most \(other), which is \(bound)", with: other)
        }
        order("http.requestLineBytes", http.requestLineBytes, atMost: "http.headBytes", http.headBytes)
        order("websocket.frameBytes", websocket.frameBytes, atMost: "websocket.messageBytes", websocket.messageBytes)
        order("http.bodyBytes", http.bodyBytes, atMost: "input.bytesPerAddress", input.bytesPerAddress)
        order("input.bytesPerAddress", input.bytesPerAddress, atMost: "input.bytesPerNode", input.bytesPerNode)
        order(
            "websocket.messageBytes", websocket.messageBytes,
            atMost: "outbox.bytesPerConnection", outbox.bytesPerConnection)
        order(
            "outbox.pauseReadingBytes", outbox.pauseReadingBytes,
            atMost: "outbox.bytesPerConnection", outbox.bytesPerConnection)
        order(
            "outbox.bytesPerConnection", outbox.bytesPerConnection, atMost: "outbox.bytesPerNode", outbox.bytesPerNode)
        order(
            "heartbeat.intervalMilliseconds", heartbeat.intervalMilliseconds,
            atMost: "heartbeat.timeoutMilliseconds", heartbeat.timeoutMilliseconds)
        order(
            "requests.perSecondPerSession", requests.perSecondPerSession,
            atMost: "requests.burstPerSession", requests.burstPerSession)
        order(
            "requests.perSecondPerUser", requests.perSecondPerUser, atMost: "requests.burstPerUser",
            requests.burstPerUser)
        order(
            "requests.perSecondPerAddress", requests.perSecondPerAddress, atMost: "requests.burstPerAddress",
            requests.burstPerAddress)
    }
}
