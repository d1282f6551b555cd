import Bytes
import Meters

/// The text format of Prometheus, version 0.0.4.
enum Exposition {
    /// One metric, each of its samples summed over its writers.
    static func write(_ metric: DeclaredMetric, of writers: [DeclaredMetric], to buffer: inout ByteBuffer) {
        writeHead(metric.name, metric.kind, metric.help, to: &buffer)
        let samples = metric.labels.indices.map { sample in
            let values = writers.map { $0.values(sample: sample) }
            return (0..<metric.cellsEach).map { cell in values.reduce(0) { $0 &+ $1[cell] } }
        }
        for (place, labels) in metric.labels.enumerated() where isShown(place, of: samples, metric) {
            let sums = samples[place]
            switch metric.kind {
            case .counter, .gauge: writeSample(metric.name, labels, String(sums[0]), to: &buffer)
            case .histogram(let buckets): write(sums, of: buckets, metric.name, labels, to: &buffer)
            }
        }
    }

    private static func isShown(_ place: Int, of samples: [[Int]], _ metric: DeclaredMetric) -> Bool {
        guard let together = metric.shownTogether else { return true }
        let first = place - place % together
        let group = samples[first..<first + together]
        return first + together == samples.count || group.contains { $0.contains { $0 != 0 } }
    }

    static func writeHead(_ name: String, _ kind: DeclaredMetric.Kind, _ help: String, to buffer: inout ByteBuffer) {
        buffer.append(text: "# HELP \(name) \(escaped(help, quotes: false))\n# TYPE \(name) \(kind.name)\n")
    }

    static func writeSample(_ name: String, _ labels: [MetricLabelValue], _ value: String, to buffer: inout ByteBuffer)
    {
        buffer.append(text: name)
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
            buffer.append(text: "{\(pairs.joined(separator: ","))}")
        }
        buffer.append(text: " \(value)\n")
    }

    /// Integral values without a fraction, as Prometheus's own libraries write them.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func write(
        _ sums: [Int], of buckets: Buckets, _ name: String, _ labels: [MetricLabelValue], to buffer: inout ByteBuffer
    ) {
        let bounds = buckets.boundsInSeconds.map(number) + ["+Inf"]
        var upToHere = 0
        for (bound, observed) in zip(bounds, sums) {
            upToHere += observed
            writeSample("\(name)_bucket", labels + [.init(name: "le", value: bound)], String(upToHere), to: &buffer)
        }
        // The sum comes after the buckets.
        writeSample("\(name)_sum", labels, number(Double(sums.last!) / 1_000_000_000), to: &buffer)
        writeSample("\(name)_count", labels, String(upToHere), to: &buffer)
    }

    static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

extension DeclaredMetric.Kind {
    var name: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}
