// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Turns the steps of rounds into events, at most one of which is in progress.
struct EventLog {
    /// A step of a round.
    enum Step {
        /// A round began.
        case began
        /// The hub was listed, and the store has its space.
        case listed
        /// An object arrived.
        case receiving
        /// All that arrived is in the store.
        case merged
        /// An object is about to be put.
        case sending
        /// The round ended.
        case ended
        /// The round ended with an error.
        case failed(CloudError)
    }

    typealias Event = NSPersistentCloudKitContainer.Event

    private let storeIdentifier: String
    private var isSetUp = false
    private var current: Event?
    private var beginning = Date.distantPast

    init(storeIdentifier: String) { self.storeIdentifier = storeIdentifier }

    /// Handles a step.
    ///
    /// - Returns: The events that begin or end with it.
    mutating func handle(_ step: Step, at date: Date) -> [Event] {
        switch step {
        case .began:
            beginning = date
            return isSetUp ? [] : begin(.setup, at: date)
        case .listed:
            isSetUp = true
            return end(.setup, at: date)
        case .receiving: return begin(.import, at: date)
        case .merged: return end(.import, at: date)
        case .sending: return begin(.export, at: date)
        case .ended: return end(.export, at: date)
        case .failed(let error):
            // Without another one in progress, it was the hub that could not be listed.
            var event = current ?? event(.import, at: beginning)
            current = nil
            event.endDate = date
            event.error = error
            return [event]
        }
    }

    private func event(_ type: NSPersistentCloudKitContainer.EventType, at date: Date) -> Event {
        Event(type, storeIdentifier: storeIdentifier, startDate: date)
    }

    private mutating func begin(
        _ type: NSPersistentCloudKitContainer.EventType,
        at date: Date
    ) -> [Event] {
        guard current == nil else { return [] }
        let event = event(type, at: date)
        current = event
        return [event]
    }

    private mutating func end(
        _ type: NSPersistentCloudKitContainer.EventType,
        at date: Date
    ) -> [Event] {
        guard var event = current, event.type == type else { return [] }
        current = nil
        event.endDate = date
        return [event]
    }
}
