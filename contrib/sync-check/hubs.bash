# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced after machines.bash and contrib/hub-check/servers.bash: the hubs at which machines meet,
# and the lines to them. `kind` is the kind of the present hub.

# MARK: Lines between machines and the hub

# Cuts machines off from the hub: its link, or the mount of the medium.
disconnect() {
    local machine
    for machine in "$@"; do
        if [[ $kind == folder ]]; then
            umount --lazy "$place/medium-$machine"
        else
            ip link set "to-$machine" down
        fi
        ! is_connected "$machine" || fail "$machine still reaches the hub"
    done
}

# Whether a machine reaches the place of the hub.
is_connected() {
    case $kind in
    folder) inside "$1" mountpoint -q "$place/medium-$1" ;;
    *) inside "$1" timeout 0.5 bash -c ": >/dev/tcp/$hub_address/$ssh_port" 2>/dev/null ;;
    esac
}

reconnect() {
    local machine
    for machine in "$@"; do
        if [[ $kind == folder ]]; then
            mountpoint -q "$place/medium-$machine" \
                || mount --bind "$place/disk" "$place/medium-$machine"
        else
            ip link set "to-$machine" up
        fi
    done
}

# MARK: Hubs

# Makes a hub of a kind; `address_for` prints its address for a machine.
make_hub() {
    local machine
    kind=$1
    case $kind in
    folder | ssh)
        mkdir -m 777 "$place/disk"
        # In the folder of the server's user, which has to write its name to the disk.
        [[ ${as_user[0]-} != setpriv || $kind != ssh ]] || chown postgres "$place/disk"
        if [[ $kind == folder ]]; then
            mkdir "$place"/medium-{a,b,c}
            for machine in a b c; do
                if $isolated; then
                    mount --bind "$place/disk" "$place/medium-$machine"
                else
                    rmdir "$place/medium-$machine" && ln -s disk "$place/medium-$machine"
                fi
            done
        fi
        ;;
    postgresql)
        postgresql postgres -c "CREATE DATABASE $database"
        ;;
    esac
}
kind=folder
# The database of the present scenario, whose name is that of the place.
database=

address_for() {
    case $kind in
    folder) echo "$place/medium-$1/hub" ;;
    ssh) echo "ssh://$ssh_login$place/disk/hub" ;;
    postgresql)
        if $isolated; then
            echo "postgresql://journal@$hub_address/$database"
        else
            echo "postgresql:///$database?host=$folder&user=journal"
        fi
        ;;
    esac
}

# Unmounts and drops what a hub had.
remove_hub() {
    local machine
    case $kind in
    folder)
        # Where another file system was mounted at the folder, each mount has it as well.
        for machine in a b c; do
            while umount --lazy "$place/medium-$machine" 2>/dev/null; do :; done
        done
        ;;
    postgresql)
        postgresql postgres -c "DROP DATABASE $database WITH (FORCE)" || :
        postgresql postgres -c "DROP TABLESPACE IF EXISTS $database" 2>/dev/null || :
        ;;
    esac
    umount --lazy "$place/disk" "$place/tablespace" 2>/dev/null || :
}

# Prints the names of the objects of the hub, with their sizes and digests.
hub_objects() {
    case $kind in
    postgresql)
        postgresql "$database" -At -F ' ' -c "SELECT space || '/' || name, octet_length(body),
            encode(sha256(body), 'hex') FROM swiftdata_object ORDER BY 1"
        ;;
    *)
        (cd "$place/disk/hub" && find . -type f ! -name '.*' -print0 | sort -z \
            | xargs -0r sha256sum | sed 's/\(^[0-9a-f]*\)  \.\/\(.*\)/\2 \1/')
        ;;
    esac
}

# Writes the objects of the hub into a folder, as files with the names of their digests.
hub_bodies() {
    local name
    mkdir "$1"
    if [[ $kind == postgresql ]]; then
        postgresql "$database" -At -F ' ' -c "SELECT encode(sha256(body), 'hex'),
            encode(body, 'base64') FROM swiftdata_object" \
            | python3 -c 'import base64, re, sys
for part in re.split(r"\n(?=[0-9a-f]{64} )", sys.stdin.read()):
    name, body = part.split(" ", 1)
    open(sys.argv[1] + "/" + name, "wb").write(base64.b64decode(body))' "$1"
    else
        while IFS= read -r name; do
            cp "$place/disk/hub/$name" "$1/$(sha256sum <"$place/disk/hub/$name" | first_word)"
        done < <(cd "$place/disk/hub" && find . -type f ! -name '.*')
    fi
}
first_word() { read -r word _ && echo "$word"; }

# Copies the hub, as a backup of it does.
copy_hub() {
    case $kind in
    postgresql)
        postgresql "$database" -c "COPY swiftdata_object TO STDOUT" >"$1"
        ;;
    *) cp -a "$place/disk/hub" "$1" ;;
    esac
}

# Puts a copy of the hub in its place, at once: journal goes on to write there.
put_back_hub() {
    case $kind in
    postgresql)
        postgresql "$database" --single-transaction -c "LOCK TABLE swiftdata_object" \
            -c "DELETE FROM swiftdata_object" -c "COPY swiftdata_object FROM STDIN" <"$1"
        ;;
    *)
        cp -a "$1" "$place/disk/copy"
        mv "$place/disk/hub" "$place/lost-$RANDOM"
        mv "$place/disk/copy" "$place/disk/hub"
        ;;
    esac
}

# Deletes all objects; the hub stays one.
empty_hub() {
    case $kind in
    postgresql) postgresql "$database" -c "DELETE FROM swiftdata_object" ;;
    # In one step: journal goes on to write there.
    *) mv "$place/disk/hub"/[0-9a-f]* "$place/lost-$RANDOM" ;;
    esac
}
