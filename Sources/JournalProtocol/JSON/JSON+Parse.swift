// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension JSON {
    /// Parses a buffer that contains exactly one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, borrowed for the call.
    ///   - depthLimit: The maximum nesting depth of arrays and objects.
    /// - Returns: The parsed value.
    /// - Throws: The first syntax error and its offset. Invalid UTF-8 anywhere takes precedence,
    ///   because other errors are then likely to be a consequence of it.
    package static func parse(
        _ bytes: UnsafeRawBufferPointer,
        depthLimit: Int = Limits.depth
    ) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes, depthLimit: depthLimit)
        do {
            return try parser.document()
        } catch {
            if let offset = firstInvalidUTF8(in: bytes) {
                throw JSONError(.invalidUTF8, at: offset)
            }
            throw error
        }
    }

    /// Parses an array of bytes that contains exactly one JSON text.
    package static func parse(
        _ bytes: [UInt8],
        depthLimit: Int = Limits.depth
    ) throws(JSONError) -> JSON {
        let outcome = bytes.withUnsafeBytes { raw -> Result<JSON, JSONError> in
            do throws(JSONError) {
                return .success(try parse(raw, depthLimit: depthLimit))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    static func firstInvalidUTF8(in bytes: UnsafeRawBufferPointer) -> Int? {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let encoded): offset += encoded.count
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
