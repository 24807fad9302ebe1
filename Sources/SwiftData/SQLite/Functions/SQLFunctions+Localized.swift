// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLFunctions {
    /// Functions that compare text by the rules of the current locale.
    static let localizedFunctions: [(String, (arguments: Int32, body: Function))] = [
        ("swift_localized_standard_contains", (2, localizedStandardContains)),
        ("swift_localized_compare", (2, localizedCompare)),
        ("swift_case_insensitive_compare", (2, caseInsensitiveCompare)),
    ]

    /// Whether case folding of ASCII letters is the same as in English.
    ///
    /// Turkish, for example, does not fold I to i.
    private static let foldsASCII: Bool = {
        let language = Locale.current.language.languageCode?.identifier ?? "en"
        return !["tr", "az", "lt"].contains(language)
    }()

    private static let localizedStandardContains: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        let fast = call.withBytes(0) { text in
            call.withBytes(1) { part -> Bool? in
                guard foldsASCII, text.isSingleByteText, part.isSingleByteText, !part.isEmpty
                else { return nil }
                return text.containsIgnoringCase(part)
            }
        }
        call.result(fast ?? call.text(0).localizedStandardContains(call.text(1)))
    }

    private static let localizedCompare: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        call.result(call.text(0).localizedCompare(call.text(1)).rawValue)
    }

    private static let caseInsensitiveCompare: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        call.result(call.text(0).caseInsensitiveCompare(call.text(1)).rawValue)
    }

    /// Compares text in the order of a file list, by the rules of the current locale.
    static let compareLocalized: Collation = { _, leftCount, left, rightCount, right in
        let left = UnsafeBufferPointer(text: left, count: leftCount)
        let right = UnsafeBufferPointer(text: right, count: rightCount)
        if left.elementsEqual(right) { return 0 }
        let first = String(decoding: left, as: UTF8.self)
        let second = String(decoding: right, as: UTF8.self)
        return Int32(first.localizedStandardCompare(second).rawValue)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether ASCII text contains other ASCII text, ignoring case.
    fileprivate func containsIgnoringCase(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first?.lowercaseASCII, part.count <= count else { return false }
        var position = 0
        while position <= count - part.count {
            if self[position].lowercaseASCII == first,
                zip(self[position...], part).allSatisfy({ $0.lowercaseASCII == $1.lowercaseASCII })
            {
                return true
            }
            position += 1
        }
        return false
    }
}

extension UInt8 {
    fileprivate var lowercaseASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
