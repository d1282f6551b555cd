import Domain
import Push
import TestSupport
import Testing

/// P-44: the ticket of a push, where the app and the provider's receipts have it from.
struct TicketTests {
    private let server: ProviderServer
    private let ticket = "Zm9v-YmFy_0123456789abcdefghijklmnopqrstuvw"

    init() throws {
        server = try ProviderServer()
    }

    private static let makers: [PushProvider] = [.huawei, .harmony, .honor, .xiaomi, .oppo, .vivo, .meizu]
    /// They send receipts to an address that stands in their console.
    private static let consoles: [PushProvider] = [.huawei, .harmony, .honor]

    /// The request of the push, which the provider has to like.
    private func sent(
        _ pushRequest: PushRequest, to provider: PushProvider, receiptURL: String = ""
    ) throws -> ProviderServer.Request {
        let maker = try server.maker(provider) { $0.receiptURL = receiptURL }
        #expect(try Posting(to: server, maker).send(pushRequest).outcome == .accepted)
        #expect(try server.requests().allSatisfy { $0.problem == nil })
        return try #require(try server.requests().last)
    }

    @Test(arguments: makers)
    func `a maker gets the ticket for the app and for its receipts, and where these go`(provider: PushProvider) throws {
        let address = "https://birds.test/v1/push/receipts"
        let request = try sent(.test(token: "ok-1", ticket: ticket), to: provider, receiptURL: address)
        #expect(request.ticket == ticket && request.receipt == ticket)
        #expect(request.callback == (Self.consoles.contains(provider) ? nil : "\(address)/\(provider.rawValue)"))
    }

    @Test(arguments: makers)
    func `without an address a maker is asked for no receipts, and the app has its ticket`(
        provider: PushProvider
    ) throws {
        let request = try sent(.test(token: "ok-1", ticket: ticket), to: provider)
        #expect(request.ticket == ticket && request.callback == nil)
        #expect(request.receipt == (Self.consoles.contains(provider) ? ticket : nil))
        #expect(request.payload?.contains("callback") == false && request.payload?.contains("call_back") == false)
    }

    @Test(arguments: makers)
    func `without a ticket there are no receipts`(provider: PushProvider) throws {
        let request = try sent(.test(token: "ok-1"), to: provider, receiptURL: "https://birds.test/receipts")
        #expect(request.ticket == nil && request.receipt == nil && request.callback == nil)
    }

    @Test(arguments: [(50, true), (51, false), (64, false)])
    func `OPPO is not asked for receipts with a ticket that it would refuse`(length: Int, isAsked: Bool) throws {
        let ticket = String(repeating: "t", count: length)
        let request = try sent(
            .test(token: "ok-1", ticket: ticket), to: .oppo, receiptURL: "https://birds.test/receipts")
        #expect(request.ticket == ticket && request.receipt == (isAsked ? ticket : nil))
    }

    @Test(arguments: makers)
    func `the sender's own member of that name gives way to a ticket`(provider: PushProvider) throws {
        var payload = PushPayload()
        payload.custom = #"{"ticket":"theirs","eggs":3}"#
        let first = try sent(.test(id: 1, token: "ok-1", payload: payload, ticket: ticket), to: provider)
        #expect(first.ticket == ticket && first.payload?.contains("theirs") == false)
        let second = try sent(.test(id: 2, token: "ok-1", payload: payload), to: provider)
        #expect(second.ticket == "theirs")
        #expect([first, second].allSatisfy { $0.payload?.contains("eggs") == true })
    }

    @Test func `the other providers bring it to the app, and an extension of Apple's is woken for it`() throws {
        let subscription = try server.subscription("bob")
        let providers = [
            (try server.apns, "c0ffee"), (try server.fcm, "fcm:1"), (try server.webPush(), subscription),
            (try server.webhook, "any"),
        ]
        for (provider, token) in providers {
            let posting = try Posting(to: server, provider)
            #expect(try posting.send(.test(token: token, ticket: ticket)).outcome == .accepted)
            #expect(try #require(try server.requests().last).ticket == ticket)
            #expect(try posting.send(.test(token: token)).outcome == .accepted)
            let bare = try #require(try server.requests().last)
            #expect(bare.ticket == nil && bare.payload?.contains("mutable-content") == false)
        }
        #expect(try server.requests().allSatisfy { $0.problem == nil })
    }

    @Test func `a ticket wakes the extension, and the sender's own member stays beside it`() throws {
        var payload = PushPayload()
        payload.custom = #"{"ticket":"theirs"}"#
        let posting = try Posting(to: server, server.apns)
        #expect(try posting.send(.test(payload: payload, ticket: ticket)).outcome == .accepted)
        let sent = try #require(try server.requests().last?.payload)
        #expect(sent.contains(#""mutable-content":1"#) && sent.contains(#""ticket":"theirs""#))
        #expect(sent.contains(#""ticket":"\#(ticket)""#))
    }
}
