// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The SQL functions with which a migration encrypts and decrypts values.
///
/// Their arguments are a value and its place: table, column and key.
enum CipherFunctions {
    static let seal = "swiftdata_seal"
    static let open = "swiftdata_open"

    static func install(_ cipher: ValueCipher, in db: SQLiteDatabase) throws {
        func place(_ call: SQLCall) -> ValueCipher.Place {
            .init(table: call.text(1), column: call.text(2), key: call.integer(3))
        }
        try db.addFunction(seal, arguments: 4) { call in
            // With replacement characters for other bytes, these would be lost.
            guard !call.isText(0) || call.validText(0) != nil else {
                throw SwiftDataError.loadIssue(
                    "\(call.text(1)).\(call.text(2)) of row \(call.integer(3)) is not valid UTF-8, "
                        + "and cannot be encrypted"
                )
            }
            call.result(try cipher.seal(call.value(0), at: place(call)))
        }
        try db.addFunction(open, arguments: 4) { call in
            let stored = call.value(0)
            guard stored != .null else { return call.result(_ColumnValue.null) }
            guard case .blob(let sealed) = stored, let value = cipher.open(sealed, at: place(call))
            else {
                throw SwiftDataError.loadIssue(
                    "\(call.text(1)).\(call.text(2)) of row \(call.integer(3)) cannot be decrypted"
                )
            }
            call.result(value)
        }
    }
}
