import Locking
import Settings
import Telemetry
import Transport

extension RunningGateway {
    /// Reads keys, the secrets of webhook, hooks and S3, and certificates again (SIGHUP). Where a file cannot be read, the
    /// former content stays in force.
    @discardableResult
    func reloadAll() -> [ProcessControl.Reloaded] {
        [
            part("keys", "keys not reloaded", renewKeys),
            part("pushes", "the providers' keys not reloaded", gatewayContext.followups.pushes.renewKeys),
            part("endpoints", "the endpoints' secrets not reloaded", gatewayContext.followups.events.renewSecrets),
            part("hooks", "the hooks' secrets not reloaded") { try gatewayContext.hooks?.renewSecrets() },
            part("media", "the key of s3.keyFile not reloaded") {
                try gatewayContext.media?.renewKey(configuration.media.s3)
            },
            part("tracing", "the collector's headers not reloaded", gatewayContext.tracing.renewHeaders),
            part("certificates", "certificates not reloaded") {
                // Also if this fails: what is missing may be what the ACME server has.
                defer { certificates?.retry() }
                try useCertificates()
                log.info("certificates reloaded")
            },
        ]
    }

    package func reload() { reloadAll() }

    private func part(
        _ name: String, _ failure: StaticString, _ renew: () throws -> Void
    ) -> ProcessControl.Reloaded {
        do {
            try renew()
            return .init(part: name, problem: nil)
        } catch {
            log.error(failure, ["reason": "\(error)"])
            return .init(part: name, problem: "\(error)")
        }
    }

    private func renewKeys() throws {
        let credentials = try Credentials(configuration.auth)
        node.broadcast {
            $0.openings.renew(credentials)
            $0.eventStreams.endAll()
            $0.followers.endThoseOfKeys()
        }
        gatewayContext.requests.keys.use(credentials)
        gatewayContext.issuerKeys.refresh()
        log.info("keys reloaded")
    }

    /// Reads them for the connections that come from now on. One at a time: what was read last is in force.
    func useCertificates() throws {
        try tls.withLock { present in
            guard let context = try configuration.makeTLSContext(certificates, predecessor: present) else { return }
            present = context
            gatewayContext.requests.keys.use(context)
            node.broadcast { $0.link.shard.useTLS(context) }
        }
    }
}
