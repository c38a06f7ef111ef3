#!/usr/bin/env bash
# Builds a Debian package from a checkout in which `npm ci --omit=dev` has been run:
#   systemd/build-deb.sh [--output DIR]
# It holds what `systemd/install.sh --root` stages, for the architecture of this machine. Prints the path of the package.
set -euo pipefail

output="."
while [ $# -gt 0 ]; do
  case "$1" in
    --output) output="$2"; shift 2 ;;
    *) echo "usage: $0 [--output DIR]" >&2; exit 2 ;;
  esac
done

here=$(cd "$(dirname "$0")/.." && pwd)
command -v dpkg-deb >/dev/null || { echo "dpkg-deb is not on this machine" >&2; exit 1; }
version=$(sed -n 's/^  "version": "\([0-9][0-9A-Za-z.+~-]*\)",$/\1/p' "$here/package.json" | head -n 1)
[ -n "$version" ] || { echo "no version in $here/package.json" >&2; exit 1; }
architecture=$(dpkg --print-architecture)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
stage="$work/stage"
mkdir -m 0755 "$stage"
"$here/systemd/install.sh" --root "$stage" >/dev/null

# Units of packages live here; /etc is the operator's.
install -d -m 0755 "$stage/usr/lib/systemd"
mv "$stage/etc/systemd/system" "$stage/usr/lib/systemd/system"
rmdir "$stage/etc/systemd"
# An upgrade must not put an empty one over the witness: postinst makes it where there is none.
rm -f "$stage/etc/mintglass/credentials/wallet.key.stores"

install -d -m 0755 "$stage/usr/share/doc/mintglass" "$stage/DEBIAN"
{
  echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
  echo "Upstream-Name: mintglass"
  echo
  echo "Files: *"
  echo "Copyright: the Mintglass authors; packages below /opt/mintglass/node_modules: their authors, under the licences there"
  echo "License: Apache-2.0"
  echo " On Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0."
} >"$stage/usr/share/doc/mintglass/copyright"
for script in postinst prerm postrm; do install -m 0755 "$here/systemd/debian/$script" "$stage/DEBIAN/$script"; done
echo /etc/mintglass/mintglass.env >"$stage/DEBIAN/conffiles"
{
  echo "Package: mintglass"
  echo "Version: $version"
  echo "Architecture: $architecture"
  echo "Maintainer: Mintglass <mintglass@localhost>"
  echo "Section: net"
  echo "Priority: optional"
  echo "Installed-Size: $(du -k -s --apparent-size "$stage" | cut -f 1)"
  # The newest symbols that the bundled binaries ask for (lmdb).
  echo "Depends: libc6 (>= 2.34), libstdc++6 (>= 11), passwd"
  echo "Recommends: systemd, ca-certificates"
  echo "Description: self-hosted Solana market intelligence, trading and rent recovery"
  echo " One server for tokens and wallets of Solana: market data, safety verdicts, entity"
  echo " maps, trading, rent recovery and push delivery. Node.js and all libraries are"
  echo " included; the service runs under systemd as the user mintglass."
} >"$stage/DEBIAN/control"
(cd "$stage" && find opt usr -type f -print0 | sort -z | xargs -0 md5sum) >"$stage/DEBIAN/md5sums"

mkdir -p "$output"
package="$output/mintglass_${version}_${architecture}.deb"
dpkg-deb --root-owner-group -Zxz -z3 --build "$stage" "$package" >/dev/null
echo "$package"
