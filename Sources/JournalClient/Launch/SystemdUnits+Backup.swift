// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SystemdUnits {
    /// Returns the text of `journal-backup.timer`.
    ///
    /// A backup that was missed while the machine was off is written after the next start.
    package static func backupTimer(_ interval: BackupTimer.Interval) -> String {
        """
        # SPDX-License-Identifier: Apache-2.0
        # Copyright the journal project authors

        [Unit]
        Description=Regular journal backup

        [Timer]
        OnCalendar=\(interval.rawValue)
        Persistent=yes
        RandomizedDelaySec=60

        [Install]
        WantedBy=timers.target

        """
    }

    /// Returns the text of `journal-backup.service`.
    ///
    /// Standard output goes to the journal of systemd: the path of the backup, or the error.
    package static func backupService(program: String, folder: String, keeping count: Int) -> String
    {
        let command = "\(quoted(program)) backup --folder \(quoted(folder)) --keep \(count)"
        return """
            # SPDX-License-Identifier: Apache-2.0
            # Copyright the journal project authors

            [Unit]
            Description=Journal backup

            [Service]
            Type=oneshot
            ExecStart=\(command) --timeout 3600
            UMask=0077
            NoNewPrivileges=yes
            LockPersonality=yes
            RestrictAddressFamilies=AF_UNIX

            """
    }
}
