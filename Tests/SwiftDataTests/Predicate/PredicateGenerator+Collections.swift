// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A type with sample values that JSON can contain.
protocol SampledElement: Sampled, Hashable {
    static var elements: [Self] { get }
}

extension SampledElement {
    static var elements: [Self] { samples }
}

extension SampledElement where Self: FloatingPoint {
    static var elements: [Self] { samples.filter(\.isFinite) }
}

extension Bool: SampledElement {}
extension Int: SampledElement {}
extension UInt64: SampledElement {}
extension Float: SampledElement {}
extension Double: SampledElement {}
extension Decimal: SampledElement {}
extension String: SampledElement {
    static var elements: [String] { samples + ["a\0", "a\0b", "\u{1F600}", "\u{2028}/"] }
}
extension Date: SampledElement {}
extension UUID: SampledElement {}
extension URL: SampledElement {}
extension Data: SampledElement {}
extension Level: SampledElement {}
extension Grade: SampledElement {}

extension PredicateGenerator {
    private static let elementTypes: [any SampledElement.Type] = [
        Bool.self, Int.self, UInt64.self, Float.self, Double.self, Decimal.self, String.self,
        String.self, Date.self, UUID.self, URL.self, Data.self, Level.self, Grade.self,
    ]

    /// Generates a condition on a collection; nil if the model has none.
    func collection<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool>? {
        if random.chance(4) {
            return random.chance(2)
                ? dictionary(\[String: Int].isEmpty, \.keys, \.values, model)
                : dictionary(\[Level: Grade].isEmpty, \.keys, \.values, model)
        }
        let type = random.pick(Self.elementTypes)
        return list(type, model, depth)
    }

    private func list<T: SampledElement, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool>? {
        let arrays = M.paths(to: [T].self)
        let sets = M.paths(to: Set<T>.self)
        let optionals = M.paths(to: [T]?.self)
        if let path = optionals.first, random.chance(2) {
            let array = Make.build_KeyPath(root: model, keyPath: path)
            if random.chance(2) {
                let other = Make.build_Arg(random.chance(2) ? [] : [random.pick(T.elements)])
                let some = Erased(Make.build_NilCoalesce(lhs: array, rhs: other))
                return test(some, model, depth)
            }
            let result = Make.build_flatMap(array) { test(Erased($0), model, depth) }
            return Erased(Make.build_Equal(lhs: result, rhs: Make.build_Arg(Bool?.some(true))))
        }
        if let path = sets.first, arrays.isEmpty || random.chance(2) {
            return test(Erased(Make.build_KeyPath(root: model, keyPath: path)), model, depth)
        }
        guard let path = arrays.first else { return nil }
        return test(Erased(Make.build_KeyPath(root: model, keyPath: path)), model, depth)
    }

    private func test<C: Collection, M: SampledModel>(
        _ collection: Erased<C>,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool> where C.Element: SampledElement {
        let needle = random.chance(2) ? nil : random.pick(C.Element.elements)
        let value =
            needle.map { Erased(Make.build_Arg($0)) } ?? self.value(C.Element.self, model, 1)
        switch random.below(6) {
        case 0: return Erased(Make.build_KeyPath(root: collection, keyPath: \C.isEmpty))
        case 1:
            let count = Make.build_KeyPath(root: collection, keyPath: \C.count)
            let number = Make.build_Arg(random.below(4))
            return Erased(Make.build_Equal(lhs: count, rhs: number))
        case 2:
            return Erased(
                Make.build_contains(collection) { self.condition(on: Erased($0), value, model) }
            )
        case 3:
            return Erased(
                Make.build_allSatisfy(collection) { self.condition(on: Erased($0), value, model) }
            )
        case 4:
            let some = Make.build_filter(collection) {
                self.condition(on: Erased($0), value, model)
            }
            let count = Make.build_KeyPath(root: some, keyPath: \[C.Element].count)
            let number = Make.build_Arg(random.below(4))
            return Erased(Make.build_Comparison(lhs: count, rhs: number, op: .greaterThan))
        default: return Erased(Make.build_contains(collection, value))
        }
    }

    private func condition<T: SampledElement, M: SampledModel>(
        on element: Erased<T>,
        _ value: Erased<T>,
        _ model: Erased<M>
    ) -> Erased<Bool> {
        if random.chance(4), let text = element as? Erased<String> {
            return Erased(Make.build_starts(text, with: Make.build_Arg("a")))
        }
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: element, rhs: value))
            : Erased(Make.build_NotEqual(lhs: element, rhs: value))
    }

    // The key paths are arguments, because Foundation ends the process at some of generic code.
    private func dictionary<K: SampledElement, V: SampledElement, M: SampledModel>(
        _ isEmpty: any KeyPath<[K: V], Bool> & Sendable,
        _ keys: any KeyPath<[K: V], [K: V].Keys> & Sendable,
        _ values: any KeyPath<[K: V], [K: V].Values> & Sendable,
        _ model: Erased<M>
    ) -> Erased<Bool>? {
        guard let path = M.paths(to: [K: V].self).first else { return nil }
        let dictionary = Erased(Make.build_KeyPath(root: model, keyPath: path))
        let key = value(K.self, model, 0)
        switch random.below(5) {
        case 0: return Erased(Make.build_KeyPath(root: dictionary, keyPath: isEmpty))
        case 1:
            let keys = Make.build_KeyPath(root: dictionary, keyPath: keys)
            return Erased(Make.build_contains(keys, key))
        case 2:
            let values = Make.build_KeyPath(root: dictionary, keyPath: values)
            return Erased(Make.build_contains(values, value(V.self, model, 1)))
        case 3:
            let value = Make.build_subscript(
                dictionary,
                key,
                default: Make.build_Arg(random.pick(V.elements))
            )
            return Erased(Make.build_Equal(lhs: value, rhs: self.value(V.self, model, 1)))
        default:
            let value = Make.build_subscript(dictionary, key)
            let other = Make.build_Arg(random.maybe(V.elements))
            return random.chance(2)
                ? Erased(Make.build_Equal(lhs: value, rhs: other))
                : Erased(Make.build_NotEqual(lhs: value, rhs: other))
        }
    }
}
