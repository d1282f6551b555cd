import EventLoop

/// One page of metrics, read.
struct MetricsSample {
    private let values: [Substring: Double]
    /// Monotonic seconds.
    let taken: Double

    init(_ page: String, taken: Double = Double(Clock.monotonicNanoseconds) / 1e9) {
        var values: [Substring: Double] = [:]
        for line in page.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]) else {
                continue
            }
            values[line[..<space]] = value
        }
        self.values = values
        self.taken = taken
    }

    /// The sum of all samples of the metric that have this label, if one is given, as the page writes it.
    func sum(_ name: String, _ label: String = "") -> Double {
        values.reduce(0) { sum, sample in
            let isOfMetric = sample.key == name || sample.key.hasPrefix(name + "{") && sample.key.contains(label)
            return isOfMetric ? sum + sample.value : sum
        }
    }

    /// The value of a label of the metric, which has one sample; nil: the page has none.
    func label(_ label: String, of name: String) -> String? {
        let sample = values.keys.first { $0.hasPrefix(name + "{") }
        guard let begin = sample?.firstRange(of: "\(label)=\"")?.upperBound else { return nil }
        return sample?[begin...].split(separator: "\"", omittingEmptySubsequences: false).first.map(String.init)
    }

    func rate(_ name: String, _ label: String = "", since before: MetricsSample) -> Double {
        (sum(name, label) - before.sum(name, label)) / (taken - before.taken)
    }

    /// The upper bound, in seconds, of the bucket that has the quantile of what was observed since then; nil: nothing was.
    func quantile(_ quantile: Double, _ histogram: String, since before: MetricsSample) -> Double? {
        var counts: [Double: Double] = [:]
        for (name, count) in values where name.hasPrefix(histogram + "_bucket{") {
            guard let bound = Self.bound(of: name) else { continue }
            counts[bound, default: 0] += count - (before.values[name] ?? 0)
        }
        let all = counts[.infinity] ?? 0
        guard all > 0 else { return nil }
        return counts.sorted { $0.key < $1.key }.first { $0.value >= quantile * all }?.key
    }

    /// Of `…_bucket{…,le="0.001"}`.
    private static func bound(of name: Substring) -> Double? {
        guard let start = name.firstRange(of: "le=\"")?.upperBound else { return nil }
        let text = name[start...].prefix { $0 != "\"" }
        return text == "+Inf" ? .infinity : Double(text)
    }
}
