// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension AggregateDescriptor {
    /// Creates a descriptor for two aggregates; the result is a tuple of their values.
    public init<First, Second>(
        of model: Model.Type = Model.self,
        _ first: Aggregate<Model, First>,
        _ second: Aggregate<Model, Second>,
        predicate: Predicate<Model>? = nil
    ) where Value == (First, Second) {
        self.init(predicate, packing: first, second)
    }

    /// Creates a descriptor for three aggregates; the result is a tuple of their values.
    public init<First, Second, Third>(
        of model: Model.Type = Model.self,
        _ first: Aggregate<Model, First>,
        _ second: Aggregate<Model, Second>,
        _ third: Aggregate<Model, Third>,
        predicate: Predicate<Model>? = nil
    ) where Value == (First, Second, Third) {
        self.init(predicate, packing: first, second, third)
    }

    /// Creates a descriptor for four aggregates; the result is a tuple of their values.
    public init<First, Second, Third, Fourth>(
        of model: Model.Type = Model.self,
        _ first: Aggregate<Model, First>,
        _ second: Aggregate<Model, Second>,
        _ third: Aggregate<Model, Third>,
        _ fourth: Aggregate<Model, Fourth>,
        predicate: Predicate<Model>? = nil
    ) where Value == (First, Second, Third, Fourth) {
        self.init(predicate, packing: first, second, third, fourth)
    }

    /// Creates a descriptor for five aggregates; the result is a tuple of their values.
    public init<First, Second, Third, Fourth, Fifth>(
        of model: Model.Type = Model.self,
        _ first: Aggregate<Model, First>,
        _ second: Aggregate<Model, Second>,
        _ third: Aggregate<Model, Third>,
        _ fourth: Aggregate<Model, Fourth>,
        _ fifth: Aggregate<Model, Fifth>,
        predicate: Predicate<Model>? = nil
    ) where Value == (First, Second, Third, Fourth, Fifth) {
        self.init(predicate, packing: first, second, third, fourth, fifth)
    }

    /// Creates a descriptor for six aggregates; the result is a tuple of their values.
    public init<First, Second, Third, Fourth, Fifth, Sixth>(
        of model: Model.Type = Model.self,
        _ first: Aggregate<Model, First>,
        _ second: Aggregate<Model, Second>,
        _ third: Aggregate<Model, Third>,
        _ fourth: Aggregate<Model, Fourth>,
        _ fifth: Aggregate<Model, Fifth>,
        _ sixth: Aggregate<Model, Sixth>,
        predicate: Predicate<Model>? = nil
    ) where Value == (First, Second, Third, Fourth, Fifth, Sixth) {
        self.init(predicate, packing: first, second, third, fourth, fifth, sixth)
    }
}
