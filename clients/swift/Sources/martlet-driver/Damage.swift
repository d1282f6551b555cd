import Foundation
import MartletClient
import MartletStore

/// Has the messages of a file lose their values: the two bytes before a row's space and key say what its value is.
func damage(_ path: String) async throws {
    let storage = SQLiteStorage(path: path)
    // With the write-ahead log empty, all rows are in the file.
    _ = try await storage.range("meta", from: nil, to: nil, limit: nil)
    try await storage.flush()
    await storage.close()
    guard let file = fopen(path, "r+b") else { preconditionFailure("\(path) cannot be opened") }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    precondition(fread(&bytes, 1, bytes.count, file) == bytes.count, "\(path) cannot be read")
    let key = Array("messagec2c_".utf8)
    for place in bytes.indices.dropFirst(2).dropLast(key.count) where bytes[place...].starts(with: key) {
        fseek(file, place - 2, SEEK_SET)
        fwrite([0x80, 0], 1, 2, file)
    }
    fclose(file)
}
