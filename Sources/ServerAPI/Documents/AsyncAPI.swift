import ClientProtocol
import JSON

extension Catalogue {
    /// docs/asyncapi.json: the requests, replies and events of the WebSocket.
    package func asyncAPI(_ style: JSONWriter.Style = .indented) -> String {
        var json = JSONWriter(style: style)
        json.object { AsyncAPI(catalogue: self).writeDocument(to: &$0) }
        return json.text + "\n"
    }
}

/// The description of the WebSocket, as AsyncAPI 3 has it. The application that it describes is the gateway, which receives
/// requests, and sends replies and events.
private struct AsyncAPI {
    let catalogue: Catalogue

    func writeDocument(to json: inout JSONWriter) {
        json.field("asyncapi", "3.0.0")
        JSONSchema.writeInfo(
            "The messages of the Martlet gateway over the WebSocket. docs/protocol.md says how they are used.",
            to: &json)
        json.field("defaultContentType", "application/json")
        json.object("servers") { json in
            json.object("gateway") { json in
                json.field("host", "{host}")
                json.field("protocol", "wss")
                json.object("variables") { json in
                    json.object("host") { json in
                        json.field("description", "Where the gateway listens, with the port.")
                        json.field("default", "localhost")
                    }
                }
            }
        }
        json.object("channels") { json in json.object("session", writeChannel) }
        json.object("operations") { json in
            for operation in catalogue.operations { write(operation, to: &json) }
            for event in catalogue.events { write(event, to: &json) }
        }
        json.object("components") { json in
            JSONSchema.writeComponents(catalogue.objects, to: &json)
            json.object("messages") { json in
                for operation in catalogue.operations { writeMessages(of: operation, to: &json) }
                writeErrorMessage(to: &json)
                for event in catalogue.events { writeMessage(of: event, to: &json) }
            }
        }
    }

    private func writeChannel(to json: inout JSONWriter) {
        json.field("address", "/v1/ws")
        json.field("description", "A WebSocket with the subprotocol `martlet.v1.json`; all messages are texts.")
        json.object("messages") { json in
            let pairs = catalogue.operations.flatMap { [$0.name + ".request", $0.name + ".reply"] }
            for name in pairs + ["error"] + catalogue.events.map(\.name) {
                json.key(text: key(of: name))
                json.object { $0.field("$ref", "#/components/messages/\(key(of: name))") }
            }
        }
    }

    // MARK: - Operations

    private func write(_ operation: Operation, to json: inout JSONWriter) {
        json.key(text: key(of: operation.name))
        json.object { json in
            json.field("action", "receive")
            json.object("channel") { $0.field("$ref", channel) }
            json.field("summary", operation.summary)
            json.field("description", "Role: \(operation.roles.names).")
            writeReferences([operation.name + ".request"], to: &json)
            json.object("reply") { json in
                json.object("channel") { $0.field("$ref", channel) }
                writeReferences([operation.name + ".reply", "error"], to: &json)
            }
        }
    }

    private func write(_ event: Event, to json: inout JSONWriter) {
        json.key(text: key(of: event.name))
        json.object { json in
            json.field("action", "send")
            json.object("channel") { $0.field("$ref", channel) }
            json.field("summary", event.summary)
            json.field("description", "Told to \(event.audience.names).")
            writeReferences([event.name], to: &json)
        }
    }

    private func writeReferences(_ messages: [String], to json: inout JSONWriter) {
        json.array("messages") { json in
            for name in messages { json.object { $0.field("$ref", "\(channel)/messages/\(key(of: name))") } }
        }
    }

    // MARK: - Messages

    private func writeMessages(of operation: Operation, to json: inout JSONWriter) {
        let data = operation.parameters.contains(where: \.isRequired) ? ["data"] : []
        writeMessage(operation.name + ".request", operation.summary, required: ["id", "op"] + data, to: &json) { json in
            writeRequestID(to: &json)
            json.object("op") { $0.field("const", operation.name) }
            json.object("key") { json in
                json.field("type", "string")
                json.field("minLength", 1)
                json.field("maxLength", 64)
                json.field("description", "Names the request, so that it can be repeated safely.")
            }
            writeTrace(to: &json)
            json.object("data") { json in
                JSONSchema.writeData(operation.parameters, oneOf: operation.alternatives, to: &json)
            }
        }
        let name = operation.name + ".reply"
        writeMessage(name, "The result of `\(operation.name)`.", required: ["id", "ok"], to: &json) { json in
            writeRequestID(to: &json)
            json.object("ok") { JSONSchema.writeMembers(operation.result, of: .gateway, to: &$0) }
        }
    }

    private func writeTrace(to json: inout JSONWriter) {
        json.object("trace") { json in
            json.field("type", "object")
            json.field("description", "The trace that the request belongs to, as W3C Trace Context has it.")
            json.object("properties") { json in
                for name: StaticString in ["traceparent", "tracestate"] {
                    json.object(name) { $0.field("type", "string") }
                }
            }
        }
    }

    private func writeErrorMessage(to json: inout JSONWriter) {
        writeMessage("error", "A request was refused.", required: ["id", "error"], to: &json) { json in
            json.object("id") { json in
                json.array("type") { json in
                    json.value("integer")
                    json.value("null")
                }
                json.field("description", "The request's; null if it had none that could be read.")
            }
            json.key("error")
            JSONSchema.write(.error, of: .gateway, to: &json)
        }
    }

    private func writeMessage(of event: Event, to json: inout JSONWriter) {
        writeMessage(event.name, event.summary, required: ["event", "data"], to: &json) { json in
            json.object("event") { $0.field("const", event.name) }
            json.object("data") { JSONSchema.writeMembers(event.data, of: .gateway, to: &$0) }
            if event.streams.isEmpty { return }
            json.object("stream") { json in
                json.field("type", "string")
                json.field("description", "`user`, or `group_` and the group's id.")
            }
            json.object("seq") { json in
                json.field("type", "integer")
                json.field("description", "The event's number in its stream.")
            }
        }
    }

    private func writeMessage(
        _ name: String, _ summary: String, required: [String], to json: inout JSONWriter,
        _ properties: (inout JSONWriter) -> Void
    ) {
        json.key(text: key(of: name))
        json.object { json in
            json.field("name", name)
            json.field("summary", summary)
            json.object("payload") { json in
                json.field("type", "object")
                JSONSchema.writeRequired(required, to: &json)
                json.object("properties", properties)
            }
        }
    }

    /// AsyncAPI's keys have no dots.
    private func key(of name: String) -> String { String(name.map { $0 == "." ? "_" : $0 }) }

    private func writeRequestID(to json: inout JSONWriter) {
        json.object("id") { json in
            json.field("type", "integer")
            json.field("minimum", 0)
            json.field("description", "Chosen by the client; the reply has the same.")
        }
    }
}

private let channel = "#/channels/session"
