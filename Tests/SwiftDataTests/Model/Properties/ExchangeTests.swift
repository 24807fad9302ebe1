// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct ExchangeTests {
    /// A variable that the deinitializer of its value uses.
    private final class Owner {
        var value: Value?
        var valueDuringRelease: Value??
    }

    private final class Value {
        unowned let owner: Owner

        init(_ owner: Owner) { self.owner = owner }

        deinit {
            owner.valueDuringRelease = .some(owner.value)
            owner.value = Value?.none
        }
    }

    @Test func previousValueIsReleasedAfterTheAccess() {
        let owner = Owner()
        owner.value = Value(owner)
        exchange(&owner.value, with: nil)
        #expect(owner.valueDuringRelease != nil)
        #expect(owner.value == nil)
    }

    @Test func previousValueIsReturned() {
        var number = 1
        #expect(exchange(&number, with: 2) == 1)
        #expect(number == 2)
    }
}
