import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import {
  extraMetasAddress,
  HOOK_EXECUTE_TAG,
  readTransferHook,
  resolveHookAccounts,
} from '../../../src/chain/solana/transfer-hook.ts'
import { mintAccountBytes, transferHook } from '../../support/mint-bytes.ts'

const [PROGRAM, OTHER, MINT, SOURCE, DESTINATION, AUTHORITY, LITERAL, IN_DATA] = [
  'program',
  'other program',
  'mint',
  'source',
  'destination',
  'authority',
  'literal',
  'in data',
].map((name) => keypairFromText(`hook ${name}`).address) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const TRANSFER = {
  program: PROGRAM,
  source: SOURCE,
  mint: MINT,
  destination: DESTINATION,
  authority: AUTHORITY,
  amountRaw: 77n,
}

function row(kind: number, config: readonly number[] | Uint8Array, isSigner = 0, isWritable = 0): Uint8Array {
  const bytes = Buffer.alloc(35)
  bytes[0] = kind
  bytes.set(config, 1)
  bytes[33] = isSigner
  bytes[34] = isWritable
  return bytes
}
function list(...rows: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(16)
  head.set(HOOK_EXECUTE_TAG)
  head.writeUInt32LE(4 + rows.length * 35, 8)
  head.writeUInt32LE(rows.length, 12)
  return Buffer.concat([head, ...rows])
}
const resolve = (metas: Uint8Array | null, data: ReadonlyMap<string, Uint8Array | null> = new Map()) =>
  resolveHookAccounts({ ...TRANSFER, metas }, (address) => data.get(address))
const addressesOf = (metas: Uint8Array, data?: ReadonlyMap<string, Uint8Array | null>) => {
  const resolved = resolve(metas, data)
  assert(resolved.done, JSON.stringify(resolved))
  return resolved.accounts.map(({ address }) => address)
}
const TAIL = [PROGRAM, extraMetasAddress(MINT, PROGRAM)]
const words = (text: string) => [...Buffer.from(text)]

test('a mint names its hook, none without the extension, and null once it was switched off', () => {
  assert.equal(readTransferHook(mintAccountBytes()), null)
  const on = readTransferHook(mintAccountBytes({}, [transferHook(PROGRAM, AUTHORITY)]))
  assert.deepEqual(on, { authority: AUTHORITY, program: PROGRAM })
  const off = readTransferHook(mintAccountBytes({}, [transferHook('11111111111111111111111111111111')]))
  assert.deepEqual(off, { authority: null, program: null })
})
test('without a list only the program is named', () => {
  assert.deepEqual(resolve(null), { done: true, accounts: [{ address: PROGRAM, isSigner: false, isWritable: false }] })
})
test('literal accounts come first, then the program and the list; no one signs for the hook', () => {
  const resolved = resolve(list(row(0, addressBytes(LITERAL), 1, 1)))
  assert(resolved.done)
  assert.deepEqual(resolved.accounts[0], { address: LITERAL, isSigner: false, isWritable: true })
  assert.deepEqual(
    resolved.accounts.slice(1).map(({ address }) => address),
    TAIL,
  )
})
test('seeds are literals, instruction data, addresses and account data', () => {
  const source = Buffer.alloc(165)
  source.set(addressBytes(AUTHORITY), 32)
  const config = [1, 2, ...words('ab'), 2, 8, 8, 3, 1, 4, 0, 32, 32, 0]
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(TRANSFER.amountRaw)
  const seeds = [Buffer.from('ab'), amount, addressBytes(MINT), addressBytes(AUTHORITY)]
  assert.deepEqual(addressesOf(list(row(1, config)), new Map([[SOURCE, source]])), [
    findProgramAddress(seeds, PROGRAM).address,
    ...TAIL,
  ])
})
test('an address may stand in data, or be derived from a program named before', () => {
  const literal = Buffer.concat([new Uint8Array(4), addressBytes(IN_DATA)])
  const rows = [row(0, addressBytes(LITERAL)), row(2, [2, 5, 4]), row(0, addressBytes(OTHER)), row(128 + 7, [1, 1, 65])]
  assert.deepEqual(addressesOf(list(...rows), new Map([[LITERAL, literal]])), [
    LITERAL,
    IN_DATA,
    OTHER,
    findProgramAddress([Buffer.from('A')], OTHER).address,
    ...TAIL,
  ])
})
test('data that was not read is asked for, and data that is not there is a fault', () => {
  const metas = list(row(0, addressBytes(LITERAL)), row(2, [2, 5, 0]))
  assert.deepEqual(resolve(metas), { done: false, wanted: LITERAL })
  assert('fault' in resolve(metas, new Map([[LITERAL, null]])))
  assert('fault' in resolve(metas, new Map([[LITERAL, new Uint8Array(31)]])))
})
test('a list that lies about itself is a fault and never an exception', () => {
  const long = Buffer.from(list())
  long.writeUInt32LE(60_000, 12)
  const broken = [
    new Uint8Array(0),
    list().subarray(0, 15),
    Buffer.concat([new Uint8Array(8), list().subarray(8)]),
    long,
    list(row(3, [])),
    list(row(200, [])),
    list(row(1, [9])),
    list(row(1, [1, 33])),
    list(row(1, [2, 250, 32])),
    list(row(1, [3, 99])),
    list(row(1, [4, 99, 0, 1])),
    list(
      row(
        1,
        Array.from({ length: 32 }, (_, at) => (at % 2 === 0 ? 3 : 0)),
      ),
    ),
    list(row(2, [1, 250])),
    list(row(2, [7])),
  ]
  for (const [at, metas] of broken.entries()) assert('fault' in resolve(metas), `list ${at} was followed`)
})
