extension Configuration {
    package struct Tracing: Equatable, Sendable {
        package var endpoint: String?
        package var headersFile: String?
        package var sampleRatio: Double
        package var users: Bool
        package var serviceName: String
        package var pendingSpans: Int
        package var timeoutMilliseconds: Int
        package var authorities: String?

        init(_ setting: inout SettingReader) {
            setting.section(
                "tracing",
                "Where the time of requests goes: spans for a collector of OpenTelemetry (docs/operating.md). Traces that "
                    + "requests name are given on to hooks, webhooks and pushes in any case.")
            endpoint = setting(
                "endpoint", .optional(.anyEndpoint), or: nil,
                "Where spans go by OTLP/HTTP, in JSON: the whole URL, such as `http://127.0.0.1:4318/v1/traces`. Not set: no "
                    + "spans are recorded.")
            headersFile = setting(
                "headersFile", .optional(.path), or: nil,
                "A file with headers for the collector, such as `Authorization: Bearer …`: one in each line. SIGHUP reads it "
                    + "again.")
            sampleRatio = setting(
                "sampleRatio", .ratio, or: 0,
                "The share of requests to record among those that name no trace. A request that names one is recorded if its "
                    + "caller records it.")
            users = setting(
                "users", .flag, or: true,
                "Whether requests with users' tokens may name a trace. If off, only those with admin keys may.")
            serviceName = setting(
                "serviceName", .text, or: "martlet", "The name of the gateway in spans (`service.name`).")
            pendingSpans = setting(
                "pendingSpans", .integer(16...1_000_000), or: 8192,
                "How many spans may wait for the collector; more are dropped and counted. About 300 bytes each.")
            timeoutMilliseconds = setting(
                "timeoutMilliseconds", .integer(100...120_000), or: 10_000, "How long the collector may take.")
            authorities = setting(
                "authorities", .optional(.path), or: nil,
                "A PEM file with the certificate authorities to trust for the collector, instead of the system's.")
        }
    }
}

extension SettingType<Double> {
    fileprivate static let ratio = Self(name: "a number from 0 to 1", environmentForm: .literal) { kind, _ in
        let number: Double
        switch kind {
        case .integer(let value): number = Double(value)
        case .number(let value): number = value
        default: return nil
        }
        return (0...1).contains(number) ? number : nil
    } show: {
        $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    }
}
