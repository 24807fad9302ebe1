// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The habits of a place in which dates are written.
package struct DateConventions: Sendable, Hashable {
    /// The order of the numbers of a date such as `9/11/2026`.
    package enum NumberOrder: Sendable {
        case dayMonth
        case monthDay
    }

    /// The order of day and month; nil if either is possible.
    package var order: NumberOrder?
    /// The day with which a week starts.
    package var firstWeekday: Weekday

    /// Creates conventions; by default dates may have either order, and weeks start on Monday.
    package init(order: NumberOrder? = nil, firstWeekday: Weekday = .monday) {
        self.order = order
        self.firstWeekday = firstWeekday
    }

    /// Creates the conventions of a locale such as `en_US.UTF-8`.
    ///
    /// A locale without a region, such as `C.UTF-8`, has the default conventions.
    package init(locale: String) {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let parts = name.split { $0 == "_" || $0 == "-" }
        guard parts.count > 1, let region = parts.last.map({ $0.uppercased() }) else {
            self.init()
            return
        }
        self.init(
            order: Self.monthFirst.contains(region)
                ? .monthDay : Self.eitherOrder.contains(region) ? nil : .dayMonth,
            firstWeekday: Self.sundayFirst.contains(region)
                ? .sunday : Self.saturdayFirst.contains(region) ? .saturday : .monday
        )
    }

    /// The conventions of the environment: `LC_ALL`, `LC_TIME` or `LANG`, whichever is set first.
    package init(environment: Environment) {
        self.init(
            locale: Self.localeVariable(in: environment).flatMap { environment[$0] } ?? ""
        )
    }

    /// Returns the name of the variable that determines the conventions; nil if none is set.
    package static func localeVariable(in environment: Environment) -> String? {
        ["LC_ALL", "LC_TIME", "LANG"].first { environment[$0] != nil }
    }

    private static let monthFirst: Set = regions("AS FM GU MH MP PH PR PW UM US VI")
    /// Regions in which the year comes first, or in which both orders are in use.
    private static let eitherOrder: Set = regions("BT CA CN HU IR JP KP KR LT MN SE TW ZA")
    /// From the supplemental data of the Unicode Common Locale Data Repository.
    private static let sundayFirst: Set = regions(
        """
        AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT \
        MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
        """
    )
    private static let saturdayFirst: Set = regions("AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY")

    private static func regions(_ names: String) -> Set<String> {
        Set(names.split(separator: " ").map(String.init))
    }
}
