/// Bytes that wait: appended at the back, consumed at the front, no storage while empty.
///
/// Pointers from `bytes` and `mutableBytes` are good until the next mutating call.
///
/// It is usable from inline, as everything that is called for each value of each message: other modules inline it then
/// (docs/decisions/024).
@usableFromInline package struct ByteBuffer: ~Copyable {
    @usableFromInline var storage: UnsafeMutableRawPointer?
    @usableFromInline var capacity: Int
    @usableFromInline var start: Int
    @usableFromInline var end: Int

    package init() {
        storage = nil
        capacity = 0
        start = 0
        end = 0
    }

    deinit {
        storage?.deallocate()
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package var count: Int { end - start }

    /// The memory that the buffer holds, used or not.
    package var allocated: Int { capacity }

    @inlinable package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: storage.map { $0 + start }, count: count)
    }

    package var mutableBytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: storage.map { $0 + start }, count: count)
    }

    @inlinable package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        makeRoom(bytes.count)
        // `makeRoom` has made storage.
        (storage! + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    @inlinable package mutating func append(_ byte: UInt8) {
        makeRoom(1)
        // `makeRoom` has made storage.
        storage!.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end += 1
    }

    package mutating func append(_ text: StaticString) {
        append(text.bytes)
    }

    /// Labelled, so that a literal is a static string.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Where the next bytes go, with room for so many; `advance` appends those that were written there.
    @inlinable package mutating func reserve(_ most: Int) -> UnsafeMutableRawPointer {
        makeRoom(most)
        // `makeRoom` has made storage.
        return storage! + end
    }

    @inlinable package mutating func advance(by amount: Int) {
        end += amount
    }

    /// Makes it longer by so many bytes, which are the caller's to fill before anything else.
    package mutating func extend(by amount: Int) -> UnsafeMutableRawBufferPointer {
        precondition(amount > 0, "longer by \(amount) bytes")
        makeRoom(amount)
        defer { end += amount }
        // `makeRoom` has made storage.
        return UnsafeMutableRawBufferPointer(start: storage! + end, count: amount)
    }

    /// Appends up to `most` bytes that `fill` writes itself; it returns how many it wrote.
    package mutating func append(upTo most: Int, fill: (UnsafeMutableRawBufferPointer) -> Int) {
        guard most > 0 else { return }
        makeRoom(most)
        // `makeRoom` has made storage.
        let written = fill(UnsafeMutableRawBufferPointer(start: storage! + end, count: most))
        precondition(written >= 0 && written <= most, "fill wrote \(written) of \(most) bytes")
        end += written
    }

    package mutating func consume(_ amount: Int) {
        precondition(amount >= 0 && amount <= count, "consuming \(amount) of \(count) bytes")
        start += amount
        if start == end {
            start = 0
            end = 0
        }
    }

    /// Takes back what was appended last.
    package mutating func removeLast(_ amount: Int) {
        precondition(amount >= 0 && amount <= count, "removing the last \(amount) of \(count) bytes")
        end -= amount
    }

    /// Forgets the contents and keeps the storage.
    package mutating func clear() {
        start = 0
        end = 0
    }

    /// Forgets the contents and gives the storage back.
    package mutating func release() {
        storage?.deallocate()
        storage = nil
        capacity = 0
        start = 0
        end = 0
    }

    @inlinable @inline(__always)
    mutating func makeRoom(_ more: Int) {
        if capacity - end < more { moveOrGrow(more) }
    }

    @usableFromInline mutating func moveOrGrow(_ more: Int) {
        let used = count
        if capacity - used >= more && start >= used {
            // A buffer with room has storage.
            storage!.copyMemory(from: storage! + start, byteCount: used)
        } else {
            let grown = Swift.max(used + more, capacity * 2, 64)
            let fresh = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
            if let storage {
                fresh.copyMemory(from: storage + start, byteCount: used)
                storage.deallocate()
            }
            storage = fresh
            capacity = grown
        }
        start = 0
        end = used
    }
}

/// For short texts quicker than a call of the library's.
@inlinable @inline(__always)
package func copyShort(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
    if count > 64 { return target.copyMemory(from: source, byteCount: count) }
    if count >= 8 {
        var offset = 0
        while offset + 8 <= count {
            let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        // The last word again, up to the end.
        target.storeBytes(
            of: source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self), toByteOffset: count - 8,
            as: UInt64.self)
    } else if count >= 4 {
        let (first, last) = (
            source.loadUnaligned(as: UInt32.self), source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        )
        target.storeBytes(of: first, as: UInt32.self)
        target.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
    } else if count >= 2 {
        let (first, last) = (
            source.loadUnaligned(as: UInt16.self), source.loadUnaligned(fromByteOffset: count - 2, as: UInt16.self)
        )
        target.storeBytes(of: first, as: UInt16.self)
        target.storeBytes(of: last, toByteOffset: count - 2, as: UInt16.self)
    } else if count == 1 {
        target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
    }
}
