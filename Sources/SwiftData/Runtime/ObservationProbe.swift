// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Observation
internal import Synchronization

/// Detects whether the reads of properties are tracked, as in `withObservationTracking`.
///
/// A registrar has three allocations, and almost no model of a fetch is observed (decision 0078).
/// Observation has no interface for scopes that track reads, but it hashes the key path of a read
/// only in such a scope. The probe reads a property with a key path that records this, from a
/// registrar that the tracked model then takes over: the registrar is released with the model, and
/// with it what the scope registered.
final class ObservationProbe: Sendable {
    /// Records that it is hashed.
    private final class Marker: Hashable, Sendable {
        let isHashed = Atomic(false)

        static func == (left: Marker, right: Marker) -> Bool { left === right }

        func hash(into hasher: inout Hasher) {
            isHashed.store(true, ordering: .relaxed)
            hasher.combine(ObjectIdentifier(self))
        }
    }

    /// An object without properties.
    private final class Subject: Observable, Sendable {
        subscript(marker: Marker) -> Bool { false }
    }

    private let marker = Marker()
    private let subject = Subject()
    private let keyPath: any KeyPath<Subject, Bool> & Sendable
    /// For models that are read on another thread, against the rules of their isolation.
    private let lock = SpinLock()
    /// The observers of the next model that is observed.
    ///
    /// Unchecked, because the lock is held while the variable is used.
    @exclusivity(unchecked) nonisolated(unsafe) private var spare =
        OwnedReference(ModelObservers())

    init() {
        keyPath = \Subject[marker]
    }

    /// Returns a new list of observers if a scope tracks the reads of the current thread; nil
    /// otherwise.
    func observersIfTracked() -> ModelObservers? {
        lock.withLock {
            marker.isHashed.store(false, ordering: .relaxed)
            spare.use { $0.access(subject, keyPath) }
            // A hash on another thread only causes a list that is not necessary.
            guard marker.isHashed.load(ordering: .relaxed) else { return nil }
            defer { spare = OwnedReference(ModelObservers()) }
            return spare.object
        }
    }
}

extension ObservationProbe {
    /// Whether a probe detects the reads of a scope that tracks them, and no others.
    static var isSupported: Bool {
        detects { read in withObservationTracking(read, onChange: {}) }
    }

    /// Returns whether a probe detects the reads in a scope, and no others.
    static func detects(_ scope: (() -> Void) -> Void) -> Bool {
        let probe = ObservationProbe()
        guard probe.observersIfTracked() == nil else { return false }
        var isDetected = false
        scope { isDetected = probe.observersIfTracked() != nil }
        return isDetected && probe.observersIfTracked() == nil
    }
}

/// The observers of one model.
///
/// An object, because the size of a registrar is known at run time only, which makes an optional
/// one slow.
final class ModelObservers: Sendable {
    let registrar = ObservationRegistrar()

    /// Registers the read of a property, without copying the registrar out of a variable.
    fileprivate func access<Subject: Observable, Value>(
        _ subject: Subject,
        _ keyPath: KeyPath<Subject, Value>
    ) {
        registrar.access(subject, keyPath: keyPath)
    }
}
