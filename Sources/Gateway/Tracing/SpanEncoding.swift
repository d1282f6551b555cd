import ClientProtocol
import EventLoop
import JSON
import Telemetry

/// Spans as OTLP has them in JSON: an `ExportTraceServiceRequest`, whose ids are hexadecimal, and whose numbers of 64 bits are
/// texts.
struct SpanEncoding {
    let service: String
    /// This node's name in its cluster; nil: the gateway runs alone.
    let node: String?

    func body(of spans: [Span]) -> [UInt8] {
        // The clocks are compared once, so that spans that touch each other do so in the collector, too.
        let offset = Clock.wallMicroseconds * 1_000 - Clock.monotonicNanoseconds
        var json = JSONWriter()
        json.object { json in
            json.array("resourceSpans") { json in
                json.object { json in
                    json.object("resource") { write(resource, to: &$0) }
                    json.array("scopeSpans") { json in
                        json.object { json in
                            json.object("scope") { json in
                                json.field("name", "martlet" as StaticString)
                                json.field("version", Build.version)
                            }
                            json.array("spans") { json in
                                for span in spans { json.object { span.writeMembers(offset, to: &$0) } }
                            }
                        }
                    }
                }
            }
        }
        return Array(json.bytes)
    }

    private var resource: [SpanAttribute] {
        var attributes: [SpanAttribute] = [.text("service.name", service), .text("service.version", Build.version)]
        if let node { attributes.append(.text("service.instance.id", node)) }
        return attributes
    }
}

extension Span {
    fileprivate func writeMembers(_ clockOffset: Int64, to json: inout JSONWriter) {
        json.field("traceId", trace.text)
        json.field("spanId", span.text)
        if let parent { json.field("parentSpanId", parent.text) }
        if !state.isEmpty { json.field("traceState", state) }
        json.field("name", name)
        json.field("kind", kind.rawValue)
        json.field("startTimeUnixNano", "\(began + clockOffset)")
        json.field("endTimeUnixNano", "\(ended + clockOffset)")
        if !attributes.isEmpty { write(attributes, to: &json) }
        if !links.isEmpty {
            json.array("links") { json in
                for link in links {
                    json.object { json in
                        json.field("traceId", link.trace.text)
                        json.field("spanId", link.span.text)
                    }
                }
            }
        }
        if let failure {
            json.object("status") { json in
                json.field("code", failed)
                json.field("message", failure)
            }
        }
    }
}

private func write(_ attributes: [SpanAttribute], to json: inout JSONWriter) {
    json.array("attributes") { json in
        for attribute in attributes {
            json.object { json in
                switch attribute {
                case .text(let key, let text):
                    json.field("key", key)
                    json.object("value") { $0.field("stringValue", text) }
                case .number(let key, let number):
                    json.field("key", key)
                    json.object("value") { $0.field("intValue", "\(number)") }
                }
            }
        }
    }
}

/// OTLP's number for it.
private let failed = 2
