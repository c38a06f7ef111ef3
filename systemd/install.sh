#!/usr/bin/env bash
# Installs or upgrades Mintglass under systemd. Run as root from a checkout in which `npm ci --omit=dev` has been run.
#   systemd/install.sh [--root DIR] [--cpus LIST]
# --root stages everything below DIR (for packaging and for `systemd-analyze verify --root`), creating no user and
# starting nothing. --cpus writes a drop-in that confines the service to those cores, for example 2-7.
set -euo pipefail

root=""
cpus=""
while [ $# -gt 0 ]; do
  case "$1" in
    --root) root="$2"; shift 2 ;;
    --cpus) cpus="$2"; shift 2 ;;
    *) echo "usage: $0 [--root DIR] [--cpus LIST]" >&2; exit 2 ;;
  esac
done

here=$(cd "$(dirname "$0")/.." && pwd)
[ -x "$here/node_modules/.bin/node" ] || { echo "run 'npm ci --omit=dev' in $here first" >&2; exit 1; }

if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || { echo "must be root" >&2; exit 1; }
  id -u mintglass >/dev/null 2>&1 || useradd --system --home-dir /var/lib/mintglass --shell /usr/sbin/nologin mintglass
fi

install -d -m 0755 "$root/opt" "$root/etc/systemd/system"
install -d -m 0750 "$root/etc/mintglass"
install -d -m 0700 "$root/etc/mintglass/credentials"

# The pages of the Explorer. The service itself builds nothing.
[ ! -e "$here/explorer/build.ts" ] || "$here/node_modules/.bin/node" "$here/explorer/build.ts"

# The new tree is copied beside the old one and then swapped in, so that an upgrade never runs half of each.
new="$root/opt/mintglass.new"
rm -rf "$new"
install -d -m 0755 "$new"
cp -a "$here/package.json" "$here/package-lock.json" "$here/LICENSE" "$here/README.md" "$here/src" "$here/docs" "$here/ops" "$here/systemd" "$here/node_modules" "$new/"
mkdir -p "$new/explorer"
if [ -d "$here/explorer/dist" ]; then cp -a "$here/explorer/dist" "$new/explorer/"; fi
chmod -R go-w "$new"
if [ -z "$root" ]; then chown -R root:root "$new"; fi
rm -rf "$root/opt/mintglass.old"
if [ -d "$root/opt/mintglass" ]; then mv "$root/opt/mintglass" "$root/opt/mintglass.old"; fi
mv "$new" "$root/opt/mintglass"

install -m 0644 "$here/systemd/mintglass.service" "$here/systemd/mintglass@.service" "$here/systemd/mintglass-ingest.service" "$here/systemd/mintglass-backup.service" "$here/systemd/mintglass-backup.timer" "$root/etc/systemd/system/"
[ -e "$root/etc/mintglass/mintglass.env" ] || install -m 0640 "$here/systemd/mintglass.env.sample" "$root/etc/mintglass/mintglass.env"

# The witness beside the key file (docs/integrity.md), which the server itself cannot write into these folders. Not before a
# store of a version without codes has been taken over: that one would ask for `store upgrade`.
store="$root/var/lib/mintglass/live/durable"
if [ ! -e "$store" ] || [ -e "$root/opt/mintglass.old/src/store/seal-witness.ts" ]; then
  key_file=$(sed -n 's/^WALLET_KEY_FILE=//p' "$root/etc/mintglass/mintglass.env" | tail -n 1)
  witness="$root/etc/mintglass/credentials/wallet.key.stores"
  [ -e "$witness" ] || install -m 0600 /dev/null "$witness"
  if [ -n "$key_file" ] && [ -d "$(dirname "$root$key_file")" ] && [ ! -e "$root$key_file.stores" ]; then
    install -m 0644 /dev/null "$root$key_file.stores"
  fi
else
  echo "after the first start of this version, make wallet.key.stores beside wallet.key: docs/integrity.md, or run this again"
fi

if [ -n "$cpus" ]; then
  for unit in mintglass.service mintglass@.service mintglass-ingest.service; do
    install -d -m 0755 "$root/etc/systemd/system/$unit.d"
    printf '[Service]\nCPUAffinity=%s\n' "$cpus" >"$root/etc/systemd/system/$unit.d/cpus.conf"
  done
fi

if [ -z "$root" ]; then
  systemctl daemon-reload
  echo "installed; edit /etc/mintglass/mintglass.env, put keys into /etc/mintglass/credentials/, then:"
  echo "  systemctl enable --now mintglass"
  echo "  systemctl enable --now mintglass-backup.timer    # nightly, docs/backup.md"
fi
