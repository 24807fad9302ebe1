// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Makes several writes in one transaction: all of them, or none.
package struct Batch: MethodCall {
    package static let method = MethodName.batch

    /// One write of a batch.
    package struct Call: JSONConvertible, Equatable {
        /// Which method; one whose traits say `isBatchable`.
        package var method: MethodName
        /// Its parameters.
        package var params: JSON

        /// Takes a call as it would be sent alone.
        package init<Single: MethodCall>(_ call: Single) {
            method = Single.method
            params = call.json
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            let name = try fields.required("method", as: String.self)
            guard let method = MethodName(rawValue: name), method.traits.isBatchable else {
                throw InvalidParams("\"\(name)\" is not a method that a batch can hold")
                    .under("method")
            }
            self.method = method
            params = try fields.optional("params") ?? [:]
        }

        package var json: JSON { ["method": .string(method.rawValue), "params": params] }
    }

    /// The writes in order.
    package var calls: [Call]

    /// Puts writes together.
    package init(calls: [Call]) { self.calls = calls }

    package init(json: JSON) throws(InvalidParams) {
        guard let calls = try JSONFields(json).array("calls", of: Call.self) else {
            throw InvalidParams("is required").under("calls")
        }
        guard (1...Limits.batch).contains(calls.count) else {
            throw InvalidParams("expected 1 to \(Limits.batch) calls, got \(calls.count)")
                .under("calls")
        }
        self.calls = calls
    }

    package var json: JSON { ["calls": .array(calls.map(\.json))] }

    /// The results in the order of the calls.
    package struct Reply: JSONConvertible, Equatable {
        /// What each call returned.
        package var results: [JSON]
        /// Where the history stands after the transaction.
        package var cursor: Cursor

        /// Answers with results.
        package init(results: [JSON], cursor: Cursor) {
            self.results = results
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            results = try fields.array("results") ?? []
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["results": .array(results), "cursor": cursor.json] }
    }
}
