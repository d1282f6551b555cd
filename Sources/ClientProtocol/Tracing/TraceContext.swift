/// The place of a request in a trace, as W3C Trace Context has it (https://www.w3.org/TR/trace-context/): the trace, the span
/// that the request is a part of, and whether it is recorded.
package struct TraceContext: Equatable, Sendable {
    package let trace: TraceID
    /// The parent of the spans that begin here.
    package let span: SpanID
    /// The caller may have recorded its part.
    package let isSampled: Bool
    /// The additions of tracing systems on the way; empty: none.
    package let state: String

    package init(trace: TraceID, span: SpanID, isSampled: Bool, state: String) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
        self.state = state
    }

    /// The same place for what the span has caused.
    package func within(_ span: SpanID) -> TraceContext {
        TraceContext(trace: trace, span: span, isSampled: isSampled, state: state)
    }
}

/// Sixteen bytes, not all of them zero.
package struct TraceID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init?(high: UInt64, low: UInt64) {
        guard high | low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    package var text: String { high.hexadecimal + low.hexadecimal }
}

/// Eight bytes, not all of them zero.
package struct SpanID: Hashable, Sendable {
    package let rawValue: UInt64

    package init?(_ rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    package var text: String { rawValue.hexadecimal }
}

// MARK: - As it stands in headers

extension TraceContext {
    /// Reads the two headers. Nil: the trace cannot be read and is to be ignored (§3.2.2). A state that cannot be read is left
    /// out, and so are its last entries beyond 512 bytes (§3.3.1).
    package init?(traceparent: UnsafeRawBufferPointer, tracestate: UnsafeRawBufferPointer? = nil) {
        guard traceparent.count >= Layout.length,
            traceparent[Layout.trace.lowerBound - 1] == dash, traceparent[Layout.span.lowerBound - 1] == dash,
            traceparent[Layout.flags.lowerBound - 1] == dash,
            let version = traceparent.hexadecimal(0..<2), version != 0xFF,
            // A later version may have more behind these fields (§3.2.4).
            traceparent.count == Layout.length || version > 0 && traceparent[Layout.length] == dash,
            let high = traceparent.hexadecimal(Layout.trace.lowerBound..<Layout.trace.lowerBound + 16),
            let low = traceparent.hexadecimal(Layout.trace.lowerBound + 16..<Layout.trace.upperBound),
            let trace = TraceID(high: high, low: low),
            let span = traceparent.hexadecimal(Layout.span).flatMap(SpanID.init),
            let flags = traceparent.hexadecimal(Layout.flags)
        else { return nil }
        self.init(
            trace: trace, span: span, isSampled: flags & 1 == 1, state: tracestate.map(TraceState.read) ?? "")
    }

    /// In the version that is known here. Flags that it does not know are not given on (§3.2.2.5.2).
    package var traceparent: String { "00-\(trace.text)-\(span.text)-\(isSampled ? "01" : "00")" }

    /// The lines of a request's head.
    package var headers: [String] {
        state.isEmpty ? ["traceparent: \(traceparent)"] : ["traceparent: \(traceparent)", "tracestate: \(state)"]
    }

    private enum Layout {
        static let trace = 3..<35
        static let span = 36..<52
        static let flags = 53..<55
        static let length = 55
    }
}

private let dash = UInt8(ascii: "-")

extension UnsafeRawBufferPointer {
    /// Up to sixteen digits; capital letters are none (§3.2.2).
    fileprivate func hexadecimal(_ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let digit = self[index]
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}

extension UInt64 {
    /// With all its zeros.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
