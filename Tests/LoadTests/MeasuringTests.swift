import TestSupport
import Testing

@testable import martlet_load

struct MeasuringTests {
    @Test func `percentiles are those of the samples, to one part in 128`() {
        var random = SeededRandom()
        var histogram = LatencyHistogram()
        let samples = (0..<10_000).map { _ in
            Int.random(in: 0..<1 << Int.random(in: 1...40, using: &random), using: &random)
        }
        for sample in samples { histogram.record(sample) }
        let sorted = samples.sorted()
        for share in [0, 0.01, 0.5, 0.9, 0.99, 0.999, 1] {
            let exact = sorted[max(Int((Double(sorted.count) * share).rounded(.up)), 1) - 1]
            let found = histogram.percentile(share)
            #expect(found >= exact && found <= exact + exact / 128, "\(random): \(share) is \(exact), found \(found)")
        }
        #expect(histogram.largest == sorted.last)
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 257, 511, 512, 1 << 42 - 1])
    func `a single sample is every percentile`(sample: Int) {
        var histogram = LatencyHistogram()
        histogram.record(sample)
        for share in [0, 0.5, 1] as [Double] { #expect(histogram.percentile(share) == sample) }
    }

    @Test func `added histograms are as if one had recorded everything`() {
        var (one, two, all) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for sample in 0..<1000 {
            if sample % 3 == 0 { one.record(sample * sample) } else { two.record(sample * sample) }
            all.record(sample * sample)
        }
        one.add(two)
        #expect(one == all)
        #expect(LatencyHistogram().percentile(0.5) == 0)
    }

    @Test func `what is due is due in turns and at its time`() {
        var pace = Pace(perSecond: 1000, senders: 3, start: 5_000_000)
        var due: [Int] = []
        while let sender = pace.next(at: 9_000_000) { due.append(sender) }
        #expect(due == [0, 1, 2, 0, 1])
        #expect(pace.time(of: 1, by: 0) == 5_000_000)
        #expect(pace.time(of: 2, by: 1) == 9_000_000)
    }

    @Test func `what a process has used is read behind its name`() throws {
        let stat = "42 (a) b (c) S 1 1 1 0 -1 4194560 1 2 3 4 150 50 0 0 20 0 3 0 99 1000000 256 18446744073709551615 1"
        let usage = try #require(ProcessUsage(stat: stat, ticksPerSecond: 100, pageBytes: 4096))
        #expect(usage.cpuSeconds == 2)
        #expect(usage.residentBytes == 1 << 20)
        #expect(ProcessUsage(stat: "42 (a) S 1", ticksPerSecond: 100, pageBytes: 4096) == nil)
        #expect(ProcessUsage(pid: 1 << 30) == nil)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func `thousands have commas`(number: Int, text: String) {
        #expect(grouped(number) == text)
    }

    @Test(
        arguments: [
            (1.005, 0, "1"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (12.345, 2, "12.35"), (-1.5, 1, "-1.5"),
            (2.05, 3, "2.050"),
        ] as [(Double, Int, String)])
    func `numbers are rounded to their decimals`(number: Double, decimals: Int, text: String) {
        #expect(rounded(number, decimals) == text)
    }
}
