/// Messages of a conversation on a device without holes, from one `seq` to another. Between two ranges is a gap.
struct Span: Equatable {
    var from: Int
    var to: Int
    /// Its messages may have been deleted since they were read: a page says so.
    var isUnconfirmed = false
    /// They stay where no page can tell of them, since the gateway keeps messages for some days only.
    var isKept = false

    func contains(_ seq: Int) -> Bool { from <= seq && seq <= to }
    fileprivate var isFilled: Bool { from <= to }
    /// Whether its messages stay when the gateway could not tell of them any more.
    var outlasts: Bool { isKept || !isUnconfirmed }
}

/// The spans of one conversation. The newest comes first, and is empty, with `to` below `from`, while nothing above a
/// gap was read.
struct Ranges: Equatable {
    /// So many holes of one conversation are remembered: messages below them are read anew.
    private static let most = 20

    private(set) var spans: [Span]

    init(_ spans: [Span] = []) {
        self.spans = spans
    }

    func contains(_ seq: Int) -> Bool { spans.contains { $0.contains(seq) } }

    /// A message was told that comes behind all that are here. Places between that were passed over are no gap.
    mutating func add(_ seq: Int) {
        if let newest = spans.first, !newest.isUnconfirmed {
            spans[0].to = seq
        } else {
            spans.insert(Span(from: seq, to: seq), at: 0)
        }
    }

    /// Messages up to `to` are not fetched.
    mutating func addGap(to: Int) {
        guard let newest = spans.first, newest.to < to else { return }
        spans = Array(([Span(from: to + 1, to: to)] + spans.filter(\.isFilled)).prefix(Self.most))
    }

    /// The stream goes on behind `to`, and nobody says what has become of the messages before.
    /// - Parameter isKept: those that are older than the gateway keeps stay
    mutating func reset(to: Int, isKept: Bool) {
        let doubted = spans.map { span in
            Span(from: span.from, to: min(span.to, to), isUnconfirmed: true, isKept: isKept && span.outlasts)
        }
        let filled = doubted.filter(\.isFilled)
        spans = filled.isEmpty ? [] : [Span(from: to + 1, to: to)] + filled
    }

    /// A page was read that ends below `before`, or with the newest message if that is 0, and begins at `low`. False:
    /// there is a hole between the page and the newest span.
    mutating func addPage(before: Int, low: Int, top: Int) -> Bool {
        let newest = spans.first.flatMap { $0.isUnconfirmed ? nil : $0 }
        if before != 0, newest.map({ before < $0.from }) ?? true { return false }
        var first = min(low, newest?.from ?? low)
        var older: [Span] = []
        for var span in spans.dropFirst(newest == nil ? 0 : 1) {
            if span.isUnconfirmed {
                span.to = min(span.to, first - 1)
                older.append(span)
            } else if span.to >= first - 1 {
                first = min(first, span.from)
            } else {
                older.append(span)
            }
        }
        spans = [Span(from: first, to: max(top, newest?.to ?? 0))] + older.filter(\.isFilled)
        return true
    }

    /// Nothing below `first` is here any more.
    mutating func cut(below first: Int) {
        spans = spans.enumerated().filter { $0 == 0 || $1.to >= first }.map(\.element)
        for place in spans.indices { spans[place].from = max(spans[place].from, first) }
    }
}

extension Ranges {
    init(_ json: JSON?) {
        spans = (json?.array ?? []).compactMap { span in
            guard let from = span["from"]?.int, let to = span["to"]?.int else { return nil }
            return Span(
                from: from, to: to, isUnconfirmed: span["isUnconfirmed"]?.bool ?? false,
                isKept: span["isKept"]?.bool ?? false)
        }
    }

    var json: JSON {
        JSON(
            spans.map { span in
                var json: JSON = ["from": JSON(span.from), "to": JSON(span.to)]
                if span.isUnconfirmed { json["isUnconfirmed"] = true }
                if span.isKept { json["isKept"] = true }
                return json
            })
    }
}
