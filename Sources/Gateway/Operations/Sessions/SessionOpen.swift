import ClientProtocol

/// Sessions.
enum SessionHandlers {
    static func openSession(_ call: Call, _ unauthenticated: Unauthenticated) throws(Refusal) {
        try call.gateway.openings.open(call, unauthenticated)
    }
}
