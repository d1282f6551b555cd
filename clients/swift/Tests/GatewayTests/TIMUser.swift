import Foundation
import MartletTIM
import Testing

/// A user who has signed in.
struct TIMUser {
    let id = "user-\(UUID().uuidString)"
    let manager = TIMManager()
    let relations: TIMFriendshipManager
    let messages = TIMMessages()

    init() async throws {
        relations = TIMFriendshipManager(manager)
        let gateway = try Gateway.shared.get()
        manager.start(url: gateway.url, device: "phone")
        #expect(manager.setMessageListener(messages) == 0)
        #expect(manager.initSdk() == 0)
        try await login(gateway.token(id))
    }

    func login(_ token: String) async throws {
        let param = TIMLoginParam()
        param.accountType = "107"
        param.identifier = id
        param.userSig = token
        param.appidAt3rd = "123456"
        param.sdkAppId = 123_456
        try await done { #expect(manager.login(param, succ: $0, fail: $1) == 0) }
    }

    func profile(_ user: TIMUser, isForced: Bool = false) async throws -> TIMUserProfile? {
        try await told {
            #expect(relations.getUsersProfile([user.id], forceUpdate: isForced, succ: $0, fail: $1) == 0)
        }?.first
    }

    func modify(_ values: [String: Any]) async throws {
        try await done { #expect(relations.modifySelfProfile(values, succ: $0, fail: $1) == 0) }
    }

    @discardableResult
    func add(_ user: TIMUser, _ change: (TIMFriendRequest) -> Void = { _ in }) async throws -> TIMFriendResult? {
        let request = TIMFriendRequest()
        request.identifier = user.id
        change(request)
        return try await told { #expect(relations.addFriend(request, succ: $0, fail: $1) == 0) }
    }

    func respond(_ user: TIMUser, _ type: TIMFriendResponseType, remark: String? = nil) async throws -> Int? {
        let response = TIMFriendResponse()
        response.identifier = user.id
        response.responseType = type
        response.remark = remark
        return try await told { #expect(relations.do(response, succ: $0, fail: $1) == 0) }?.result_code
    }

    func friends() async throws -> [TIMFriend] {
        try await told { #expect(relations.getFriendList($0, fail: $1) == 0) } ?? []
    }

    func pendencies(
        _ type: TIMPendencyGetType, seq: UInt64 = 0
    ) async throws -> (page: TIMFriendPendencyResponse, items: [TIMFriendPendencyItem]) {
        let request = TIMFriendPendencyRequest()
        request.type = type
        request.seq = seq
        request.numPerPage = 10
        let (page, items): (TIMFriendPendencyResponse?, [TIMFriendPendencyItem]?) = try await told { succ, fail in
            #expect(relations.getPendencyList(request, succ: { succ(($0, $1)) }, fail: fail) == 0)
        }
        return (try #require(page), try #require(items))
    }

    func relation(_ user: TIMUser, _ type: TIMFriendCheckType) async throws -> TIMFriendRelationType? {
        let info = TIMFriendCheckInfo()
        info.users = [user.id]
        info.checkType = type
        let results = try await told { #expect(relations.checkFriends(info, succ: $0, fail: $1) == 0) }
        #expect(results?.map(\.result_code) == [0])
        #expect(results?.map(\.identifier) == [user.id])
        return results?.first?.resultType
    }
}

/// Keeps what is told on the main queue.
final class TIMMessages: TIMMessageListener, @unchecked Sendable {
    private let elems: AsyncStream<Told<TIMElem>>
    private let told: AsyncStream<Told<TIMElem>>.Continuation

    init() {
        (elems, told) = AsyncStream.makeStream()
    }

    func onNewMessage(_ msgs: [Any]!) {
        dispatchPrecondition(condition: .onQueue(.main))
        for case let message as TIMMessage in msgs {
            for index in 0..<message.elemCount() { told.yield(Told(value: message.getElem(index))) }
        }
    }

    /// The next one of its kind.
    func next<Elem: TIMElem>() async throws -> Elem {
        for await elem in elems { if let elem = elem.value as? Elem { return elem } }
        throw CancellationError()
    }
}
