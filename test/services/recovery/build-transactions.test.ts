import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction, type WireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { buildTransactions } from '../../../src/services/recovery/build-transactions.ts'
import { compilePack, type PackItem } from '../../../src/services/recovery/pack-transactions.ts'

const address = (name: string): string => keypairFromText(name).address
const OWNER = address('owner')
const frame = { payer: OWNER, version: 0 as const, unitPrice: 100_000n }
const never = new AbortController().signal

function closes(count: number): PackItem[] {
  return Array.from({ length: count }, (_, at) => {
    const account = address(`build ${at}`)
    const close = make.closeTokenAccount({ account, destination: OWNER, authority: OWNER })
    return { account, lamports: 2_039_280n, instructions: [close] }
  })
}

/** A node whose simulations fail at the first instruction that names one of these accounts. */
function nodeRefusing(accounts: readonly string[], seen: WireTransaction[] = []): SolanaRpc {
  return {
    async call(_method: string, [text]: [string]) {
      const parsed = parseWireTransaction(Buffer.from(text, 'base64'))
      assert(parsed.ok)
      seen.push(parsed.transaction)
      const { instructions, keys } = parsed.transaction
      const bad = instructions.findIndex(({ accountIndexes }) =>
        [...accountIndexes].some((index) => accounts.includes(encodeBase58(keys[index]!))),
      )
      const err = bad < 0 ? null : { InstructionError: [bad, { Custom: 11 }] }
      const logs = bad < 0 ? [] : ['Program log: Error: Non-native account can only be closed if its balance is zero']
      return ok({ context: { slot: 1 }, value: { err, logs, unitsConsumed: 3_000, accounts: null } })
    },
  } as unknown as SolanaRpc
}

test('what fails its simulation is left out and named, and the rest goes without it', async () => {
  const items = closes(10)
  const [bad, worse] = [items[3]!, items[7]!]
  const built = await buildTransactions(nodeRefusing([bad.account, worse.account]), items, frame, never)
  assert(built.ok)
  assert.deepEqual(
    built.value.leftOut.map(({ item }) => item.account),
    [bad.account, worse.account],
  )
  assert.match(built.value.leftOut[0]!.why, /^its simulation failed: .*balance is zero$/)
  assert.equal(built.value.proven.length, 1)
  assert.equal(built.value.proven[0]!.pack.items.length, 8)
})

test('a batch that fails is taken apart until it is known which account is to blame', async () => {
  const items = closes(26)
  const seen: WireTransaction[] = []
  const built = await buildTransactions(nodeRefusing([items[20]!.account], seen), items, frame, never)
  assert(built.ok)
  assert.equal(seen[0]!.instructions.at(-1)!.data[0], 255, 'tried as one batch')
  assert.deepEqual(
    built.value.leftOut.map(({ item }) => item.account),
    [items[20]!.account],
  )
  assert.deepEqual(
    built.value.proven.flatMap(({ pack }) => pack.items.map(({ account }) => account)),
    items.filter((_, at) => at !== 20).map(({ account }) => account),
  )
})

test('all that is proven has been run: with more room than it is given, and nothing else changed', async () => {
  const items = closes(5)
  const seen: WireTransaction[] = []
  const built = await buildTransactions(nodeRefusing([], seen), items, frame, never)
  assert(built.ok)
  const [{ pack, frame: used, unitLimit }] = built.value.proven as [(typeof built.value.proven)[number]]
  assert(unitLimit >= 3_000 && unitLimit < 3_000 * 1.2 + 3_000)
  const { message } = compilePack(pack, used, { blockhash: address('hash'), unitLimit })
  const final = parseWireTransaction(Buffer.concat([Uint8Array.of(1), new Uint8Array(64), message.bytes]))
  assert(final.ok)
  const [ran] = seen as [WireTransaction]
  assert(Buffer.from(ran.instructions[0]!.data).readUInt32LE(1) >= unitLimit)
  const rest = ({ keys, instructions }: WireTransaction) => ({
    keys: keys.map(encodeBase58),
    instructions: instructions.slice(1).map(({ accountIndexes, data }) => [[...accountIndexes], [...data]]),
  })
  assert.deepEqual(rest(final.transaction), rest(ran))
})

test('many bad accounts, as anyone can make for a wallet, do not keep the good ones open', async () => {
  const items = closes(25)
  const bad = items.slice(0, 20).map(({ account }) => account)
  const built = await buildTransactions(nodeRefusing(bad), items, frame, never)
  assert(built.ok)
  assert.deepEqual(built.value.leftOut.map(({ item }) => item.account).sort(), [...bad].sort())
  assert.deepEqual(
    built.value.proven.flatMap(({ pack }) => pack.items),
    items.slice(20),
  )
})

test('what is no single account’s fault fails the wallet', async () => {
  const broke = {
    call: async () =>
      ok({
        context: { slot: 1 },
        value: { err: 'InsufficientFundsForFee', logs: [], unitsConsumed: 0, accounts: null },
      }),
  } as unknown as SolanaRpc
  const built = await buildTransactions(broke, closes(2), frame, never)
  assert(!built.ok)
  assert.equal(built.code, 'simulation_failed')
  assert.equal(built.message, 'its simulation failed: InsufficientFundsForFee')
})

test('a node that fails is a failure, not a reason to leave accounts out', async () => {
  const down = { call: async () => fail('upstream_failed', 'down') } as unknown as SolanaRpc
  const built = await buildTransactions(down, closes(2), frame, never)
  assert.deepEqual(built, fail('upstream_failed', 'down'))
})
