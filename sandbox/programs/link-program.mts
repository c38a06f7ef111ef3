import assert from 'node:assert/strict'

/* Turns the object file of `clang -target bpf -mcpu=v3 -O2 -fno-builtin -c` into an sBPF v3 program: one code segment,
 * no data, no relocations left. Good for small programs of one C file whose functions are all inlined. */

const SECTION_HEADER_BYTES = 64
const SYMBOL_BYTES = 24
const RELOCATION_BYTES = 16
const CALL_OPCODE = 0x85
/** Where sBPF v3 maps code. */
const CODE_ADDRESS = 0x1_0000_0000n
const ELF_HEADER_BYTES = 64
const PROGRAM_HEADER_BYTES = 56
const MACHINE_SBPF = 247
const SBPF_VERSION = 3

type Section = { nameAt: number; offset: number; size: number; link: number }

/** Links an object. Throws when it has no code, calls something at an odd place, or carries data. */
export function linkProgram(object: Buffer): Buffer {
  const sections = readSections(object)
  const nameTable = sections[object.readUInt16LE(62)]
  assert(nameTable, 'section name table')
  const named = (name: string) =>
    sections.find((section) => readText(object, nameTable.offset + section.nameAt) === name)
  for (const name of ['.data', '.rodata', '.bss', '.rodata.str1.1'])
    assert((named(name)?.size ?? 0) === 0, `the program has a ${name} section`)
  const text = named('.text')
  assert(text, 'no code')
  // A program that makes no system call has none.
  const relocations = named('.rel.text')
  const symbols = named('.symtab')
  assert(symbols, 'symbol table')
  const symbolNames = sections[symbols.link]
  assert(symbolNames, 'symbol names')
  const symbolName = (index: number) =>
    readText(object, symbolNames.offset + object.readUInt32LE(symbols.offset + index * SYMBOL_BYTES))

  const code = Buffer.from(object.subarray(text.offset, text.offset + text.size))
  const firstRelocation = relocations?.offset ?? 0
  for (let at = firstRelocation; at < firstRelocation + (relocations?.size ?? 0); at += RELOCATION_BYTES) {
    const place = Number(object.readBigUInt64LE(at))
    assert.equal(code[place], CALL_OPCODE, `relocation at ${place} is not a call`)
    // A call with source register 0 is a system call; its immediate is the hash of the name.
    code[place + 1] = 0
    code.writeUInt32LE(murmur3(symbolName(object.readUInt32LE(at + 12))), place + 4)
  }
  let entry = -1
  for (let i = 0; i < symbols.size / SYMBOL_BYTES; i++)
    if (symbolName(i) === 'entrypoint') entry = Number(object.readBigUInt64LE(symbols.offset + i * SYMBOL_BYTES + 8))
  assert(entry >= 0, 'no entrypoint')
  return wrapCode(code, entry)
}

/** An ELF with one executable segment and nothing else. */
function wrapCode(code: Buffer, entry: number): Buffer {
  const head = Buffer.alloc(ELF_HEADER_BYTES + PROGRAM_HEADER_BYTES)
  Buffer.from('7f454c46020101', 'hex').copy(head)
  head.writeUInt16LE(3, 16) // shared object
  head.writeUInt16LE(MACHINE_SBPF, 18)
  head.writeUInt32LE(1, 20)
  head.writeBigUInt64LE(CODE_ADDRESS + BigInt(entry), 24)
  head.writeBigUInt64LE(BigInt(ELF_HEADER_BYTES), 32)
  head.writeUInt32LE(SBPF_VERSION, 48)
  head.writeUInt16LE(ELF_HEADER_BYTES, 52)
  head.writeUInt16LE(PROGRAM_HEADER_BYTES, 54)
  head.writeUInt16LE(1, 56)
  head.writeUInt16LE(SECTION_HEADER_BYTES, 58)
  head.writeUInt32LE(1, 64) // loadable
  head.writeUInt32LE(1, 68) // executable
  head.writeBigUInt64LE(BigInt(head.length), 72)
  head.writeBigUInt64LE(CODE_ADDRESS, 80)
  head.writeBigUInt64LE(CODE_ADDRESS, 88)
  head.writeBigUInt64LE(BigInt(code.length), 96)
  head.writeBigUInt64LE(BigInt(code.length), 104)
  head.writeBigUInt64LE(8n, 112)
  return Buffer.concat([head, code])
}

/** MurmurHash3, 32 bits, seed 0: how sBPF names system calls. */
export function murmur3(text: string): number {
  const bytes = Buffer.from(text)
  const tail = bytes.length & ~3
  let hash = 0
  for (let at = 0; at < tail; at += 4) {
    hash ^= scramble(bytes.readInt32LE(at))
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let at = bytes.length - 1; at >= tail; at--) rest = (rest << 8) | bytes[at]!
  if (bytes.length > tail) hash ^= scramble(rest)
  hash ^= bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51)
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
}

function readSections(object: Buffer): Section[] {
  const start = Number(object.readBigUInt64LE(40))
  return Array.from({ length: object.readUInt16LE(60) }, (_, i) => {
    const at = start + i * SECTION_HEADER_BYTES
    return {
      nameAt: object.readUInt32LE(at),
      offset: Number(object.readBigUInt64LE(at + 24)),
      size: Number(object.readBigUInt64LE(at + 32)),
      link: object.readUInt32LE(at + 40),
    }
  })
}

function readText(object: Buffer, at: number): string {
  return object.toString('latin1', at, object.indexOf(0, at))
}
