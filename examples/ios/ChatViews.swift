import MartletClient
import SwiftUI

struct ChatList: View {
    let client: Client
    let taps: AsyncStream<String>
    @State private var conversations: [JSON] = []
    @State private var opened: String?

    var body: some View {
        NavigationView {
            List(conversations, id: \.conversationID) { conversation in
                NavigationLink(tag: conversation.conversationID, selection: $opened) {
                    ThreadView(client: client, id: conversation.conversationID)
                        .navigationTitle(conversation.name)
                } label: {
                    VStack(alignment: .leading) {
                        Text(conversation.name).bold()
                        Text(conversation["lastMessage"]?.text ?? "").lineLimit(1)
                    }
                    .badge(conversation["unreadCount"]?.int ?? 0)
                }
            }
            .navigationTitle("Chats")
        }
        .task {
            for await list in client.store.watchConversations(first: 100) {
                conversations = list
                UIApplication.shared.applicationIconBadgeNumber = await client.store.totalUnread
            }
        }
        .task { for await id in taps { opened = id } }
    }
}

struct ThreadView: View {
    let client: Client
    let id: String
    @State private var view: ConversationView?
    @State private var text = ""

    var body: some View {
        VStack {
            ScrollViewReader { scroll in
                List {
                    if view?.isComplete == false {
                        Button("Earlier messages") { attempt("read") { try await client.store.older(id) } }
                    }
                    ForEach(view?.messages ?? [], id: \.msgId) { message in
                        Text("\(message["from"]?.string ?? ""): \(message.text)")
                    }
                    ForEach(view?.unsent ?? [], id: \.clientMsgId) { entry in
                        Button("\(entry.message.text) (\(entry.note))") { _ = client.retry(entry.clientMsgId) }
                            .disabled(entry.state == .waiting)
                    }
                }
                .onChange(of: view?.messages.last?.msgId) { newest in scroll.scrollTo(newest) }
            }
            HStack {
                TextField("Message", text: $text)
                Button("Send") {
                    client.send(id, text)
                    text = ""
                }
                .disabled(text.isEmpty)
            }
            .padding()
        }
        .task {
            attempt("read") { try await client.store.open(id) }
            var seq = 0
            for await view in client.store.watch(id) {
                self.view = view
                let newest = view.messages.last?["seq"]?.int ?? 0
                guard newest > seq else { continue }
                seq = newest
                attempt("mark as read") { try await client.markRead(id, seq: newest) }
            }
        }
    }
}

extension JSON {
    fileprivate var conversationID: String { self["conversationID"]?.string ?? "" }
    fileprivate var msgId: String { self["msgId"]?.string ?? "" }

    fileprivate var name: String {
        guard let name = self["showName"]?.string, !name.isEmpty else { return conversationID }
        return name
    }

    /// Of a message that was taken back there is none, nor of a picture.
    fileprivate var text: String { self["body"]?["text"]?.string ?? "" }
}

extension OutboxEntry {
    fileprivate var note: String {
        switch state {
        case .waiting: "waiting"
        case .failed(let error): "not sent: \(error.message)"
        }
    }
}
