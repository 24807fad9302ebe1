// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension UInt64 {
    /// Parses a decimal number in its only form.
    init?(onlyForm text: some StringProtocol) {
        guard let number = UInt64(text), String(number) == text else { return nil }
        self = number
    }
}
