import Testing

@testable import martlet_load

struct PlotTests {
    private let schedule = Schedule(start: 0, warmup: 1, seconds: 2)

    @Test func `durations count in the part in which they began`() {
        var timeline = Timeline(schedule)
        #expect(timeline.parts.count == 20)
        timeline.record(7, from: 1_000_000_000)
        timeline.record(8, from: 2_999_999_999)
        timeline.record(9, from: 1_099_999_999)
        #expect(timeline.parts.map { Int($0.count) } == [2] + Array(repeating: 0, count: 18) + [1])
        var both = timeline
        both.add(timeline)
        #expect(both.parts[0].count == 4)
    }

    @Test func `a long run has a hundred parts at most`() {
        let timeline = Timeline(Schedule(start: 0, warmup: 0, seconds: 86_400))
        #expect(timeline.parts.count <= 100)
    }

    @Test func `a plot has a curve each for median, p99 and longest, and survives its title`() {
        var timeline = Timeline(schedule)
        for part in 0..<10 { timeline.record((part + 1) * 1_000_000, from: 1_000_000_000 + Int64(part) * 100_000_000) }
        let svg = Plot(title: "a < b & c", timeline: timeline).svg
        let curves = svg.split(separator: "\n").filter { $0.hasPrefix("<polyline") }
        #expect(curves.count == 3)
        #expect(curves.allSatisfy { $0.filter { $0 == "," }.count == 10 })
        #expect(svg.contains("a &lt; b &amp; c"))
        #expect(svg.contains(">1 ms<") && svg.contains(">10 ms<"))
    }
}
