#!/usr/bin/env bash
# Rebuilds stand-in.b64 from stand-in.c. Only needed after a change of the C file; needs clang 14 or newer (CLANG=...).
set -euo pipefail
cd "$(dirname "$0")"
object=$(mktemp)
trap 'rm -f "$object"' EXIT
"${CLANG:-clang}" -target bpf -mcpu=v3 -O2 -fno-builtin -Wall -Werror -Wno-unused-but-set-variable -c stand-in.c -o "$object"
node - "$object" <<'JS'
const { readFileSync, writeFileSync } = require('node:fs')
import(`${process.cwd()}/link-program.mts`).then(({ linkProgram }) => {
  const text = linkProgram(readFileSync(process.argv[2])).toString('base64')
  writeFileSync('stand-in.b64', text.replace(/.{1,120}/g, '$&\n'))
})
JS
