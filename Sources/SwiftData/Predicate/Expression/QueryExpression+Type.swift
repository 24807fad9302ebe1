// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryExpression {
    /// The column type that corresponds to the value's Swift type.
    var type: _ColumnType {
        switch self {
        case .constant(_, let type), .parameter(_, let type), .attribute(_, _, _, let type),
            .element(_, _, let type):
            type
        case .key(let path): _ColumnType(.integer, isOptional: path.isOptional)
        case .unwrapped(let value): _ColumnType(value.type.kind)
        case .cast(_, let type): type
        case .equal, .notEqual, .comparison, .isNil, .isOneOf, .all, .any, .not, .exists,
            .hasElement, .matches:
            _ColumnType(.bool)
        case .count, .elementCount, .rank: _ColumnType(.integer)
        case .firstElement(let elements): elements.partType.optional
        case .arithmetic(let lhs, _, _): _ColumnType(lhs.type.kind)
        case .negative(let value): _ColumnType(value.type.kind)
        case .function(let function, _): function.type
        case .conditional(_, let first, let second):
            _ColumnType(
                first.type.kind,
                isOptional: first.type.isOptional || second.type.isOptional
            )
        case .coalesce(_, let value): value.type
        case .optionalMap(_, let value): value.type.optional
        }
    }

    /// Whether the expression can evaluate to NULL, either for nil or for an undefined value.
    var mayBeNull: Bool {
        switch self {
        case .constant(let value, _): value == .null
        case .attribute(let path, _, _, let type): type.isOptional || !path.steps.isEmpty
        case .key(let path): !path.steps.isEmpty
        case .unwrapped, .optionalMap, .firstElement: true
        case .element(_, _, let type): type.isOptional
        case .equal, .notEqual, .comparison, .isNil, .isOneOf, .all, .any, .not, .exists, .count,
            .hasElement, .elementCount, .parameter, .matches:
            false
        case .rank(let value, _): value.mayBeNull
        case .arithmetic(let lhs, let operation, let rhs):
            switch (type.kind, operation) {
            case (.integer, .add), (.integer, .subtract), (.integer, .multiply):
                lhs.mayBeNull || rhs.mayBeNull
            default: true
            }
        case .cast(let value, _): value.mayBeNull
        case .negative(let value): value.mayBeNull || value.type.kind != .integer
        case .function(let function, let arguments):
            function.type.isOptional || arguments.contains(where: \.mayBeNull)
        case .conditional(_, let first, let second): first.mayBeNull || second.mayBeNull
        case .coalesce(let first, let second): first.mayBeNaN || second.mayBeNull
        }
    }

    /// Whether NULL can represent NaN.
    var mayBeNaN: Bool {
        switch type.kind {
        case .float, .double, .decimal: break
        default: return false
        }
        switch self {
        case .constant(let value, let type): return value == .null && !type.isOptional
        case .arithmetic, .negative: return true
        case .unwrapped(let value), .optionalMap(_, let value), .cast(let value, _):
            return value.mayBeNaN
        case .conditional(_, let first, let second), .coalesce(let first, let second):
            return first.mayBeNaN || second.mayBeNaN
        default: return false
        }
    }

    /// The expression after a Swift unwrapping operation, with a non-optional type.
    var unwrappedValue: QueryExpression {
        switch self {
        case .key(let path): .key(path.unwrapped)
        default: type.isOptional ? .unwrapped(self) : self
        }
    }

    /// A test that the Swift value is not nil.
    ///
    /// Unlike `IS NOT NULL`, the test is true for NaN.
    var isPresent: QueryExpression {
        guard type.isOptional else { return .bool(true) }
        switch self {
        case .constant(let value, _): return .bool(value != .null)
        case .parameter: return .bool(true)
        case .optionalMap(let value, let then):
            return .all([value.isPresent, then.isPresent].filter { !$0.isTrue })
        case .coalesce(let first, let second): return .any([first.isPresent, second.isPresent])
        case .conditional(let test, let first, let second):
            return .conditional(test, then: first.isPresent, else: second.isPresent)
        default: return .not(.isNil(self))
        }
    }

    var isTrue: Bool {
        if case .constant(.integer(1), let type) = self { type.kind == .bool } else { false }
    }
}

extension QueryFunction {
    var type: _ColumnType {
        switch self {
        case .contains, .startsWith, .localizedStandardContains: _ColumnType(.bool)
        case .characterCount, .byteCount: _ColumnType(.integer)
        case .localizedCompare, .caseInsensitiveCompare: _ColumnType(.integer)
        case .firstCharacter, .lastCharacter: _ColumnType(.text, isOptional: true)
        }
    }
}
