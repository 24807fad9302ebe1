# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Read by contrib/journal and contrib/test: what a machine needs before Swift can build here.

# Says something to the person who waits, and never into a pipe that reads our output.
say() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
    say "$*"
    exit 69 # EX_UNAVAILABLE: something this needs is not there
}

# Ends with advice unless a Swift new enough for Package.swift is on PATH.
require_swift() {
    command -v swift >/dev/null || die "Swift 6.3 is needed, and no swift is on PATH." \
        "It comes from https://www.swift.org/install/linux/"
    local banner version
    banner=$(swift --version 2>/dev/null) || die "swift is on PATH but does not run: swift --version"
    [[ $banner =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || return 0
    version=$((BASH_REMATCH[1] * 100 + BASH_REMATCH[2]))
    ((version >= 603)) || die "Swift 6.3 is needed; $(command -v swift) is ${BASH_REMATCH[0]#Swift }"
}

# Installs those of the named Debian packages that are missing; silent when none is.
require_packages() {
    local package missing=() as_root=()
    if ! command -v dpkg-query >/dev/null; then
        say "no dpkg here; these must be installed by other means: $*"
        return 0
    fi
    for package in "$@"; do
        [[ $(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null) == *installed* ]] \
            || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    if ((EUID != 0)); then
        command -v sudo >/dev/null \
            || die "as root, run once: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    # The lists of a fresh machine may be empty or name files that are gone; only then are they
    # worth the wait for new ones.
    apt_install "${missing[@]}" 2>/dev/null && return 0
    say "apt-get update, as the package lists are missing or old"
    "${as_root[@]}" apt-get update -qq </dev/null >&2 || die "apt-get update failed"
    apt_install "${missing[@]}" || die "apt-get could not install ${missing[*]}"
}

apt_install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install \
        --yes -qq -o Dpkg::Use-Pty=0 --no-install-recommends "$@" </dev/null >&2
}
