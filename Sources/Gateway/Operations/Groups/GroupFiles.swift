import Chat
import ClientProtocol
import JSON
import ServerAPI

/// Files in groups.
enum GroupFileHandlers {
    static func addGroupFile(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let name = try call(GroupFiles.name)
        let size = Int64(try call(GroupFiles.size))
        let url = try call(GroupFiles.url)
        call.change(by: session) { [account = session.account] chat in
            let file = try chat.groupFiles.addFile(named: name, size: size, url: url, to: id, by: account)
            return { $0.field("fileID", file) }
        }
    }

    static func putGroupFile(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let file = try call(GroupFiles.fileID)
        let offset = Int64(try call(GroupFiles.offset))
        let bytes = try call(GroupFiles.data)
        call.change(by: session) { [account = session.account] chat in
            let received = try chat.groupFiles.putFile(file, bytes, at: offset, in: id, by: account)
            return { $0.field("received", received) }
        }
    }

    static func getGroupFile(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let file = try call(GroupFiles.fileID)
        let offset = Int64(try call(GroupFiles.offset))
        let account = session.account
        call.read(for: session) { transaction in
            let (bytes, size) = try SharedFiles.read(file, at: offset, of: id, for: account, in: transaction)
            return { json in
                json.field("data", bytes: bytes)
                json.field("size", size)
                json.field("isFinished", offset + Int64(bytes.count) == size)
            }
        }
    }

    static func listGroupFiles(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let after = try call.cursor()
        let count = try call(GroupFiles.pageSize)
        let account = session.account
        call.read(for: session) { transaction in
            let page = try SharedFiles.list(of: id, for: account, after: after, count: count, in: transaction)
            return { json in
                json.array("files") { json in
                    for file in page.items { json.object { $0.file(file) } }
                }
                json.cursor(page.next)
            }
        }
    }
}
