import Domain

/// A token that a provider knows us by for some hours. Many requests bear it; its number tells it from those before it.
struct AccessToken {
    private(set) var text = ""
    private(set) var number = 0
    private var renewsAt: Milliseconds = 0
    /// A request with it was accepted.
    private var isProven = false

    /// A new one is wanted from then on; the present one is still good for a while.
    func isDue(at now: Milliseconds) -> Bool { now >= renewsAt }

    /// P-23. False: that is no token.
    mutating func renew(_ text: String?, for seconds: Seconds?, at now: Milliseconds) -> Bool {
        guard let text, let seconds, (1...longestLife).contains(seconds.rawValue), !text.isEmpty,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return false }
        self.text = text
        number += 1
        isProven = false
        renewsAt = now + Milliseconds(seconds.milliseconds.rawValue * 9 / 10)
        return true
    }

    mutating func accepted(_ number: Int) {
        if number == self.number { isProven = true }
    }

    /// Many answers may say the same of one token. One that was never accepted is no better when it is new.
    mutating func refused(_ number: Int) -> Assessment.Judgement {
        guard number == self.number else { return .renewed }
        renewsAt = 0
        return isProven ? .renewed : .ailing
    }
}

/// Ten days.
private let longestLife: Int64 = 864_000
