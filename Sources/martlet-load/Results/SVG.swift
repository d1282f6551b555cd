/// The strokes of pictures.
enum SVG {
    static func picture(width: Double, height: Double, _ elements: [String]) -> String {
        let size = "viewBox=\"0 0 \(number(width)) \(number(height))\""
        let lines =
            [
                "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) font-family=\"sans-serif\" font-size=\"12\">",
                "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
            ] + elements + ["</svg>"]
        return lines.joined(separator: "\n") + "\n"
    }

    static func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, dashes: Bool = false
    ) -> String {
        "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" stroke=\"\(color)\""
            + (dashes ? " stroke-dasharray=\"6 4\"" : "") + "/>"
    }

    static func polyline(_ points: [(Double, Double)], _ color: String) -> String {
        let places = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
        return "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\" points=\"\(places)\"/>"
    }

    static func dot(_ x: Double, _ y: Double, _ color: String) -> String {
        "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4\" fill=\"\(color)\"/>"
    }

    static func text(
        _ x: Double, _ y: Double, _ content: String, size: Int = 12, anchor: String = "start", color: String = "#333333"
    ) -> String {
        var safe = ""
        for character in content {
            switch character {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            default: safe.append(character)
            }
        }
        return "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\" "
            + "fill=\"\(color)\">\(safe)</text>"
    }

    private static func number(_ value: Double) -> String { rounded(value, 1) }
}
