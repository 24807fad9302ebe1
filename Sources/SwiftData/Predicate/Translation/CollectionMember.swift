// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A member of a collection that has a translation.
enum CollectionMember {
    case count, isEmpty, first, last
}

extension CollectionMember {
    /// Creates the member at a key path of a type; returns nil for other key paths.
    ///
    /// Foundation recognizes the key paths of some collection types only. A key path that is
    /// written in generic code differs from the key path of the concrete type.
    init?<Whole>(_ keyPath: AnyKeyPath, of type: Whole.Type) {
        let own = (type as? any MemberPaths.Type)?.memberPaths ?? []
        let generic = (type as? any Collection.Type)?.genericMemberPaths ?? []
        guard let member = (own + generic).first(where: { $0.keyPath == keyPath })?.member else {
            return nil
        }
        self = member
    }
}

/// A collection type with the key paths of its members.
private protocol MemberPaths {
    static var memberPaths: [(keyPath: AnyKeyPath, member: CollectionMember)] { get }
}

extension Array: MemberPaths {
    fileprivate static var memberPaths: [(keyPath: AnyKeyPath, member: CollectionMember)] {
        [(\Self.count, .count), (\Self.isEmpty, .isEmpty), (\Self.first, .first)]
    }
}

extension Set: MemberPaths {
    fileprivate static var memberPaths: [(keyPath: AnyKeyPath, member: CollectionMember)] {
        [(\Self.count, .count), (\Self.isEmpty, .isEmpty)]
    }
}

extension Dictionary: MemberPaths {
    fileprivate static var memberPaths: [(keyPath: AnyKeyPath, member: CollectionMember)] {
        [(\Self.count, .count), (\Self.isEmpty, .isEmpty)]
    }
}

extension Collection {
    fileprivate static var genericMemberPaths: [(keyPath: AnyKeyPath, member: CollectionMember)] {
        [(\Self.count, .count), (\Self.isEmpty, .isEmpty), (\Self.first, .first)]
    }
}
