import Client
import Framing
import Testing

/// What the gateway says to messages that are no good requests.
@Suite(.onThreads) struct ProtocolTests {
    @Test func `an unknown operation is refused with gw 1000`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let error = try #require(try session.request("no.such").error)
            #expect(error.system == "gw" && error.code == 1000 && error.name == "unknownOperation")
        }
    }
}
