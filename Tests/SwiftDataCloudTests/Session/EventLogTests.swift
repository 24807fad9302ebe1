// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftDataCloud

/// The steps of rounds as events.
struct EventLogTests {
    private let error = CloudError(.unreachable, message: "away")

    /// Returns the events of steps, each as a word: its type, and `+` when it begins, `-` when it
    /// ends, `!` when it fails.
    private func words(_ steps: [EventLog.Step]) -> String {
        var log = EventLog(storeIdentifier: "store")
        var words: [String] = []
        for (index, step) in steps.enumerated() {
            let date = Date(timeIntervalSinceReferenceDate: Double(index))
            for event in log.handle(step, at: date) {
                let mark = event.endDate == nil ? "+" : event.succeeded ? "-" : "!"
                words.append("\(event.type)\(mark)")
            }
        }
        return words.joined(separator: " ")
    }

    @Test func roundWithoutNewsHasNoEvents() {
        #expect(words([.began, .listed, .merged, .ended]) == "setup+ setup-")
        let second: [EventLog.Step] = [.began, .listed, .merged, .ended]
        #expect(words(second + second) == "setup+ setup-")
    }

    @Test func objectsBelongToOneEvent() {
        let steps: [EventLog.Step] = [
            .began, .listed, .receiving, .receiving, .merged, .sending, .sending, .ended,
        ]
        #expect(words(steps) == "setup+ setup- import+ import- export+ export-")
    }

    @Test func failureEndsTheEventInProgress() {
        #expect(words([.began, .failed(error)]) == "setup+ setup!")
        #expect(words([.began, .failed(error), .began, .listed]) == "setup+ setup! setup+ setup-")
        #expect(
            words([.began, .listed, .receiving, .failed(error)])
                == "setup+ setup- import+ import!"
        )
        #expect(
            words([.began, .listed, .merged, .sending, .failed(error)])
                == "setup+ setup- export+ export!"
        )
    }

    @Test func hubThatCannotBeListedFailsAnImport() {
        #expect(
            words([.began, .listed, .ended, .began, .failed(error)]) == "setup+ setup- import!"
        )
    }
}
