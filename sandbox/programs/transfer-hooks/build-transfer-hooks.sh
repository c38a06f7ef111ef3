#!/usr/bin/env bash
# Rebuilds the .b64 files from transfer-hook.c. Only needed after a change of the C file; needs clang 14 or newer
# (CLANG=...).
set -euo pipefail
cd "$(dirname "$0")"
object=$(mktemp)
trap 'rm -f "$object"' EXIT
kind=0
for name in reject reject-above reject-after allow-list count; do
  kind=$((kind + 1))
  "${CLANG:-clang}" -target bpf -mcpu=v3 -O2 -fno-builtin -Wall -Werror -Wno-unused-function -DKIND="$kind" \
    -c transfer-hook.c -o "$object"
  node - "$object" "$name" <<'JS'
const { readFileSync, writeFileSync } = require('node:fs')
const [object, name] = process.argv.slice(2)
import(`${process.cwd()}/../link-program.mts`).then(({ linkProgram }) => {
  const text = linkProgram(readFileSync(object)).toString('base64')
  writeFileSync(`${name}.b64`, text.replace(/.{1,120}/g, '$&\n'))
})
JS
done
