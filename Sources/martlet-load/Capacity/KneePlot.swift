import Glibc

/// Latency over the rate of messages as an SVG, both logarithmic, with the bound and the knee.
struct KneePlot {
    private let steps: [CapacityStep]
    private let knee: CapacityStep?
    private let bound: Double
    private let rates: ClosedRange<Double>
    private let times: ClosedRange<Double>

    private static let (width, height) = (900.0, 460.0)
    private static let (left, right, top, bottom) = (80.0, 60.0, 40.0, 60.0)
    private static let curves: [(name: String, color: String)] = [("p99", "#c77700"), ("p50", "#1f6f43")]

    /// Nil: no step was timed.
    init?(steps: [CapacityStep], knee: CapacityStep?, bound: Double) {
        let timed = steps.filter { $0.p99 > 0 }.sorted { $0.perSecond < $1.perSecond }
        guard let first = timed.first, let last = timed.last else { return nil }
        self.steps = timed
        self.knee = knee
        self.bound = bound
        rates = Self.decades(first.perSecond, last.perSecond)
        let slowest = timed.map(\.p99).max() ?? bound
        times = Self.decades(timed.map { max($0.p50, 0.01) }.min() ?? bound, max(slowest, bound))
    }

    var svg: String {
        let title = SVG.text(Self.left, 22, "Time from due to delivered, over messages a second", size: 14)
        let curves = Self.curves.enumerated().flatMap { number, curve -> [String] in
            let points = steps.map { (x(of: $0.perSecond), y(of: number == 0 ? $0.p99 : $0.p50)) }
            let dots =
                number == 0 ? zip(steps, points).map { SVG.dot($1.0, $1.1, $0.isCarried ? "#1f6f43" : "#b3261e") } : []
            let legend = SVG.text(Self.left + 12, Self.top + 18 + 18 * Double(number), curve.name, color: curve.color)
            return [SVG.polyline(points, curve.color), legend] + dots
        }
        return SVG.picture(width: Self.width, height: Self.height, [title] + grid + marks + curves)
    }

    private var plotRight: Double { Self.width - Self.right }
    private var plotBottom: Double { Self.height - Self.bottom }

    private var grid: [String] {
        var lines: [String] = []
        for rate in Self.powers(in: rates) {
            lines.append(SVG.line(x(of: rate), Self.top, x(of: rate), plotBottom, "#eeeeee"))
            lines.append(SVG.text(x(of: rate), plotBottom + 18, "\(grouped(Int(rate)))/s", anchor: "middle"))
        }
        for time in Self.powers(in: times) {
            lines.append(SVG.line(Self.left, y(of: time), plotRight, y(of: time), "#dddddd"))
            let label = time >= 1 ? grouped(Int(time)) : rounded(time, 2)
            lines.append(SVG.text(Self.left - 8, y(of: time) + 4, "\(label) ms", anchor: "end"))
        }
        return lines
    }

    /// The bound, and the knee.
    private var marks: [String] {
        var marks = [
            SVG.line(Self.left, y(of: bound), plotRight, y(of: bound), "#b3261e", dashes: true),
            SVG.text(plotRight, y(of: bound) - 6, "bound \(rounded(bound, 0)) ms", anchor: "end", color: "#b3261e"),
        ]
        if let knee {
            let told = "\(grouped(Int(knee.perSecond.rounded()))) messages/s, \(grouped(knee.sessions)) sessions"
            marks.append(
                SVG.line(x(of: knee.perSecond), Self.top, x(of: knee.perSecond), plotBottom, "#1f6f43", dashes: true))
            marks.append(SVG.text(x(of: knee.perSecond), plotBottom + 38, told, anchor: "middle", color: "#1f6f43"))
        }
        return marks
    }

    private func x(of rate: Double) -> Double { Self.left + (plotRight - Self.left) * Self.part(rate, of: rates) }
    private func y(of time: Double) -> Double { plotBottom - (plotBottom - Self.top) * Self.part(time, of: times) }

    private static func part(_ value: Double, of range: ClosedRange<Double>) -> Double {
        let place = log10(max(value, range.lowerBound) / range.lowerBound)
        return min(place / log10(range.upperBound / range.lowerBound), 1)
    }

    /// Whole powers of ten around both.
    private static func decades(_ low: Double, _ high: Double) -> ClosedRange<Double> {
        let first = log10(low).rounded(.down)
        return pow(10, first)...pow(10, max(log10(high).rounded(.up), first + 1))
    }

    private static func powers(in range: ClosedRange<Double>) -> [Double] {
        let (first, last) = (Int(log10(range.lowerBound).rounded()), Int(log10(range.upperBound).rounded()))
        return (first...last).map { pow(10, Double($0)) }
    }
}
