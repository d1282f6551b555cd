import Commands
import Testing

@testable import martlet

extension CommandLineTests {
    struct ControlTests {
        @Test func `columns are as wide as their widest cell, also of wide characters`() {
            var table = TextTable("USER", "NAME", "SEEN")
            table.add("a", "小明", "now")
            table.add("long-name", "e\u{301}", "-")
            #expect(
                table.text == """
                    USER       NAME  SEEN
                    a          小明  now
                    long-name  e\u{301}     -

                    """)
        }

        @Test(arguments: [
            ("a\u{1B}[31mb", "a·[31mb"), ("a\nb\tc", "a·b·c"), ("\u{202E}abc\u{200F}", "·abc·"),
            ("\u{9B}2J", "·2J"), ("naïve 你好", "naïve 你好"), ("\u{2028}x", "·x"),
        ])
        func `what users write cannot move the cursor`(text: String, shown: String) {
            #expect(TextTable.harmless(text) == shown)
        }

        @Test(arguments: [
            ["ctl"], ["ctl", "kick"], ["ctl", "sessions", "a", "b"], ["ctl", "ping", "a"], ["ctl", "call"],
            ["ctl", "explain", "a"], ["ctl", "birds"], ["ctl", "events", "parked"],
        ])
        func `what makes no sense is a usage error`(arguments: [String]) {
            #expect(Program.martlet.run(arguments) == 64)
        }

        @Test func `the longer of two names is the command that is meant`() throws {
            let names = Program.martlet.commands.map(\.words)
            for (place, words) in names.enumerated() {
                #expect(!names[..<place].contains { words.starts(with: $0) }, "\(words) is never reached")
            }
        }

        // MARK: - Numbers

        private static let before = """
            # HELP a_total Some.
            a_total{x="1",result="ok"} 5
            a_total{x="2",result="ok"} 7
            a_total{x="2",result="failed"} 1
            t_bucket{le="0.001"} 0
            t_bucket{le="+Inf"} 10
            """
        private static let after = """
            a_total{x="1",result="ok"} 15
            a_total{x="2",result="ok"} 7
            a_total{x="2",result="failed"} 3
            a_total_more 1000
            t_bucket{le="0.001"} 90
            t_bucket{le="0.01"} 99
            t_bucket{le="+Inf"} 110
            """

        @Test func `samples are added up, and rates and quantiles are of the time between`() {
            let before = MetricsSample(Self.before, taken: 10)
            let after = MetricsSample(Self.after, taken: 12)
            #expect(after.sum("a_total") == 25)
            #expect(after.sum("a_total", #"result="ok""#) == 22)
            #expect(after.rate("a_total", since: before) == 6)
            #expect(after.rate("a_total", #"result="failed""#, since: before) == 1)
            #expect(after.quantile(0.5, "t", since: before) == 0.001)
            #expect(after.quantile(0.99, "t", since: before) == 0.01)
            #expect(after.quantile(1, "t", since: before) == .infinity)
            #expect(before.quantile(0.5, "t", since: before) == nil)
            #expect(before.sum("none") == 0)
        }
    }
}
