import ServerAPI

extension OperationTable {
    /// Which handler carries out which operation.
    static let standard = OperationTable([
        (SessionOperations.open, .guest(Desk.openSession)),
        (SessionOperations.refresh, .user(Desk.refreshSession)),
        (SessionOperations.list, .user(Desk.listSessions)),
        (SessionOperations.close, .user(Desk.closeSession)),
        (MessageOperations.send, .user(Desk.sendMessage)),
        (MessageOperations.history, .user(Desk.readHistory)),
        (MessageOperations.acknowledge, .user(Desk.sendReceipt)),
        (ConversationOperations.list, .user(Desk.listConversations)),
        (ConversationOperations.get, .user(Desk.getConversation)),
        (ConversationOperations.totalUnread, .user(Desk.totalUnread)),
        (ConversationOperations.markRead, .user(Desk.markRead)),
        (ConversationOperations.pin, .user(Desk.pinConversation)),
        (ConversationOperations.delete, .user(Desk.deleteConversation)),
        (ConversationOperations.setOption, .user(Desk.setReceiveOption)),
        (ConversationOperations.getOption, .user(Desk.getReceiveOption)),
        (StreamOperations.acknowledge, .user(Desk.acknowledgeStreams)),
        (StreamOperations.events, .user(Desk.readStream)),
        (AdminOperations.ping, .admin(Desk.pingAdmin)),
        (AccountOperations.create, .admin(Desk.createAccounts)),
        (AccountOperations.update, .admin(Desk.updateAccount)),
        (AccountOperations.disable, .admin(Desk.disableAccounts)),
        (AccountOperations.delete, .admin(Desk.deleteAccounts)),
        (AccountOperations.get, .admin(Desk.getAccounts)),
    ])
}
