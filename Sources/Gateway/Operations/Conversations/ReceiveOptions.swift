import Chat
import ClientProtocol
import Domain
import JSON

/// A user sets how messages of others and of groups are received.
extension OperationTable {
    @OperationList static var receiveOptions: [OperationDefinition] {
        let option = Parameter<ReceiveOption>(
            "opt", type: .numbers([0, 1, 2]),
            "0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive without a push."
        ) { value throws(Mismatch) in
            guard let number = value.int64, ReceiveOption.forUsers.contains(number),
                let option = ReceiveOption(rawValue: number)
            else { throw Mismatch("must be 0, 1 or 2") }
            return option
        }
        Operation.conversation(
            "conversation.setC2CReceiveOpt", "Sets how messages of these users are received.",
            [ConversationParameters.users, option], result: [SharedParameters.results]
        ).user { request, caller throws(Refusal) in
            let users = try request(ConversationParameters.users)
            let option = try request(option)
            return .change { chat, json throws(CommandError) in
                let results = try chat.conversationLists.setOption(option, towards: users, of: caller.account)
                json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) })
            }
        }

        Operation.conversation(
            "conversation.getC2CReceiveOpt", "Tells how messages of these users are received.",
            [ConversationParameters.users],
            result: [
                SharedParameters.results(with: [
                    Field(optional: "opt", .integer, "The value that was set; 0 at first.")
                ])
            ]
        ).user { request, caller throws(Refusal) in
            let users = try request(ConversationParameters.users)
            return .ask { chat, json throws(CommandError) in
                let results = try chat.conversationLists.options(towards: users, of: caller.account)
                json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) }) { index, json in
                    if let option = results[index].option { json.field("opt", option.rawValue) }
                }
            }
        }

        let groupOption = Parameter<ReceiveOption>(
            "opt", type: .numbers([0, 1, 2, 3, 4]),
            "0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it does."
        ) { value throws(Mismatch) in
            guard let option = value.int64.flatMap(ReceiveOption.init) else {
                throw Mismatch("must be 0, 1, 2, 3 or 4")
            }
            return option
        }
        Operation.conversation(
            "conversation.setGroupReceiveOpt", "Sets how messages of a group are received.",
            [ConversationParameters.groupID, groupOption]
        ).user { request, caller throws(Refusal) in
            let id = try request(ConversationParameters.groupID)
            let option = try request(groupOption)
            return .change { chat, _ throws(CommandError) in
                try chat.conversationLists.setOption(option, ofGroup: id, by: caller.account)
            }
        }

        Operation.conversation(
            "conversation.getGroupReceiveOpt", "Tells how messages of a group are received.",
            [ConversationParameters.groupID],
            result: [Field("opt", .integer, "The value that was set; 0 at first.")]
        ).user { request, caller throws(Refusal) in
            let id = try request(ConversationParameters.groupID)
            return .askLeader { chat, json throws(CommandError) in
                let option = try chat.conversationLists.option(ofGroup: id, by: caller.account)
                json.field("opt", option.rawValue)
            }
        }
    }
}
