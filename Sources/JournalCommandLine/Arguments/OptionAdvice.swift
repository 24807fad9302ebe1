// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Advice about options that are easily confused.
package struct OptionAdvice: Sendable {
    private let arguments: [String]

    /// Creates advice about a command line that could not be parsed; the command comes first.
    package init(_ arguments: [String]) { self.arguments = arguments }

    /// Returns the advice for a word of one letter that a search excludes with a dash.
    ///
    /// - Parameter error: The message of the argument parser.
    /// - Returns: The advice, or nil if no such word was read as an option that does not exist.
    package func excludedWord(_ error: String) -> String? {
        guard let command = arguments.first,
            let word = arguments.dropFirst().prefix(while: { $0 != "--" }).first(where: {
                $0.count == 2 && $0.hasPrefix("-") && error.contains("Unknown option '\($0)'")
            })
        else { return nil }
        return "\nTo exclude the word \"\(word.dropFirst())\", put it last, after --: "
            + "journal \(command) WORDS -- \(word)"
    }

    /// The advice for a notebook after `-n`, or `nil`.
    package var notebook: String? {
        let options = arguments.prefix { $0 != "--" }
        for (option, value) in zip(options, options.dropFirst()) {
            let isName = !value.hasPrefix("-") && !value.allSatisfy(\.isNumber)
            guard option == "-n", isName else { continue }
            let command = arguments.first.map { $0.hasPrefix("-") ? "" : "\($0) " } ?? ""
            return "\n-n is a number of entries; the notebook is -N: "
                + "journal \(command)-N \(value)"
        }
        return nil
    }
}
