// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

extension FileSystem {
    /// Removes a file whose content is stored elsewhere, and the attributes of a draft.
    ///
    /// A failure is reported on standard error and not thrown: the content is safe, and an error
    /// would suggest writing it a second time.
    static func discard(_ path: String) {
        do {
            try remove(path)
            DraftAttributes.remove(ofDraft: path)
        } catch {
            StandardError.say("journal: \(error.message)")
        }
    }
}
