import MartletBytes

extension Reader {
    /// Compares every key with every other in small objects, and sorts the keys of larger ones: a client that chooses
    /// its keys cannot make it quadratic, as it could a hash table's.
    func refuseDuplicateKeys(of object: Int, members: Int) throws(JSONError) {
        guard members > 1 else { return }
        let duplicate = members <= 16 ? duplicateByComparing(object) : duplicateBySorting(object, members)
        if let duplicate { throw JSONError(.duplicateKey, at: Int(tape[duplicate].start)) }
    }

    private func duplicateByComparing(_ object: Int) -> Int? {
        let last = tape[object].next(after: object)
        var key = object + 1
        while key < last {
            let characters = characters(of: key)
            var other = object + 1
            while other < key {
                if characters.equals(self.characters(of: other)) { return key }
                other = keyAfter(other)
            }
            key = keyAfter(key)
        }
        return nil
    }

    private func duplicateBySorting(_ object: Int, _ members: Int) -> Int? {
        var keys: [Int] = []
        keys.reserveCapacity(members)
        var key = object + 1
        for _ in 0..<members {
            keys.append(key)
            key = keyAfter(key)
        }
        keys.sort { characters(of: $0).precedes(characters(of: $1)) }
        for (earlier, later) in zip(keys, keys.dropFirst())
        where characters(of: earlier).equals(characters(of: later)) {
            return max(earlier, later)
        }
        return nil
    }

    private func keyAfter(_ key: Int) -> Int { tape[key + 1].next(after: key + 1) }

    private func characters(of key: Int) -> UnsafeRawBufferPointer {
        guard case .string(let start, let end) = tape[key].content else { preconditionFailure("a key is a string") }
        return UnsafeRawBufferPointer(start: text + Int(start), count: Int(end - start))
    }
}
