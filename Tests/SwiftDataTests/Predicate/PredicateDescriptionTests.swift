// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Descriptions of predicates with operators that Foundation lacks on Linux.
@Suite struct PredicateDescriptionTests {
    @Test func descriptionNamesLocalizedStandardContains() {
        let word = "rain"
        let predicate = #Predicate<Song> { $0.title.localizedStandardContains(word) }
        #expect(predicate.description.contains("localizedStandardContains"))
        #expect(predicate.description.contains("\"rain\""))
    }

    @Test func descriptionNamesTextComparisons() {
        let (same, ascending) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        let predicate = #Predicate<Song> {
            $0.title.localizedCompare($0.text) == same
                || $0.title.caseInsensitiveCompare("b") == ascending
        }
        #expect("\(predicate)".contains("localizedCompare"))
        #expect("\(predicate)".contains("caseInsensitiveCompare"))
    }

    @Test func evaluationIgnoresCaseAndDiacritics() throws {
        let predicate = #Predicate<Song> { $0.title.localizedStandardContains("CAFE") }
        #expect(try predicate.evaluate(Song("Un café")))
        #expect(try predicate.evaluate(Song("Un thé")) == false)
    }
}
