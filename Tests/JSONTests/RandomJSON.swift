import TestSupport

/// Valid documents of every kind of value, with white space and escapes wherever they may stand. The numbers are those
/// that Foundation reads exactly: it misses the last digit of -370327.2540487468 and of every Int64 below -10^18.
enum RandomJSON {
    static func text(using random: inout SeededRandom) -> String {
        space(using: &random) + value(depth: 0, using: &random) + space(using: &random)
    }

    private static func value(depth: Int, using random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<(depth < 4 ? 10 : 6), using: &random) {
        case 0: return "null"
        case 1: return Bool.random(using: &random) ? "true" : "false"
        case 2:
            return String(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 10..<64, using: &random))
        case 3: return String(UInt64.random(in: .min ... .max, using: &random))
        case 4: return String(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 8)
        case 5: return string(using: &random)
        case 6, 7:
            let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                space(using: &random) + value(depth: depth + 1, using: &random) + space(using: &random)
            }
            return "[" + (elements.isEmpty ? space(using: &random) : elements.joined(separator: ",")) + "]"
        default:
            let members = (0..<Int.random(in: 0...20, using: &random)).map { number in
                let key = space(using: &random) + "\"\(number)" + string(using: &random).dropFirst()
                return key + space(using: &random) + ":" + space(using: &random)
                    + value(depth: depth + 1, using: &random) + space(using: &random)
            }
            return "{" + (members.isEmpty ? space(using: &random) : members.joined(separator: ",")) + "}"
        }
    }

    static func string(using random: inout SeededRandom) -> String {
        let pieces = [
            "a", "plain words ", "é", "汉", "😀", "/", #"\/"#, #"\""#, #"\\"#, #"\n"#, #"\t"#, #"\b"#, #"\u0001"#,
            #"\u00E9"#,
            #"\u6c49"#, #"\uD83D\ude00"#, "\u{7F}", "'", "{", "]",
        ]
        let count = Int.random(in: 0...12, using: &random)
        return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined() + "\""
    }

    private static func space(using random: inout SeededRandom) -> String {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return "" }
        return (0...Int.random(in: 0...2, using: &random))
            .map { _ in [" ", "\n", "\r", "\t"].randomElement(using: &random)! }.joined()
    }
}
