/// X-17: words that may not stand in what others read, in whatever case and however they are dressed up.
///
/// Both sides are folded (`FoldedText`). Beyond that a sign or letter of the text also stands for the letters that it looks
/// like, a letter that is written three times or more counts as one, two or three, and signs between letters are passed over.
/// Spaces are passed over between single letters alone, or all of a sentence would be one word.
package struct WordList: Sendable {
    private struct Node {
        var next: [Unicode.Scalar: Int] = [:]
        /// Of `words`, the one that ends there.
        var word: Int?
    }

    /// A tree of the words' letters, whose root is the first.
    private var nodes = [Node()]
    private let words: [String]

    package init(_ words: [String]) {
        self.words = words
        for (number, word) in words.enumerated() {
            var node = 0
            for letter in written(word) {
                if let next = nodes[node].next[letter.scalar] {
                    node = next
                } else {
                    nodes[node].next[letter.scalar] = nodes.count
                    node = nodes.count
                    nodes.append(Node())
                }
            }
            if node != 0 { nodes[node].word = number }
        }
    }

    package var isEmpty: Bool { nodes.count == 1 }

    package func isIn(_ text: String?) -> Bool { text.flatMap(first(in:)) != nil }

    /// The first word of the list that the text has, as the list writes it; nil: it has none.
    package func first(in text: String) -> String? {
        if isEmpty || text.isEmpty { return nil }
        let letters = written(text)
        for place in letters.indices {
            if let found = find(in: letters, from: place) { return words[found.word] }
        }
        return nil
    }

    /// The text with a star for each letter of a word that is seen, up to three for equal ones on end; nil: it has none of the words.
    package func masked(_ text: String) -> String? {
        if isEmpty { return nil }
        let letters = written(text)
        let scalars = Array(text.unicodeScalars)
        var (masked, copied, place) = (String.UnicodeScalarView(), 0, 0)
        while place < letters.count {
            guard let end = find(in: letters, from: place)?.end else {
                place += 1
                continue
            }
            let (first, last) = (Int(letters[place].start), Int(letters[end - 1].end))
            // Two letters of a word may come from one of the text, such as `ss` from `ß`.
            let stars = Set(letters[place..<end].map(\.start)).count
            masked.append(contentsOf: scalars[copied..<max(copied, first)])
            masked.append(contentsOf: String(repeating: "*", count: stars).unicodeScalars)
            (copied, place) = (last, end)
        }
        if copied == 0 { return nil }
        masked.append(contentsOf: scalars[copied...])
        return String(masked)
    }

    /// The longest word that begins there, and the place behind it; nil: none does.
    ///
    /// `isWritten`: there was a letter, since a number or a row of signs is no word.
    private func find(
        in text: [Letter], from place: Int, at node: Int = 0, isWritten: Bool = false
    ) -> (word: Int, end: Int)? {
        var longest = isWritten ? nodes[node].word.map { (word: $0, end: place) } : nil
        func follow(_ next: Int?, isWritten: Bool) {
            guard let next, let found = find(in: text, from: place + 1, at: next, isWritten: isWritten) else { return }
            if found.end > longest?.end ?? 0 { longest = found }
        }
        guard place < text.count, !nodes[node].next.isEmpty else { return longest }
        let letter = text[place]
        follow(nodes[node].next[letter.scalar], isWritten: true)
        let isLetter = !signsForLetters.keys.contains(letter.scalar)
        for other in alike(letter.scalar) { follow(nodes[node].next[other], isWritten: isWritten || isLetter) }
        if node != 0, letter.isPassedOver { follow(node, isWritten: isWritten) }
        return longest
    }
}

private struct Letter {
    let scalar: Unicode.Scalar
    /// Places in the text, in its Unicode scalars.
    let start: Int32
    var end: Int32
    /// One of many that say no more than one, or a sign between letters.
    var isPassedOver = false
}

/// A text as words are looked for in it. No letter stands there more than three times on end, which bounds how often each is
/// looked at.
private func written(_ text: String) -> [Letter] {
    var letters: [Letter] = []
    var run = 0
    for character in FoldedText(text).characters {
        run = letters.last?.scalar == character.scalar ? run + 1 : 1
        if run > longestRun {
            letters[letters.count - 1].end = character.end
        } else {
            letters.append(Letter(scalar: character.scalar, start: character.start, end: character.end))
            if run == longestRun {
                for place in letters.count - longestRun + 1..<letters.count { letters[place].isPassedOver = true }
            }
        }
    }
    var place = 0
    while place < letters.count {
        let first = place
        while place < letters.count, !letters[place].scalar.isLetter { place += 1 }
        if place == first {
            place += 1
            continue
        }
        let isPassedOver = letters.passesOver(first..<place)
        for sign in first..<place { letters[sign].isPassedOver = isPassedOver }
    }
    return letters
}

private let longestRun = 3

extension [Letter] {
    /// Whether the signs and spaces there are passed over between two letters.
    fileprivate func passesOver(_ signs: Range<Int>) -> Bool {
        guard signs.count <= longestRun, signs.lowerBound > 0, signs.upperBound < count else { return false }
        if !self[signs].contains(where: { $0.scalar.properties.isWhitespace }) { return true }
        let (before, after) = (signs.lowerBound - 1, signs.upperBound)
        if self[before].scalar.standsWithoutSpaces, self[after].scalar.standsWithoutSpaces { return true }
        return (before == 0 || !self[before - 1].scalar.isLetter)
            && (after + 1 == count || !self[after + 1].scalar.isLetter)
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { properties.isAlphabetic || properties.numericType != nil || isMark }

    /// Words of Chinese and Japanese have no spaces between them.
    fileprivate var standsWithoutSpaces: Bool {
        switch value {
        case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2FFFF: true
        default: false
        }
    }
}

/// The letters that a letter or sign looks like.
private func alike(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let letter: UInt32
    switch scalar.value {
    case 0x3041...0x9FFF: return []
    // Letters in brackets, in boxes, in black circles, and those that make flags.
    case 0x249C...0x24B5: letter = scalar.value - 0x249C
    case 0x1F130...0x1F149: letter = scalar.value - 0x1F130
    case 0x1F150...0x1F169: letter = scalar.value - 0x1F150
    case 0x1F170...0x1F189: letter = scalar.value - 0x1F170
    case 0x1F1E6...0x1F1FF: letter = scalar.value - 0x1F1E6
    default: return lookalikes[scalar] ?? []
    }
    return [Unicode.Scalar(UInt8(0x61 + letter))]
}

/// By the letter or sign that is written, in lower case.
private let lookalikes: [Unicode.Scalar: [Unicode.Scalar]] = {
    var all: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for (sign, letters) in signsForLetters { all[sign, default: []] += Array(letters.unicodeScalars) }
    for group in lettersAlike {
        for letter in group.unicodeScalars {
            all[letter, default: []] += group.unicodeScalars.filter { $0 != letter }
        }
    }
    return all
}()

private let signsForLetters: [Unicode.Scalar: String] = [
    "0": "o", "1": "il", "2": "z", "3": "e", "4": "a", "5": "s", "6": "g", "7": "t", "8": "b",
    "9": "g", "@": "a", "$": "s", "!": "i", "|": "il", "+": "t", "€": "e", "£": "l", "¡": "i",
]

/// Of the Latin, Cyrillic and Greek alphabets, and small capitals.
private let lettersAlike = [
    "aаαᴀ", "bвβʙ", "cсϲᴄ", "dԁᴅ", "eеεᴇ", "gɡɢ", "hнһʜ", "iіιɪ", "jјᴊ", "kкκᴋ", "lӏʟ", "mмᴍ", "nηпɴ", "oоοσᴏ", "pрρᴘ",
    "qԛ", "rгʀ", "sѕꜱ", "tтτᴛ", "uυᴜ", "vνᴠ", "wԝωᴡ", "xхχ", "yуγʏ", "zᴢ",
]
