// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The screens that `stats` shows, by the number of their columns.
enum StatisticsScreens {
    static let texts: [(columns: Int, text: String)] = [
        (
            40,
            """
            6 entries on 4 days
            24 words, 4 in an entry
            from 2025-01-01 to 2025-12-31
            longest streak: 2 days from 2025-01-01

                May Jun  Jul Aug  Sep Oct Nov  Dec
            Mon ····································
                ····································
            Wed ···································░
                ···································
            Fri ···································
                ···································
            Sun ······▓····························

                none ·░▒▓█ many

            months    ▆▁▁▁▁█▁▁▁▁▁▄
            hours     ██████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
            weekdays  ▁▁▆▄▁▁█
            tags      #house 6                  ██
                      #garden 2                 █
            [exit 0]
            """
        ),
        (
            80,
            """
            6 entries on 4 days
            24 words, 4 in an entry
            from 2025-01-01 to 2025-12-31
            longest streak: 2 days from 2025-01-01

                Jan Feb Mar  Apr May Jun  Jul Aug  Sep Oct Nov  Dec
            Mon  ····················································
                 ····················································
            Wed ░···················································░
                ░···················································
            Fri ····················································
                ····················································
            Sun ·······················▓····························

                none ·░▒▓█ many

            months    ▆▁▁▁▁█▁▁▁▁▁▄              2025-01 to 2025-12
            hours     ██████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0 to 23, most at 0
            weekdays  ▁▁▆▄▁▁█                   Mo Tu We Th Fr Sa Su
            tags      #house 6                  ████████████████████████
                      #garden 2                 ████████
            [exit 0]
            """
        ),
        (
            120,
            """
            6 entries on 4 days
            24 words, 4 in an entry
            from 2025-01-01 to 2025-12-31
            longest streak: 2 days from 2025-01-01

                Jan     Feb     Mar       Apr     May     Jun       Jul     Aug       Sep   \
              Oct     Nov       Dec
            Mon   · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · \
            · · · · · · · · · · · · · · ·
                  · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · \
            · · · · · · · · · · · · · · ·
            Wed ░░· · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · \
            · · · · · · · · · · · · · · ░░
                ░░· · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · \
            · · · · · · · · · · · · · ·
            Fri · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · \
            · · · · · · · · · · · · · ·
                · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · \
            · · · · · · · · · · · · · ·
            Sun · · · · · · · · · · · · · · · · · · · · · · · ▓▓· · · · · · · · · · · · · · \
            · · · · · · · · · · · · · ·

                none ·░▒▓█ many

            months    ▆▁▁▁▁█▁▁▁▁▁▄              2025-01 to 2025-12
            hours     ██████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0 to 23, most at 0
            weekdays  ▁▁▆▄▁▁█                   Mo Tu We Th Fr Sa Su
            tags      #house 6                  ████████████████████████
                      #garden 2                 ████████
            [exit 0]
            """
        ),
    ]
}
