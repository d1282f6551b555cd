import Commands
import JSON
import Settings
import Transport

/// A running gateway, as far as it answers: its metrics, its health, and where its sessions come from.
struct LiveGateway {
    let metrics: MetricsSample
    /// The page of its health: `reasons` and `warnings` with their texts.
    let health: JSONValue?
    /// Of the sessions that were looked at, how many each address has.
    let sessions: [String: Int]

    /// Nil: none answers, or it knows no key that this configuration has.
    init?(_ invocation: Invocation, _ configuration: Configuration) {
        guard let gateway = try? ControlConnection(invocation), let page = try? gateway.metrics() else { return nil }
        metrics = MetricsSample(page)
        health = gateway.health()
        var (sessions, cursor): ([String: Int], String) = ([:], "")
        for _ in 0..<mostPages {
            let page = try? gateway.request("admin.session.find") { json in
                json.field("limit", 1_000)
                json.field("cursor", cursor)
            }
            for session in page?.list("sessions") ?? [] { sessions[session.cell("address"), default: 0] += 1 }
            cursor = page?["cursor"]?.string ?? ""
            if cursor.isEmpty { break }
        }
        self.sessions = sessions
    }

    init(metrics: MetricsSample, health: JSONValue?, sessions: [String: Int]) {
        self.metrics = metrics
        self.health = health
        self.sessions = sessions
    }

    /// The process's own limit.
    var descriptors: Int? {
        let limit = metrics.sum("process_max_fds")
        return limit > 0 ? Int(limit) : nil
    }

    /// The process's own, with its version; nil: it is of a release that does not tell.
    var allocator: String? {
        let labels = ["name", "version"].compactMap { metrics.label($0, of: "martlet_memory_allocator_info") }
        return labels.isEmpty ? nil : labels.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Looks for what a running gateway shows to be amiss.
struct LiveChecks {
    let gateway: LiveGateway
    let configuration: Configuration

    var findings: [Finding] { health + [proxies] + refusals + [log] }

    private var health: [Finding] {
        let texts = [("reasons", Finding.Weight.wrong), ("warnings", .risky)] as [(StaticString, Finding.Weight)]
        let found = texts.flatMap { name, weight in
            (gateway.health?.list(name) ?? []).compactMap(\.string).map { problem in
                let member = gateway.health?.members?.first { $0.key.keyText == problem }
                return Finding(
                    weight: weight, about: "readyz",
                    finding: "\(problem): \(member?.value.string ?? "no reason given")",
                    advice: "docs/operating.md says what each reason means.")
            }
        }
        return found.isEmpty ? [.fine("readyz", "It is ready.")] : found
    }

    /// Clients that all have the address of one machine.
    private var proxies: Finding {
        let all = gateway.sessions.values.reduce(0, +)
        guard all >= fewSessions, let most = gateway.sessions.max(by: { $0.value < $1.value }), most.value * 2 > all
        else {
            return .fine("proxy.trusted", "\(all) sessions come from \(gateway.sessions.count) addresses.")
        }
        let host = SocketAddress(most.key, port: 0)?.host
        let isTrusted = configuration.proxy.trusted.contains { block in
            host.flatMap { SocketAddress.Block(block)?.contains($0) } ?? false
        }
        let told = "\(most.value) of \(all) sessions come from \(most.key)"
        return isTrusted
            ? .risky(
                "proxy.trusted", "\(told), a trusted proxy that does not say for whom it asks.",
                "Have it append X-Forwarded-For, or set proxy.header or proxy.protocol to what it does.")
            : .risky(
                "proxy.trusted", "\(told): if that is a proxy, all its clients share the limits of one address.",
                "Name it in proxy.trusted (docs/operating.md).")
    }

    private var refusals: [Finding] {
        let reasons = [
            ("descriptors", "Raise the hard limit of descriptors."),
            ("total", "Raise connections.total, or add a gateway."),
            ("proxy_header", "Have the proxy begin each connection as proxy.protocol wants it."),
        ]
        return reasons.compactMap { reason, advice in
            let count = Int(gateway.metrics.sum("martlet_connections_refused_total", #"reason="\#(reason)""#))
            guard count > 0 else { return nil }
            return .risky("connections", "\(count) were refused since the start (\(reason)).", advice)
        }
    }

    private var log: Finding {
        let lines = Int(gateway.metrics.sum("martlet_log_lines_dropped_total"))
        guard lines > 0 else { return .fine("log", "No line was dropped.") }
        return .better("log", "\(lines) lines were dropped, since their reader was too slow.", "Raise log.level.")
    }
}

/// 20,000 sessions show where the others come from.
private let mostPages = 20
/// With fewer, one house can have most of them.
private let fewSessions = 20
