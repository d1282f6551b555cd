import Security
import Testing
import Transport

@testable import martlet_load

/// `martlet-load capacity`.
struct CapacityTests {
    /// What is tried of a gateway that carries so much.
    private func tried(_ limit: Double, from first: Double = 100, upTo most: Double = 100_000) -> [Double] {
        var ramp = Ramp(from: first, by: 2, upTo: most)
        var rates: [Double] = []
        while let rate = ramp.next(), rates.count < 100 {
            rates.append(rate)
            ramp.note(rate, isCarried: rate <= limit)
        }
        return rates
    }

    @Test(arguments: [350.0, 1_000, 3_000, 12_345, 90_000])
    func `the ramp finds the knee to a tenth, in few steps`(limit: Double) {
        let rates = tried(limit)
        let carried = rates.filter { $0 <= limit }.max() ?? 0
        #expect(carried > limit * 0.9 && rates.count < 16, "\(rates)")
    }

    @Test func `the ramp ends at the most, and goes down where the first is too much`() {
        #expect(tried(.infinity, upTo: 700) == [100, 200, 400, 700])
        let low = tried(20)
        #expect(low.prefix(3) == [100, 25, 6.25] && low.contains { $0 > 15 && $0 <= 20 })
        #expect(tried(0).count < 10)
    }

    @Test func `a gateway that carries what is asked has a knee and a picture`() throws {
        let stub = try StubGateway(.none)
        var capacity = try Self.capacity(stub, most: 400)
        var shown = 0
        capacity.find { _ in shown += 1 }
        #expect(shown == 2 && capacity.knee?.perSecond == 400 && capacity.breach == nil)
        let report = CapacityReport(capacity)
        #expect(report.sentence.hasPrefix("capacity: 400 messages/s of 40 sessions, p99 "), "\(report.sentence)")
        let picture = try #require(report.picture)
        #expect(picture.hasPrefix("<svg") && picture.contains("400 messages/s, 40 sessions"))
    }

    @Test(arguments: [StubGateway.Mischief.refuses, .losesDelivery, .hangsUp])
    func `what is refused or lost breaks a step`(mischief: StubGateway.Mischief) throws {
        let stub = try StubGateway(mischief)
        var capacity = try Self.capacity(stub, most: 200)
        var first: CapacityStep?
        capacity.find { first = first ?? $0 }
        guard case .faults = first?.breach else {
            Issue.record("\(String(describing: first))")
            return
        }
    }

    @Test func `a bound that is passed breaks a step`() throws {
        var step = CapacityStep(sessions: 10, perSecond: 100)
        let stub = try StubGateway(.none)
        let target = try Target(url: "ws://127.0.0.1:\(stub.address.port)", sources: nil)
        let run = RunOptions(
            target: target, timing: Timing(warmup: 0, seconds: 0.5, drain: 2), threads: 1, serverPID: nil, isQuiet: true
        )
        let measurement = try Run(run).measure {
            P2P(.init(pairs: 5, window: 64, both: true, perSecond: 100), run: 3, $0)
        }
        step.take(measurement, threads: 1, bound: 0.000_1)
        #expect(step.breach == .slow)
        step.breach = nil
        step.take(measurement, threads: 1, bound: 60_000)
        #expect(step.isCarried && step.p99 > 0)
    }

    @Test func `tokens are signed with the key of a file, and names stand for themselves without one`() throws {
        let secret = [UInt8](0..<32)
        var tokens = TokenIssuer(TokenSigner(secret: secret))
        tokens.audience = "chat"
        let opening = Identity.signed(tokens).opening("anna", device: "d", platform: "web")
        #expect(opening.hasPrefix(#"{"token":"ey"#) && !opening.contains("anna"))
        let named = Identity.named.opening("anna", device: "d", platform: "web")
        #expect(named == #"{"user":"anna","device":"d","platform":"web"}"#)
    }

    private static func capacity(_ stub: StubGateway, most: Double) throws -> Capacity {
        var options = Capacity.Options()
        (options.from, options.most, options.factor, options.perSession) = (200, most, 2, 10)
        // Other tests take processor time of this process.
        (options.bound, options.mostSessions, options.mostLoad) = (5_000, 40, .infinity)
        let target = try Target(url: "ws://localhost:\(stub.address.port)", sources: nil)
        return Capacity(
            options,
            RunOptions(
                target: target, timing: Timing(warmup: 0, seconds: 0.5, drain: 1), threads: 1, serverPID: nil,
                isQuiet: true))
    }
}
