# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/journal, contrib/test and contrib/benchmarks/run: checks and installs build
# requirements.

# Prints a message to standard error, because standard output may be piped.
say() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
    say "$*"
    exit 69 # EX_UNAVAILABLE
}

# Exits with instructions unless PATH has a Swift that is new enough for Package.swift.
require_swift() {
    command -v swift >/dev/null || die "swift not found on PATH; install Swift 6.3 from" \
        "https://www.swift.org/install/linux/"
    local banner version
    banner=$(swift --version 2>/dev/null) \
        || die "swift --version failed; check the Swift installation"
    [[ $banner =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || return 0
    version=$((BASH_REMATCH[1] * 100 + BASH_REMATCH[2]))
    ((version >= 603)) || die "Swift 6.3 or later is required; $(command -v swift) is" \
        "${BASH_REMATCH[0]#Swift }"
}

# Installs the named Debian packages that are missing, after a question on a terminal; prints nothing
# if none is.
require_packages() {
    local package missing=() as_root=()
    if ! command -v dpkg-query >/dev/null; then
        say "dpkg not found; install the equivalents of these packages: $*"
        return 0
    fi
    for package in "$@"; do
        # One line for each architecture; a package that is only mentioned is "not-installed".
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed \
            || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    if ((EUID != 0)); then
        command -v sudo >/dev/null \
            || die "missing packages; run as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    if [[ -t 0 && -t 2 && ${CI-} != true ]]; then
        local answer
        say "these packages are missing: ${missing[*]}"
        read -rp "Install them with ${as_root[*]} apt-get? [Y/n] " answer || answer=n
        [[ $answer != [Nn]* ]] || die "run: ${as_root[*]} apt-get install ${missing[*]}"
    fi
    say "installing ${missing[*]}"
    # On a new machine the package lists may be empty or outdated. Updating them is slow, so it is
    # done only if the first attempt fails.
    apt_install "${missing[@]}" 2>/dev/null && return 0
    say "updating package lists"
    "${as_root[@]}" apt-get update -qq </dev/null >&2 || die "apt-get update failed"
    apt_install "${missing[@]}" || die "apt-get cannot install ${missing[*]}"
}

apt_install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install \
        --yes -qq -o Dpkg::Use-Pty=0 --no-install-recommends "$@" </dev/null >&2
}
