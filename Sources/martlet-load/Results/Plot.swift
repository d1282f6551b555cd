import Glibc

/// Latency over time as an SVG: the median, the 99th percentile and the longest of each part of the measured time, on a
/// logarithmic scale.
struct Plot {
    private let title: String
    private let timeline: Timeline
    private let decades: ClosedRange<Int>

    private static let width = 900.0
    private static let height = 420.0
    private static let left = 70.0
    private static let right = 110.0
    private static let top = 40.0
    private static let bottom = 40.0
    private static let curves: [(name: String, share: Double, color: String)] = [
        ("max", 1, "#b3261e"), ("p99", 0.99, "#c77700"), ("p50", 0.5, "#1f6f43"),
    ]

    init(title: String, timeline: Timeline) {
        self.title = title
        self.timeline = timeline
        decades = Self.decades(of: timeline)
    }

    var svg: String {
        let curves = Self.curves.enumerated().flatMap { curve($1.name, $1.share, $1.color, line: $0) }
        return SVG.picture(
            width: Self.width, height: Self.height, [SVG.text(Self.left, 22, title, size: 14)] + grid + curves)
    }

    private var plotWidth: Double { Self.width - Self.left - Self.right }
    private var plotHeight: Double { Self.height - Self.top - Self.bottom }
    private var seconds: Double { timeline.seconds * Double(timeline.parts.count) }

    /// Whole decades of milliseconds around all that is shown.
    private static func decades(of timeline: Timeline) -> ClosedRange<Int> {
        let filled = timeline.parts.filter { $0.count > 0 }
        let low = filled.map { $0.percentile(0.5) }.min() ?? 1_000_000
        let high = filled.map(\.largest).max() ?? 1_000_000
        let first = Int(log10(milliseconds(low)).rounded(.down))
        return first...max(Int(log10(milliseconds(high)).rounded(.up)), first + 1)
    }

    private var grid: [String] {
        var lines: [String] = []
        for decade in decades {
            let y = place(ofDecade: Double(decade))
            lines.append(SVG.line(Self.left, y, Self.left + plotWidth, y, "#dddddd"))
            let label = decade >= 0 ? grouped(Int(pow(10, Double(decade)))) : rounded(pow(10, Double(decade)), -decade)
            lines.append(SVG.text(Self.left - 8, y + 4, "\(label) ms", anchor: "end"))
        }
        for tick in 0...5 {
            let x = Self.left + plotWidth * Double(tick) / 5
            lines.append(SVG.line(x, Self.top, x, Self.top + plotHeight, "#eeeeee"))
            let time = rounded(seconds * Double(tick) / 5, seconds < 20 ? 1 : 0)
            lines.append(SVG.text(x, Self.top + plotHeight + 18, "\(time) s", anchor: "middle"))
        }
        return lines
    }

    private func curve(_ name: String, _ share: Double, _ color: String, line: Int) -> [String] {
        var points: [(Double, Double)] = []
        for (part, histogram) in timeline.parts.enumerated() where histogram.count > 0 {
            let x = Self.left + plotWidth * (Double(part) + 0.5) / Double(timeline.parts.count)
            let y = place(ofDecade: log10(Self.milliseconds(histogram.percentile(share))))
            points.append((x, y))
        }
        let legend = Self.top + 14 + 20 * Double(line)
        return [
            SVG.polyline(points, color),
            SVG.text(Self.left + plotWidth + 12, legend, name, color: color),
        ]
    }

    private func place(ofDecade decade: Double) -> Double {
        let part = (decade - Double(decades.lowerBound)) / Double(decades.count - 1)
        return Self.top + plotHeight * (1 - min(max(part, 0), 1))
    }

    /// A logarithm needs something.
    private static func milliseconds(_ nanoseconds: Int) -> Double { max(Double(nanoseconds), 1000) / 1e6 }
}
