// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Something that the code of this folder relies on, without a promise of the language or of the
/// runtime.
struct RuntimeAssumption: Sendable {
    /// The assumption as a sentence without its end, for an error message.
    let statement: String
    /// Returns whether it holds in this process.
    let isMet: @Sendable () -> Bool

    /// All assumptions.
    static let all = [
        RuntimeAssumption("type metadata counts the cases of an enum") { EnumCases.isSupported },
        RuntimeAssumption("an object is not retained once its deinitialization has begun") {
            UnretainedObject.isSupported
        },
        RuntimeAssumption("arrays of objects have one layout") { ObjectArrays.isSupported },
        RuntimeAssumption("a stored property of a class has a constant address") {
            AddressSample.isSupported
        },
        RuntimeAssumption("key paths are hashed only by tracked reads") {
            ObservationProbe.isSupported
        },
        RuntimeAssumption("the description of a key path lists its properties") {
            KeyPathSample.isSupported
        },
        RuntimeAssumption("an atomic integer consists of the bytes of the integer") {
            MappedIntegers.isSupported
        },
    ]

    init(_ statement: String, _ isMet: @escaping @Sendable () -> Bool) {
        self.statement = statement
        self.isMet = isMet
    }
}

/// Whether the Swift runtime of the process is one that this version of the package supports.
struct RuntimeSupport: Sendable {
    /// The support in this process, checked once.
    static let current = RuntimeSupport(RuntimeAssumption.all)

    /// The first assumption that does not hold; nil if all do.
    private let unmet: RuntimeAssumption?

    init(_ assumptions: [RuntimeAssumption]) { unmet = assumptions.first { !$0.isMet() } }

    /// Throws an error if the runtime is not supported.
    ///
    /// - Throws: `StoreError`, before anything relies on the assumption.
    func require() throws(StoreError) {
        guard let unmet else { return }
        throw StoreError(
            .failed,
            "this version of the package does not support this version of Swift, in which it is not "
                + "true that \(unmet.statement); update the package, or build with an earlier "
                + "version of Swift"
        )
    }
}
