import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import type { TransactionLog } from '../../../src/services/evidence/transaction-log.ts'
import { FUNDER_TRACE } from '../../../src/services/forensics/funder-trace.ts'
import { launchPayersOf } from '../../../src/services/forensics/launch-money.ts'
import { fundersOf, readSiblings } from '../../../src/services/forensics/read-siblings.ts'
import type { Acts } from '../../../src/services/forensics/transaction-acts.ts'
import { fundedBy, observedWalletOf } from '../../support/forensic-evidence.ts'
import { walletAt } from '../../support/layer-inputs.ts'
import { BINANCE } from '../../support/map-evidence.ts'

/** A creator behind whom one root stands, and what the node shows of root and others. */
const [DEV, ROOT, MINT] = [walletAt(0), walletAt(1), walletAt(99)]
const SOL = 1_000_000_000n

type Fact = {
  readonly pays?: readonly [from: string, to: string]
  readonly launches?: readonly [by: string, mint: string]
  readonly atSec?: number
}

function actsOf({ pays, launches, atSec = 0 }: Fact, at: number): Acts {
  const transfers = pays === undefined ? [] : [{ from: pays[0], to: pays[1], lamports: SOL }]
  const launched = launches === undefined ? [] : [{ kind: 'launch', creator: launches[0], mint: launches[1] }]
  return {
    transaction: { signature: `t${at}`, slot: at, blockTimeSec: 1_000 + at + atSec, signers: [] },
    trades: [],
    launches: launched.map((one) => ({
      ...one,
      signature: `t${at}`,
      slot: at,
      blockTimeSec: 1_000 + at,
      dex: 'pumpfun',
    })),
    transfers,
  } as unknown as Acts
}

/** Histories by address out of facts in order; `busy` wallets have more signatures than a relay. */
async function readOf(facts: readonly Fact[], busy: readonly string[] = [], launchPayers: readonly string[] = []) {
  const acts = facts.map(actsOf)
  const rowsOf = (address: string) => {
    const own = facts.flatMap(({ pays = [], launches = [] }, at) =>
      [...pays, ...launches].includes(address) ? [{ signature: `t${at}`, err: null }] : [],
    )
    const others = busy.includes(address) ? FUNDER_TRACE.relaySignatures : 0
    return [...Array.from({ length: others }, (_, i) => ({ signature: `x${i}`, err: null })), ...own.reverse()]
  }
  const rpc = {
    signaturesOf: async (address: string) => ok(rowsOf(address)),
    accounts: async () => fail('upstream_failed', 'no accounts here'),
    signaturesOfMany: async (addresses: readonly string[]) => addresses.map((address) => ok(rowsOf(address))),
  } as unknown as SolanaRpc
  const log = { read: async () => 0 } as unknown as TransactionLog
  const readActs = async (signatures: readonly string[]) =>
    signatures.flatMap((signature) => acts.filter(({ transaction }) => transaction.signature === signature))
  const wallets = [observedWalletOf(DEV, { funding: fundedBy(ROOT) }), observedWalletOf(ROOT)]
  const read = await readSiblings(
    { rpc, log, readActs, dev: DEV, launchPayers, mint: MINT, slotMs: 400 },
    wallets,
    new AbortController().signal,
  )
  return read.siblings
}
async function siblingsOf(facts: readonly Fact[], busy: readonly string[] = []) {
  return (await readOf(facts, busy)).map(({ wallet, funder, via }) => [wallet, funder, via])
}
const pays = (from: string, to: string): Fact => ({ pays: [from, to] })
const launches = (by: string, index: number): Fact => ({ launches: [by, walletAt(200 + index)] })

test('principle 10: from the root, creators whom it paid, whom those paid, and who paid it back', async () => {
  const [paid, relay, behind, home] = [walletAt(10), walletAt(11), walletAt(12), walletAt(13)]
  const found = await siblingsOf([
    pays(ROOT, DEV),
    ...[pays(ROOT, paid), launches(paid, 1)],
    ...[pays(ROOT, relay), pays(relay, behind), launches(behind, 2)],
    ...[launches(home, 3), pays(home, ROOT)],
  ])
  assert.deepEqual(found, [
    [home, ROOT, 'paid_back'],
    [paid, ROOT, 'paid'],
    [behind, ROOT, 'paid_on'],
  ])
})

test('principle 10: nothing is followed through a wallet with a life of its own', async () => {
  const [friend, stranger] = [walletAt(11), walletAt(12)]
  const facts = [pays(ROOT, DEV), pays(ROOT, friend), pays(friend, stranger), launches(stranger, 1)]
  assert.deepEqual(await siblingsOf(facts), [[stranger, ROOT, 'paid_on']])
  assert.deepEqual(await siblingsOf(facts, [friend]), [])
})

test('principle 10: a payer of the launch is followed beside the first money, and who paid it where it only passed it on', async () => {
  const [payer, root, sibling] = [walletAt(20), walletAt(21), walletAt(22)]
  const facts = [
    ...[pays(ROOT, DEV), pays(root, sibling), launches(sibling, 1)],
    ...[pays(root, payer), pays(payer, DEV)],
  ]
  const found = async (busy: readonly string[], payers: readonly string[]) =>
    (await readOf(facts, busy, payers)).map(({ wallet, funder, via }) => [wallet, funder, via])
  assert.deepEqual(await found([], []), [])
  assert.deepEqual(await found([], [payer]), [[sibling, root, 'paid']])
  const withLife = await found([payer], [payer])
  assert.deepEqual(withLife, [[sibling, payer, 'paid_on']], 'a payer with a life of its own is not passed')
  assert.deepEqual(await found([], [root]), [[sibling, root, 'paid']])
})

test('principle 10: what became of the oldest token of each creator is looked into', async () => {
  const paid = Array.from({ length: LIMITS.devSiblingTokens + 1 }, (_, i) => walletAt(10 + i))
  const facts = paid.flatMap((one, i) => [pays(ROOT, one), launches(one, 2 * i), launches(one, 2 * i + 1)])
  const lives = (await readOf([pays(ROOT, DEV), ...facts])).filter(({ life }) => life !== undefined)
  // Whom the root paid last is looked at first.
  const looked = paid.map((one, i) => [one, walletAt(200 + 2 * i)]).reverse()
  assert.deepEqual(
    lives.map(({ wallet, mint }) => [wallet, mint]),
    looked.slice(0, LIMITS.devSiblingTokens),
  )
})

test('principle 14: of a funder of strangers no token is looked into, for it could change nothing', async () => {
  const paid = Array.from({ length: FUNDER_TRACE.servicePayees }, (_, i) => walletAt(10 + i))
  const read = (atSec: number) =>
    readOf([
      ...paid.map((one, i) => ({ ...pays(ROOT, one), atSec: i * atSec })),
      ...[launches(paid[0]!, 1), launches(paid[1]!, 2)],
    ])
  const lives = async (atSec: number) => (await read(atSec)).map(({ life }) => life !== undefined)
  assert.deepEqual(await lives(FUNDER_TRACE.serviceSpanSecs), [false, false])
  assert.deepEqual(await lives(1), [true, true], 'paid in one go')
})

test('principle 10: who paid a creator before the launch, largest first; trades, dust and later money are none', () => {
  const [a, b, c, pool] = [walletAt(20), walletAt(21), walletAt(22), walletAt(23)]
  const act = (slot: number, from: string, lamports: bigint, trades: unknown[] = []) =>
    ({ transaction: { slot }, trades, transfers: [{ from, to: DEV, lamports }] }) as unknown as Acts
  const acts = [
    ...[act(1, a, SOL), act(2, b, SOL), act(3, a, SOL), act(4, c, 49_999_999n)],
    ...[act(5, pool, 9n * SOL, [{}]), act(6, BINANCE, 9n * SOL), act(8, c, 9n * SOL)],
  ]
  assert.deepEqual(launchPayersOf(DEV, acts, 7), [a, b])
  assert.deepEqual(launchPayersOf(DEV, acts, null), [c, a])
})

test('of a long way the nearest funders and the root are read', () => {
  const way = Array.from({ length: 6 }, (_, i) => walletAt(20 + i))
  const wallets = [DEV, ...way].map((address, i) =>
    observedWalletOf(address, i === way.length ? {} : { funding: fundedBy(way[i]!) }),
  )
  const found = fundersOf(DEV, wallets)
  assert.deepEqual(found, [...way.slice(0, LIMITS.devFunders - 1), way.at(-1)])
})
