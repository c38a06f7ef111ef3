import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hookWants, readHook } from '../../../../src/chain/solana/dexes/hooked-transfer.ts'
import type { ReadAccounts } from '../../../../src/chain/solana/dexes/trading.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { addressBytes, findProgramAddress } from '../../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { extraMetasAddress, HOOK_EXECUTE_TAG } from '../../../../src/chain/solana/transfer-hook.ts'

const [MINT, HOOK, FIXED, WALLET, FROM, TO] = ['mint', 'hook', 'fixed', 'wallet', 'from', 'to'].map(
  (text) => keypairFromText(`hooked ${text}`).address,
) as [string, string, string, string, string, string]
const LIST = extraMetasAddress(MINT, HOOK)
const MOVE = { source: FROM, destination: TO, authority: WALLET }
const HOOKED = { mint: MINT, tokenProgram: TOKEN_2022_PROGRAM, transferFee: null, hookProgram: HOOK }

/** Kind, 32 bytes of address or seeds, signer, writable. */
function row(kind: number, value: Uint8Array, isWritable = false): Uint8Array {
  const bytes = new Uint8Array(35)
  bytes[0] = kind
  bytes.set(value, 1)
  bytes[34] = isWritable ? 1 : 0
  return bytes
}
const fixed = (address: string, isWritable = false) => row(0, addressBytes(address), isWritable)
const derived = (...seeds: readonly number[]) => row(1, Uint8Array.from(seeds))
const [LITERAL, INSTRUCTION_DATA, ACCOUNT_KEY, ACCOUNT_DATA] = [1, 2, 3, 4]
const [AUTHORITY_INDEX, AMOUNT_AT] = [3, 8]

function listOf(...rows: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(16)
  HOOK_EXECUTE_TAG.copy(head)
  head.writeUInt32LE(4 + rows.length * 35, 8)
  head.writeUInt32LE(rows.length, 12)
  return Buffer.concat([head, ...rows])
}

function readWith(data: Uint8Array | null, owner = HOOK) {
  const account = data === null ? null : { address: LIST, owner, data, lamports: 1n, executable: false }
  const read: ReadAccounts = new Map([[LIST, account]])
  return readHook(HOOKED, read)
}

function accountsWith(...rows: readonly Uint8Array[]): readonly string[] {
  const hook = readWith(listOf(...rows))
  assert(hook.ok, hook.ok ? '' : hook.message)
  return hook.value(MOVE).map(({ address, isWritable }) => (isWritable ? `${address} w` : address))
}

test('a mint without a hook asks for nothing, one with a hook for its list', () => {
  assert.deepEqual(hookWants({ ...HOOKED, hookProgram: null }), [])
  assert.deepEqual(hookWants(HOOKED), [LIST])
  const none = readHook({ ...HOOKED, hookProgram: null }, new Map())
  assert(none.ok)
  assert.deepEqual(none.value(MOVE), [])
})

test('without a list the hook program alone is named, and a list of another program is none', () => {
  for (const hook of [readWith(null), readWith(listOf(fixed(FIXED)), FIXED)]) {
    assert(hook.ok)
    assert.deepEqual(
      hook.value(MOVE).map(({ address }) => address),
      [HOOK],
    )
  }
})

test('accounts that are fixed or derived from whose transfer it is are followed', () => {
  const literal = [...Buffer.from('count')]
  const own = derived(LITERAL, literal.length, ...literal, ACCOUNT_KEY, AUTHORITY_INDEX)
  const expected = findProgramAddress([Buffer.from('count'), addressBytes(WALLET)], HOOK).address
  assert.deepEqual(accountsWith(fixed(FIXED, true), own), [`${FIXED} w`, expected, HOOK, LIST])
})

test('a hook whose accounts hang on the amount or on what stands in accounts is refused', () => {
  const byAmount = readWith(listOf(derived(INSTRUCTION_DATA, AMOUNT_AT, 8)))
  assert(!byAmount.ok && byAmount.code === 'no_route')
  assert.match(byAmount.message, /other accounts for each amount/)
  const byData = readWith(listOf(derived(ACCOUNT_DATA, 0, 32, 32)))
  assert(!byData.ok && byData.code === 'no_route')
  assert.match(byData.message, /cannot be followed/)
})

test('a list that is cut off is refused', () => {
  const list = listOf(fixed(FIXED))
  for (const bytes of [new Uint8Array(0), list.subarray(0, 20), Uint8Array.from(list).fill(9, 0, 8)]) {
    const hook = readWith(bytes)
    assert(!hook.ok && hook.code === 'no_route')
    assert.match(hook.message, /cannot be followed/)
  }
})
