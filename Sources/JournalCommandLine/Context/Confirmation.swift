// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalSystem

/// A question before entries are deleted.
package struct Confirmation {
    private let isGiven: Bool
    private let option: String

    /// Creates a confirmation; `isGiven` is the value of the option.
    package init(isGiven: Bool, option: String = "--yes") {
        self.isGiven = isGiven
        self.option = option
    }

    /// Asks on the terminal unless the confirmation was given; returns whether the answer is yes.
    ///
    /// - Parameters:
    ///   - question: The question, such as `Delete 3 entries permanently?`.
    ///   - details: Lines that are printed before the question.
    ///   - refusal: What did not happen, for the message if there is no terminal.
    /// - Returns: False if the answer is anything but `y` or `yes`.
    /// - Throws: `usage` if there is no terminal.
    package func ask(
        _ question: String,
        details: [String] = [],
        refusal: String = "nothing was deleted"
    ) throws(ClientError) -> Bool {
        if isGiven { return true }
        guard StandardDescriptors.isTerminal(0), StandardDescriptors.isTerminal(2) else {
            throw ClientError(
                .usage,
                "\(refusal): there is no terminal to ask \"\(question)\"",
                advice: "Use \(option) to continue without a question."
            )
        }
        for line in details { StandardError.say(line) }
        StandardError.say("\(question) [y/N]")
        let answer = StandardDescriptors.readLine()?.lowercased().filter { !$0.isWhitespace }
        return answer == "y" || answer == "yes"
    }
}
