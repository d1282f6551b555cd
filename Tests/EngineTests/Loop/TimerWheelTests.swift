import TestSupport
import Testing

@testable import EventLoop

struct TimerWheelTests {
    @Test func `a timer fires at most one tick late and never early`() {
        for deadline in [0, 1, 63, 64, 65, 1_000, 65_535, 65_536, 65_537, 200_000] as [Int64] {
            var wheel = TimerWheel(now: 0)
            wheel.arm(3, at: deadline)
            var now: Int64 = 0
            while true {
                if let fired = wheel.next(at: now) {
                    #expect(fired == 3)
                    break
                }
                now += 1
            }
            #expect(now >= deadline && now <= deadline + 128, "\(deadline) fired at \(now)")
        }
    }

    @Test func `a cancelled timer does not fire and an empty wheel lets the loop sleep`() {
        var wheel = TimerWheel(now: 1_000)
        #expect(wheel.delay(from: 1_000) == nil)
        wheel.arm(0, at: 2_000)
        #expect(wheel.delay(from: 1_000) != nil)
        wheel.cancel(0)
        #expect(wheel.delay(from: 1_000) == nil)
        #expect(wheel.next(at: 100_000) == nil)
    }

    @Test func `sleeping as long as the wheel says wakes in time`() {
        var random = SeededRandom()
        var wheel = TimerWheel(now: 0)
        var now: Int64 = 0
        for token in 0..<50 {
            let deadline = now + Int64.random(in: 0...300_000, using: &random)
            wheel.arm(token, at: deadline)
            var fired: Int?
            while fired == nil {
                guard let delay = wheel.delay(from: now) else { break }
                now += delay
                fired = wheel.next(at: now)
            }
            #expect(fired == token, "\(random)")
            #expect(now >= deadline && now <= deadline + 64, "\(random): due \(deadline), fired \(now)")
        }
    }

    @Test func `random histories equal a dictionary's`() {
        var random = SeededRandom()
        var wheel = TimerWheel(now: 0)
        var model: [Int: Int64] = [:]
        var now: Int64 = 0
        for _ in 0..<50_000 {
            let token = Int.random(in: 0..<200, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let deadline = now + Int64.random(in: 0...150_000, using: &random)
                wheel.arm(token, at: deadline)
                model[token] = deadline
            case 6, 7:
                wheel.cancel(token)
                model[token] = nil
            default:
                now += Int64.random(in: 0...(Bool.random(using: &random) ? 100 : 100_000), using: &random)
                while let fired = wheel.next(at: now) {
                    guard let deadline = model.removeValue(forKey: fired), deadline <= now else {
                        Issue.record("\(random): token \(fired) fired at \(now)")
                        return
                    }
                }
                if let late = model.first(where: { $0.value + 128 <= now }) {
                    Issue.record("\(random): token \(late.key), due at \(late.value), has not fired at \(now)")
                    return
                }
            }
        }
    }
}
