import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The magic in the committed binary; each process replaces it by its own. */
const BUILT_MAGIC = 0x315458424d53474dn
/** `lddw`: loads a 64-bit constant, low half at +4, high half at +12. */
const LOAD_WIDE = 0x18
const INSTRUCTION_BYTES = 8

/** The stand-in program with a magic that only this process knows: a script of anyone else is no script to it. */
export type StandIn = { readonly elf: Uint8Array; readonly magic: Uint8Array }

export function loadStandIn(): StandIn {
  const text = readFileSync(new URL('../programs/stand-in.b64', import.meta.url), 'utf8')
  const elf = Buffer.from(text, 'base64')
  const magic = randomBytes(8)
  const low = Number(BUILT_MAGIC & 0xffffffffn)
  const high = Number(BUILT_MAGIC >> 32n)
  let patched = 0
  for (let at = 120; at + 16 <= elf.length; at += INSTRUCTION_BYTES) {
    if (elf[at] !== LOAD_WIDE || elf.readUInt32LE(at + 4) !== low || elf.readUInt32LE(at + 12) !== high) continue
    magic.copy(elf, at + 4, 0, 4)
    magic.copy(elf, at + 12, 4, 8)
    patched++
  }
  assert.equal(patched, 1, 'the stand-in names its magic once')
  return { elf, magic }
}
