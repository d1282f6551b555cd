/// `12,345`
func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// With that many decimals, at most 6.
func rounded(_ number: Double, _ decimals: Int) -> String {
    let powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    let scaled = Int((number.magnitude * Double(powers[decimals])).rounded())
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: powers[decimals])
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = String(fraction)
    return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
}

/// Right-aligned in a column.
func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
}

/// Left-aligned in a column.
func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
}
