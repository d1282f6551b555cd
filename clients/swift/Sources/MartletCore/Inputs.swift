/// An input of the engine.
package enum Input: Sendable {
    /// Shows the rows of the device, without a connection.
    case open(call: Int)
    /// Connects, and stays connected. A second call does nothing.
    case connect(call: Int)
    /// Ends the session. Unsent messages stay in the storage.
    case disconnect
    /// Ends the session as well, and is done when all is written.
    case leave(call: Int)
    /// Ends the session and forgets everything that is kept of this user.
    case signOut(call: Int)
    /// The application is seen again, or the network is back.
    case wake
    /// Asks for any operation.
    case request(call: Int, op: String, data: JSON, RequestOptions)
    /// Sends a message: the parameters of `message.send`, without the conversation.
    case send(call: Int, conversationID: String, message: JSON)
    /// Reads a page of messages, as they are now.
    case history(call: Int, page: JSON, RequestOptions)
    /// Reads the newest messages of a conversation for the store, or older ones.
    case openConversation(call: Int, id: String, limit: Int)
    case older(call: Int, id: String, limit: Int)
    /// Forgets a conversation's messages in memory, but for the newest.
    case trim(id: String, keep: Int)
    case keepDraft(id: String, JSON?)
    case groups(Groups.Input)
    case retry(call: Int, clientMsgId: String)
    case discard(clientMsgId: String)
    /// The token that was asked for; nil: the application has none.
    case token(question: Int, String?)
    case accepted(connection: Int)
    case received(connection: Int, text: String)
    case closed(connection: Int, code: Int, reason: String)
    /// The storage has done a call; a read has the rows of each space.
    case stored(call: Int, Result<[[StoredRow]], MartletError>)
    /// Time has passed.
    case time
}

/// An output of the engine, in the order in which they are to be done.
package enum Output: Sendable {
    /// A connection is to be made; connections are counted.
    case connect(connection: Int)
    case send(connection: Int, text: String)
    case close(connection: Int)
    case askToken(question: Int, isRefused: Bool)
    case event(Event)
    case state(ClientState)
    /// The end of a call.
    case done(call: Int, Result<JSON, MartletError>)
    case storage(call: Int, StorageCall)
    /// The storage fails: messages are only in memory.
    case unsaved(MartletError)
    /// The rows of the device were damaged, and are read from the gateway again.
    case storeLost(MartletError)
    case storeChanged(StoreChange)
    /// Messages have come into the outbox, gone or failed.
    case outboxChanged
}
