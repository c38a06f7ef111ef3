import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  joinWithoutSignatures,
} from '../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../src/chain/solana/instructions.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import {
  encodeCount,
  findSanitizeFault,
  isStaticKeyWritable,
  parseWireTransaction,
  rewriteInstructions,
  type WireTransaction,
} from '../../src/hot-paths/wire-transaction.ts'

const address = (n: number): string => encodeBase58(new Uint8Array(32).fill(n))
const BLOCKHASH = address(200)
const PAYER = address(1)

const instructionOf = fc.record({
  programId: fc.integer({ min: 100, max: 105 }).map(address),
  accounts: fc.array(
    fc
      .record({
        number: fc.integer({ min: 1, max: 20 }),
        isWritable: fc.boolean(),
      })
      .map(({ number, isWritable }) => ({ address: address(number), isSigner: number < 5, isWritable })),
    { maxLength: 6 },
  ),
  data: fc.uint8Array({ maxLength: 40 }),
})
const transactionOf = fc.tuple(fc.constantFrom('legacy', 0, 1), fc.array(instructionOf, { minLength: 1, maxLength: 4 }))

function build(version: string | number, instructions: readonly Instruction[]): Uint8Array {
  const input = { payer: PAYER, blockhash: BLOCKHASH, instructions }
  const tables = [{ address: address(250), addresses: Array.from({ length: 8 }, (_, i) => address(12 + i)) }]
  const config = { computeUnitLimit: 5, loadedAccountsDataSizeLimit: 6, priorityFeeLamports: 7n }
  if (version === 'legacy') return joinWithoutSignatures(compileLegacyMessage(input))
  if (version === 0) return joinWithoutSignatures(compileV0Message({ ...input, lookupTables: tables }))
  return joinWithoutSignatures(compileV1Message({ ...input, config }))
}

function parse(wire: Uint8Array): WireTransaction {
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok, parsed.ok ? '' : parsed.reason)
  return parsed.transaction
}

const reasonOf = (wire: Uint8Array): string | null => {
  const parsed = parseWireTransaction(wire)
  return parsed.ok ? findSanitizeFault(parsed.transaction) : parsed.reason
}

test('what was compiled is read back: keys, flags, accounts and data of every version', () => {
  fc.assert(
    fc.property(transactionOf, ([version, instructions]) => {
      const wire = build(version, instructions)
      const transaction = parse(wire)
      assert.equal(transaction.version, version)
      assert.equal(findSanitizeFault(transaction), null)
      assert.equal(encodeBase58(transaction.blockhash), BLOCKHASH)
      const table = Array.from({ length: 8 }, (_, i) => new Uint8Array(32).fill(12 + i))
      const keys = [
        ...transaction.keys,
        ...transaction.lookups.flatMap((one) => [...one.writable].map((at) => table[at]!)),
        ...transaction.lookups.flatMap((one) => [...one.readonly].map((at) => table[at]!)),
      ].map(encodeBase58)
      for (const [at, instruction] of instructions.entries()) {
        const read = transaction.instructions[at]!
        assert.equal(keys[read.programIndex], instruction.programId)
        assert.deepEqual(
          [...read.accountIndexes].map((index) => keys[index]),
          instruction.accounts.map((use) => use.address),
        )
        assert.deepEqual(Uint8Array.from(read.data), instruction.data)
        for (const [n, use] of instruction.accounts.entries()) {
          const index = read.accountIndexes[n]!
          if (use.isSigner) assert(index < transaction.requiredSignatures)
          if (use.isWritable && index < transaction.keys.length) assert(isStaticKeyWritable(transaction, index))
        }
      }
    }),
    { numRuns: 300, seed: 3 },
  )
})

test('a transaction cut anywhere or followed by anything is refused', () => {
  fc.assert(
    fc.property(transactionOf, ([version, instructions]) => {
      const wire = build(version, instructions)
      for (let length = 0; length < wire.length; length++)
        assert(!parseWireTransaction(wire.subarray(0, length)).ok, `${length} of ${wire.length} bytes`)
      assert.equal(reasonOf(Buffer.concat([wire, Uint8Array.of(0)])), 'trailing bytes: 1')
    }),
    { numRuns: 30, seed: 4 },
  )
})

test('new data takes the place of old and everything else stays, in every version', () => {
  const edit = fc.tuple(transactionOf, fc.array(fc.option(fc.uint8Array({ maxLength: 300 })), { maxLength: 4 }))
  fc.assert(
    fc.property(edit, ([[version, instructions], edits]) => {
      const wire = build(version, instructions)
      const data = new Map<number, Uint8Array>()
      for (const [at, bytes] of edits.entries()) if (bytes !== null && at < instructions.length) data.set(at, bytes)
      const before = parse(wire)
      const after = parse(rewriteInstructions(wire, before, { data }))
      assert.deepEqual(after.keys, before.keys)
      assert.deepEqual(after.lookups, before.lookups)
      assert.deepEqual(after.config, before.config)
      for (const [at, instruction] of before.instructions.entries()) {
        assert.deepEqual(after.instructions[at]!.accountIndexes, instruction.accountIndexes)
        assert.deepEqual(
          Uint8Array.from(after.instructions[at]!.data),
          Uint8Array.from(data.get(at) ?? instruction.data),
        )
      }
      assert.deepEqual(Buffer.from(rewriteInstructions(wire, before, {})), Buffer.from(wire))
    }),
    { numRuns: 300, seed: 5 },
  )
})

test('instructions can be left out, also all of them', () => {
  fc.assert(
    fc.property(
      transactionOf,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      ([version, instructions], mask) => {
        const wire = build(version, instructions)
        const before = parse(wire)
        const keep = before.instructions.map((_, at) => at).filter((at) => mask[at])
        const after = parse(rewriteInstructions(wire, before, { keep }))
        assert.equal(after.instructions.length, keep.length)
        for (const [at, kept] of keep.entries()) {
          assert.equal(after.instructions[at]!.programIndex, before.instructions[kept]!.programIndex)
          assert.deepEqual(after.instructions[at]!.data, before.instructions[kept]!.data)
        }
        assert.deepEqual(after.lookups, before.lookups)
      },
    ),
    { numRuns: 200, seed: 6 },
  )
})

test('a count in more bytes than it needs, or over 65,535, is refused', () => {
  const wire = build('legacy', [{ programId: address(100), accounts: [], data: new Uint8Array(0) }])
  // 0x81 starts version 1, so the padded count stands where the keys are counted.
  const keyCountAt = 1 + 64 + 3
  const padded = Buffer.concat([wire.subarray(0, keyCountAt), Uint8Array.of(0x82, 0x00), wire.subarray(keyCountAt + 1)])
  assert.match(reasonOf(padded)!, /more bytes than it needs/)
  const huge = Buffer.concat([
    wire.subarray(0, keyCountAt),
    Uint8Array.of(0xff, 0xff, 0x04),
    wire.subarray(keyCountAt + 1),
  ])
  assert.match(reasonOf(huge)!, /over 65,535/)
  const endless = Buffer.concat([
    wire.subarray(0, keyCountAt),
    Uint8Array.of(0xff, 0xff, 0xff),
    wire.subarray(keyCountAt + 1),
  ])
  assert.match(reasonOf(endless)!, /more than three bytes/)
})

test('counts round-trip through one, two and three bytes', () => {
  assert.deepEqual([...encodeCount(127)], [127])
  assert.deepEqual([...encodeCount(128)], [0x80, 0x01])
  assert.deepEqual([...encodeCount(16_384)], [0x80, 0x80, 0x01])
  assert.deepEqual([...encodeCount(65_535)], [0xff, 0xff, 0x03])
})

test('versions that no one defined are refused', () => {
  const wire = Uint8Array.from(build(0, [{ programId: address(100), accounts: [], data: new Uint8Array(0) }]))
  wire[65] = 0x82
  assert.equal(reasonOf(wire), 'unknown message version 2')
})

test('a version-1 mask with half a fee or unknown bits is refused', () => {
  const wire = build(1, [{ programId: address(100), accounts: [], data: new Uint8Array(0) }])
  for (const mask of [1, 2, 0x20, 0x80]) {
    const broken = Uint8Array.from(wire)
    broken[4] = mask
    assert.match(reasonOf(broken)!, /invalid config mask/)
  }
})

test('messages that the runtime would not sanitise are found out', () => {
  const instruction = { programId: address(100), accounts: [], data: new Uint8Array(0) }
  const wire = build('legacy', [instruction])
  const headerAt = 65
  const broken = (change: (bytes: Uint8Array) => void): string | null => {
    const copy = Uint8Array.from(wire)
    change(copy)
    return reasonOf(copy)
  }
  assert.equal(reasonOf(wire), null)
  assert.match(broken((bytes) => bytes.fill(2, headerAt, headerAt + 1))!, /number of signatures/)
  assert.match(broken((bytes) => bytes.fill(1, headerAt + 1, headerAt + 2))!, /no writable signer/)
  assert.match(broken((bytes) => bytes.fill(9, headerAt + 2, headerAt + 3))!, /more keys than there are/)
  const programAt = wire.length - 3
  assert.match(broken((bytes) => bytes.fill(0, programAt, programAt + 1))!, /program index/)
  assert.match(broken((bytes) => bytes.fill(7, programAt, programAt + 1))!, /program index/)
  const withAccount = Uint8Array.from(
    build('legacy', [{ ...instruction, accounts: [{ address: PAYER, isSigner: true, isWritable: true }] }]),
  )
  withAccount[withAccount.length - 2] = 9
  assert.match(reasonOf(withAccount)!, /account index/)
})
