// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Executes several writes in one transaction, all or none of them.
package struct Batch: MethodCall {
    package static let method = MethodName.batch

    /// A write in a batch.
    package struct Call: FieldValue, Equatable {
        package static var fieldForm: Parameter.Form { .call }
        package static var example: JSON {
            ["method": "entry.delete", "params": EntryDelete.example]
        }

        /// The method, which must be batchable.
        package var method: MethodName
        /// The parameters of the method.
        package var params: JSON

        /// Creates an element from a method call.
        package init<Single: MethodCall>(_ call: Single) {
            method = Single.method
            params = call.json
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            let name = try fields.required("method", as: String.self)
            guard let method = MethodName(rawValue: name), method.traits.isBatchable else {
                throw InvalidParams("method \"\(name)\" is not allowed in a batch")
                    .under("method")
            }
            self.method = method
            params = try fields.optional("params") ?? [:]
        }

        package var json: JSON { ["method": .string(method.rawValue), "params": params] }

        /// Whether a second execution of the call has no further effect.
        fileprivate var isIdempotent: Bool {
            method == .entryCreate ? params["id"] != nil : method.traits.isIdempotent
        }
    }

    /// The writes in order of execution.
    package var calls: [Call]

    /// Creates a batch.
    package init(calls: [Call]) { self.calls = calls }

    /// Whether all calls are; an import, for example, creates entries with ids of its own.
    package var isIdempotent: Bool { calls.allSatisfy(\.isIdempotent) }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        calls = try fields.required(
            "calls",
            \.calls,
            as: .array(1...Limits.batch, of: "calls")
        )
    }

    /// The results of a batch.
    package struct Reply: ProtocolObject, Equatable {
        /// The results in the order of the calls.
        package var results: [JSON]
        /// The position in the history after the transaction.
        package var cursor: Cursor

        /// Creates a reply.
        package init(results: [JSON], cursor: Cursor) {
            self.results = results
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            results = try fields.sent("results", \.results, ifAbsent: [])
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
