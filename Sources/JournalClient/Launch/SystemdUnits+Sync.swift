// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SystemdUnits {
    /// The name of the timer that starts an exchange with the hub.
    package static let syncTimerName = "journal-sync.timer"
    /// The name of the service that the timer starts.
    package static let syncServiceName = "journal-sync.service"

    /// The text of `journal-sync.timer`, which is installed, but not enabled.
    ///
    /// A daemon that runs exchanges changes by itself. The timer is for machines on which the
    /// journal is not used for days, such as a server at home that others synchronize with.
    package static let syncTimer = """
        # SPDX-License-Identifier: Apache-2.0
        # Copyright the journal project authors

        [Unit]
        Description=Regular journal synchronization

        [Timer]
        OnStartupSec=1min
        OnCalendar=*:0/15
        RandomizedDelaySec=60

        [Install]
        WantedBy=timers.target

        """

    /// Returns the text of `journal-sync.service`.
    ///
    /// A hub that is not reachable (75) is no failure: the next run tries again.
    package static func syncService(program: String) -> String {
        """
        # SPDX-License-Identifier: Apache-2.0
        # Copyright the journal project authors

        [Unit]
        Description=Journal synchronization

        [Service]
        Type=oneshot
        ExecStart=\(quoted(program)) sync now --timeout 600
        SuccessExitStatus=75
        UMask=0077
        NoNewPrivileges=yes
        LockPersonality=yes
        RestrictAddressFamilies=AF_UNIX

        """
    }
}
