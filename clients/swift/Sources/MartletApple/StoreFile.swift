import Foundation
import MartletClient
import MartletStore

extension SQLiteStorage {
    /// The file of a user of a gateway, in the application's own container. It can be read from the first unlock after
    /// the device has started, and is in no backup: another device has rows of its own.
    public static func onDevice(gateway: String, user: String) throws -> SQLiteStorage {
        let files = FileManager.default
        guard let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first else {
            throw MartletError(name: "notSaved", message: "this system has no folder for an application's files")
        }
        var folder = support.appendingPathComponent("Martlet", isDirectory: true)
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: protection)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
        return SQLiteStorage(path: folder.appendingPathComponent(name(gateway, user), isDirectory: false).path)
    }

    private static var protection: [FileAttributeKey: Any] {
        #if os(iOS)
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
        #else
        [:]
        #endif
    }

    /// A file's name for each pair. Bytes that a name may not have are written as two digits.
    private static func name(_ gateway: String, _ user: String) -> String {
        let name = "\(gateway) \(user)".utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            default: "_\(byte / 16)\(byte % 16)"
            }
        }
        return name.joined() + ".db"
    }
}
