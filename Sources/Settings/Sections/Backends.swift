import Domain

extension Configuration {
    package struct Events: Equatable, Sendable {
        package var endpoints: [EventEndpoint]
        package var types: [String]
        package var rows: Int
        package var streams: Int
        package var retryHours: Int
        package var requests: Int
        package var timeoutMilliseconds: Int
        package var authorities: String?

        init(_ setting: inout SettingReader) {
            setting.section(
                "events", "What backends hear of: each event as a signed request, once at least and in order.")
            endpoints = setting(
                "endpoints", .list(of: .eventEndpoint, "objects {name, url, secretFile, types}"), or: [],
                "The backends. An endpoint is its `name`: with another `url` it goes on where it was, with a new name it "
                    + "begins now. `secretFile` has up to four lines, each with `whsec_` and a secret in Base64; all of "
                    + "them sign, and SIGHUP reads the file again. `types` names the events, such as `message.created` or "
                    + "`group.*`; without it, all.")
            types = setting(
                "types", .list(of: .eventTypes, "types of events"), or: [],
                "The events to write down though no endpoint names them, for `admin.events.read` and "
                    + "`GET /v1/api/events`. Messages need not be named.")
            rows = setting(
                "rows", .integer(1_000...1_000_000_000), or: 5_000_000,
                "The most events that are kept beside messages; about 60 bytes each. Beyond that the oldest go.")
            streams = setting(
                "streams", .integer(1...10_000), or: 8,
                "How many streams of events (`GET /v1/api/events`) an admin key may have open. Others are refused "
                    + "(gw 1003).")
            retryHours = setting(
                "retryHours", .integer(1...720), or: 72,
                "How long an event is tried again, and how far back a replay can begin.")
            requests = setting(
                "requests", .integer(1...64), or: 8, "The most requests under way to one endpoint.")
            timeoutMilliseconds = setting(
                "timeoutMilliseconds", .integer(100...120_000), or: 15_000, "How long an endpoint may take to answer.")
            authorities = setting(
                "authorities", .optional(.path), or: nil,
                "A PEM file with the certificate authorities to trust for endpoints, instead of the system's.")
        }

        /// The kinds of events that are written down.
        package var kinds: Set<BackendEventKind> {
            endpoints.reduce(into: BackendEventKind.matching(types)) { $0.formUnion($1.kinds) }
        }
    }

    func reportEndpoints(to reader: inout SettingReader) {
        for (place, endpoint) in events.endpoints.enumerated()
        where events.endpoints[..<place].contains(where: { $0.name == endpoint.name }) {
            reader.report("events.endpoints", "names \(endpoint.name) twice")
        }
        if !events.endpoints.isEmpty || !events.types.isEmpty, events.retryHours > messages.retentionDays * 24 {
            reader.report(
                "events.retryHours",
                "is \(events.retryHours), which is longer than messages.retentionDays, \(messages.retentionDays); a "
                    + "message must be kept as long as it may be told", with: "messages.retentionDays")
        }
    }
}

/// A backend that hears of events.
package struct EventEndpoint: Equatable, Sendable {
    package let name: String
    package let url: String
    package let secretFile: String
    /// As they are written.
    package let types: [String]

    package var kinds: Set<BackendEventKind> { BackendEventKind.matching(types) }
}

extension SettingType<EventEndpoint> {
    fileprivate static let eventEndpoint = Self(
        name: "{name, url, secretFile, types}", environmentForm: .list
    ) { kind, directory in
        guard case .object(let members) = kind,
            members.allSatisfy({ ["name", "url", "secretFile", "types"].contains($0.name) })
        else { return nil }
        func value<Member>(_ name: String, _ type: SettingType<Member>) -> Member? {
            members.first { $0.name == name }.flatMap { type.read($0.value.kind, directory) }
        }
        let hasTypes = members.contains { $0.name == "types" }
        guard let name = value("name", .endpointName), let url = value("url", .anyEndpoint),
            let file = value("secretFile", .path),
            let types = hasTypes ? value("types", .list(of: .eventTypes, "types of events")) : ["*"], !types.isEmpty
        else { return nil }
        return EventEndpoint(name: name, url: url, secretFile: file, types: types)
    } show: { endpoint in
        let types = endpoint.types.map(quoted).joined(separator: ", ")
        return "{name: \(quoted(endpoint.name)), url: \(quoted(endpoint.url)), "
            + "secretFile: \(quoted(endpoint.secretFile)), types: [\(types)]}"
    }
}

extension SettingType<String> {
    fileprivate static let endpointName = checked("a name of up to 64 letters, digits, - and _") { text in
        (1...64).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    fileprivate static let eventTypes = checked("a type of events, such as group.*") {
        BackendEventKind.matching($0) != nil
    }
}
