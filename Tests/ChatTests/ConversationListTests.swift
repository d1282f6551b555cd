import Domain
import TestSupport
import Testing

@testable import Chat

struct ConversationListTests {
    @Test func `it has each conversation once, in the order of their numbers, and knows those of groups`() {
        var random = SeededRandom()
        let seed = random.description
        let conversations = (1...40).map { (number: Int64) in
            let parties: Parties =
                number.isMultiple(of: 3) ? .group(GroupNumber(number)) : .users(1, AccountNumber(number))
            return Conversation(number: ConversationNumber(number), parties: parties, last: nil)
        }
        let list = ConversationList()
        var expected: [ConversationNumber: Seq] = [:]
        for step in 1...2_000 {
            let conversation = conversations.randomElement(using: &random)!
            if Bool.random(using: &random) {
                var membership = Membership(conversation: conversation.number, peer: 0)
                membership.readSeq = Seq(Int64(step))
                list.put(membership, in: conversation)
                expected[conversation.number] = membership.readSeq
            } else {
                list.put(nil, in: conversation)
                expected[conversation.number] = nil
            }
            #expect(list.memberships.map(\.conversation) == expected.keys.sorted(), "\(seed)")
            #expect(conversations.allSatisfy { list[$0.number]?.readSeq == expected[$0.number] }, "\(seed)")
            let groups: [ConversationNumber] = conversations.filter { $0.group != nil }.map(\.number)
            let ofGroups = Set(list.ofGroups.map(\.conversation))
            #expect(ofGroups == Set(groups.filter { expected[$0] != nil }), "\(seed)")
        }
    }
}
