import JSON

/// Something that the doctor has looked at, and what to do about it.
struct Finding: Equatable, Sendable {
    /// The heaviest last.
    enum Weight: Int, CaseIterable, Comparable, Sendable {
        /// It is as it should be.
        case fine
        case better
        /// Something can be lost, seen by others, or fail under load.
        case risky
        /// The gateway does not start, or clients do not get in.
        case wrong

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    let weight: Weight
    /// The setting, or the part of the machine.
    let about: String
    let finding: String
    /// Empty for what is fine.
    let advice: String

    static func fine(_ about: String, _ finding: String) -> Finding {
        Finding(weight: .fine, about: about, finding: finding, advice: "")
    }

    static func better(_ about: String, _ finding: String, _ advice: String) -> Finding {
        Finding(weight: .better, about: about, finding: finding, advice: advice)
    }

    static func risky(_ about: String, _ finding: String, _ advice: String) -> Finding {
        Finding(weight: .risky, about: about, finding: finding, advice: advice)
    }

    static func wrong(_ about: String, _ finding: String, _ advice: String) -> Finding {
        Finding(weight: .wrong, about: about, finding: finding, advice: advice)
    }
}

/// All that was found, the heaviest first.
struct Diagnosis {
    let findings: [Finding]

    init(_ findings: [Finding]) {
        // Those of one weight stay in the order in which they were looked at.
        self.findings = Finding.Weight.allCases.reversed().flatMap { weight in
            findings.filter { $0.weight == weight }
        }
    }

    var needsAttention: Bool { findings.contains { $0.weight >= .risky } }

    /// `isWhole`: also what is fine.
    func text(isWhole: Bool) -> String {
        var text = ""
        for finding in findings where isWhole || finding.weight > .fine {
            text +=
                "\(finding.weight)  \(TextTable.harmless(finding.about))\n  \(TextTable.harmless(finding.finding))\n"
            if !finding.advice.isEmpty { text += "  → \(TextTable.harmless(finding.advice))\n" }
            text += "\n"
        }
        let counts = Finding.Weight.allCases.reversed().map { weight in
            "\(findings.count { $0.weight == weight }) \(weight)"
        }
        return text + counts.joined(separator: ", ") + "\n"
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.array("findings") { json in
                for finding in findings {
                    json.object { json in
                        json.field("weight", "\(finding.weight)")
                        json.field("about", finding.about)
                        json.field("finding", finding.finding)
                        json.field("advice", finding.advice)
                    }
                }
            }
        }
        return json.text
    }
}
