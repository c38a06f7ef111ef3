// second run: waits for a server to follow the sandbox to its newest block

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createAssociatedTokenAccount,
  transferLamports,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { batchTokenInstructions } from '../../src/chain/solana/token-batch.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { openSse } from '../support/sse-client.ts'
import { until } from '../support/until.ts'
import {
  buildBuy,
  type Json,
  type LateChainLab,
  type LedgerBlock,
  type LedgerTransaction,
  openLateChainLab,
  type Sent,
} from './late-chain-lab.ts'

/* The chain of late 2026, from end to end: a block stream with several blocks in a slot, transactions that are in a block
 * and never executed, failed ones, `batch` transfers and the move to Alpenglow in the middle, while the server is killed.
 * What its routes say is compared with a ledger that the sandbox keeps of its accounts. */

type Coin = { readonly mint: string; readonly pool: string; readonly dex: string }
type Bought = Sent & { readonly coin: Coin; readonly wallet: string }

const FEE_LAMPORTS = 5_000n
const MINUTE_MS = 60_000
const HOLDER = { 'X-User-Ref': 'holder' }

let lab: LateChainLab
let coins: readonly Coin[]
let startCursor: string
let startSlot: number
let startMs: number
/** Classic token of the batches, whose holder is a wallet of the server's user. */
let held: Coin
let holder: string
let giver: Keypair
let givenRaw = 0n
const bought: Bought[] = []
const failed: Sent[] = []
const unexecuted: Sent[] = []

before(async () => {
  lab = await openLateChainLab()
  const tokens = await publishedTokens(lab.sandbox)
  const byDex = new Map<string, Coin>()
  for (const { mint, pool, dex, archetype } of tokens)
    if (dex !== null && pool !== null && archetype !== 'stablecoin' && !byDex.has(dex))
      byDex.set(dex, { mint, pool, dex })
  coins = [...byDex.values()]
  assert(coins.length >= 8, `${coins.length} DEXs`)
  for (const coin of coins) {
    const { value } = await lab.rpc('getAccountInfo', [coin.mint, { encoding: 'base64' }])
    if (value.owner === TOKEN_PROGRAM) held ??= coin
  }
  // A minute that nothing was traded in before.
  await lab.sandbox.control('POST', '/clock/advance', { seconds: 60 })
  await lab.step(2)
  await caughtUp()
  startCursor = (await coverage()).headCursor
  const state = await lab.sandbox.control<{ slot: number; unixTimeSec: number }>('GET', '/state')
  startSlot = state.slot
  startMs = state.unixTimeSec * 1_000
  giver = await lab.wallet()
  await lab.sandbox.control('POST', '/tokens', { address: giver.address, mint: held.mint, amountRaw: '1000000000' })
  const made = await lab.post('/v1/wallets', { user_ref: 'holder' })
  assert([200, 201].includes(made.status), JSON.stringify(made.json))
  holder = made.json.wallet.address
})
after(() => lab?.stop())

async function coverage(): Promise<Json> {
  const { json } = await lab.get('/api/v2/stream/chains')
  return json.chains[0]
}

/** Until the tape ends at the newest sealed block. */
async function caughtUp(): Promise<void> {
  const { confirmedSlot } = await lab.sandbox.control<{ confirmedSlot: number }>('GET', '/state')
  let seen: Json = null
  await until(
    async () => {
      seen = await coverage()
      return seen?.coverage?.toBlock === confirmedSlot
    },
    () => `slot ${confirmedSlot}, the tape ends at ${seen?.coverage?.toBlock}: ${seen?.reason}`,
  )
}

/** One buy on each of these DEXs, each by a wallet of its own, in the open block. */
async function buyEach(some: readonly Coin[]): Promise<void> {
  for (const coin of some) {
    const keypair = await lab.wallet()
    const built = await buildBuy(lab, keypair, coin.mint, 0.2)
    await lab.offer(built.wire)
    bought.push({ ...built, coin, wallet: keypair.address })
  }
}

/** A swap whose wallet is emptied before it is sent: to nothing, or to its fee. */
async function buyWithout(coin: Coin, leftLamports: bigint): Promise<Sent> {
  const keypair = await lab.wallet(1_000_000_000n)
  const built = await buildBuy(lab, keypair, coin.mint, 0.5)
  const lamports = 1_000_000_000n - FEE_LAMPORTS - leftLamports
  await lab.send(keypair, [transferLamports({ from: keypair.address, to: giver.address, lamports })])
  await lab.offer(built.wire)
  return built
}

/** Two transfers to the holder in one instruction of the token program. */
async function giveInBatch(first: bigint, second: bigint): Promise<void> {
  const { mint } = held
  const [from, to] = [giver.address, holder].map((owner) => associatedTokenAddress(owner, mint, TOKEN_PROGRAM))
  const { value } = await lab.rpc('getTokenSupply', [mint])
  const give = (amountRaw: bigint) =>
    transferTokensChecked({ from: from!, mint, to: to!, authority: giver.address, amountRaw, decimals: value.decimals })
  const open = createAssociatedTokenAccount({ payer: giver.address, owner: holder, mint })
  const { value: account } = await lab.rpc('getAccountInfo', [to, { commitment: 'processed', encoding: 'base64' }])
  await lab.send(giver, [...(account === null ? [open] : []), ...batchTokenInstructions([give(first), give(second)])])
  givenRaw += first + second
}

async function everyKind(some: readonly Coin[]): Promise<void> {
  await buyEach(some)
  await lab.sandbox.control('POST', '/unpaid', { takes: true })
  unexecuted.push(await buyWithout(some[0]!, 0n))
  await lab.sandbox.control('POST', '/unpaid', { takes: false })
  failed.push(await buyWithout(some[0]!, 1_000_000n))
  await giveInBatch(BigInt(bought.length), 1_000n)
}

/** All trades of the coins since the start, as they are replayed. */
async function replayed(): Promise<{ readonly trades: readonly Json[]; readonly lost: readonly Json[] }> {
  const channels = coins.map(({ mint }) => `trades:solana:${mint}`).join(',')
  const events: Json[] = []
  for (let from: string | null = startCursor; from !== null; ) {
    const query = new URLSearchParams({ channels, from, limit: '1000' })
    const { status, json } = await lab.get(`/api/v2/stream/replay?${query}`)
    assert.equal(status, 200, JSON.stringify(json))
    events.push(...json.events)
    from = json.nextCursor
  }
  assert.deepEqual(
    events.filter(({ type }) => type === 'retracted'),
    [],
  )
  return {
    trades: events.filter(({ type }) => type === 'trade'),
    lost: events.filter(({ type }) => type === 'lost'),
  }
}

const changeOf = ({ tokens }: LedgerTransaction, owner: string, mint: string): bigint =>
  tokens.reduce((sum, one) => (one.owner === owner && one.mint === mint ? sum + BigInt(one.change) : sum), 0n)

/** The tape has the buys that succeeded, in the order of the chain, once each, with the amounts that the accounts
 *  show, but for blocks that no request can name. */
async function assertTape(ledger: readonly LedgerBlock[], unread: readonly LedgerBlock[] = []): Promise<void> {
  const { trades, lost } = await replayed()
  const byTransaction = new Map(bought.map((one) => [one.signature, one]))
  const expected = ledger
    .filter(({ blockhash }) => !unread.some((block) => block.blockhash === blockhash))
    .flatMap(({ slot, transactions }) => transactions.map((transaction) => ({ slot, transaction })))
    .filter(({ transaction: { signature, outcome } }) => byTransaction.has(signature) && outcome === 'succeeded')
    .map(({ slot, transaction }) => {
      const { coin, wallet } = byTransaction.get(transaction.signature)!
      const amountRaw = String(changeOf(transaction, wallet, coin.mint))
      return { signature: transaction.signature, slot, pool: coin.pool, maker: wallet, side: 'buy', amountRaw }
    })
  assert.deepEqual(
    trades.map(({ txHash, block, trade: { pool, maker, side, amountRaw } }) => ({
      signature: txHash,
      slot: block.number,
      pool,
      maker,
      side,
      amountRaw,
    })),
    expected,
  )
  assert.deepEqual(
    lost.map(({ from, to }) => [from, to]),
    unread.map(({ slot }) => [slot, slot]),
  )
}

/** Candles count each trade of the tape once and add up its dollars. */
async function assertCandles(t: Parameters<typeof openSse>[0]): Promise<void> {
  const { trades } = await replayed()
  for (const { pool } of coins) {
    const of = trades.filter(({ trade }) => trade.pool === pool)
    const path = `/api/v2/stream/events?channels=candles:solana:${pool}:1m`
    const reader = openSse(t, lab.port, path, { 'X-API-Key': lab.key })
    const [snapshot] = await reader.until('snapshot')
    const bars = snapshot!.data.data.filter((bar: Json) => bar.t >= startMs - (startMs % MINUTE_MS))
    reader.socket.destroy()
    const sum = (name: 'trades' | 'v') => bars.reduce((total: number, bar: Json) => total + bar[name], 0)
    assert.equal(sum('trades'), of.length, pool)
    const usd = of.reduce((total, { trade }) => total + trade.amountUSD, 0)
    assert(Math.abs(sum('v') - usd) <= usd * 1e-9, `${pool}: ${sum('v')} and ${usd}`)
  }
}

async function statusOf(signature: string): Promise<Json> {
  const { success: _, ...status } = (await lab.get(`/v1/trade/bundle-status?signature=${signature}`)).json
  return status
}

async function assertStatuses(): Promise<void> {
  const of = (landed: boolean) => ({ landed, mev_protected: false, onchain_status: landed ? 'landed' : 'failed' })
  for (const { signature } of bought) assert.deepEqual(await statusOf(signature), of(true))
  for (const { signature } of failed) assert.deepEqual(await statusOf(signature), of(false))
  for (const { signature } of unexecuted) assert.deepEqual(await statusOf(signature), { ...of(false), executed: false })
}

async function assertBalance(): Promise<void> {
  const { json } = await lab.get(`/v1/trade/balance?mint=${held.mint}`, HOLDER)
  assert.equal(json.wallet, holder, JSON.stringify(json))
  assert.equal(BigInt(json.total_balance), givenRaw)
}

function assertLedger(ledger: readonly LedgerBlock[]): void {
  const all = new Map(ledger.flatMap(({ transactions }) => transactions).map((one) => [one.signature, one]))
  const outcomes = (some: readonly Sent[]) => some.map(({ signature }) => all.get(signature)?.outcome)
  assert.deepEqual(new Set(outcomes(bought)), new Set(['succeeded']))
  assert.deepEqual(new Set(outcomes(failed)), new Set(['failed']))
  assert.deepEqual(new Set(outcomes(unexecuted)), new Set(['not_executed']))
  for (const { signature } of failed) assert(BigInt(all.get(signature)!.feeLamports) >= FEE_LAMPORTS)
  for (const { signature } of unexecuted)
    assert.deepEqual([all.get(signature)!.feeLamports, all.get(signature)!.lamports], ['0', []])
  const given = [...all.values()].reduce((sum, one) => sum + changeOf(one, holder, held.mint), 0n)
  assert.equal(given, givenRaw)
}

async function assertAll(t: Parameters<typeof openSse>[0], unread: readonly LedgerBlock[] = []): Promise<void> {
  const ledger = await lab.ledger(startSlot)
  assertLedger(ledger)
  await assertTape(ledger, unread)
  await assertCandles(t)
  await assertStatuses()
  await assertBalance()
}

test('before the move: what failed and what was never executed are neither trades nor each other', async (t) => {
  await everyKind(coins)
  await lab.step(2)
  await caughtUp()
  await assertAll(t)
  const { trades } = await replayed()
  assert.deepEqual(new Set(trades.map(({ commitment }) => commitment)), new Set(['confirmed']), 'two blocks deep')
})

test('killed in between, the server continues where it was and repeats nothing', async (t) => {
  await buyEach(coins.slice(0, 3))
  await lab.step(1)
  await lab.kill()
  await lab.step(3)
  await lab.start()
  await caughtUp()
  await assertAll(t)
})

test('the move to Alpenglow: several blocks in a slot, each on the tape in order, and final when the slot has ended', async (t) => {
  assert.equal(await lab.rpc('getAgGenesisCert'), null)
  await buyEach(coins.slice(0, 2))
  await lab.step(1)
  await lab.sandbox.control('POST', '/consensus', { to: 'alpenglow' })
  assert.notEqual(await lab.rpc('getAgGenesisCert'), null)
  for (const half of [coins.slice(0, 4), coins.slice(4)]) {
    await everyKind(half)
    await lab.addBank()
    await everyKind(half)
    await lab.step(1)
    await caughtUp()
  }
  await lab.step(2)
  await caughtUp()
  const ledger = await lab.ledger(startSlot)
  assert.equal(ledger.filter(({ bank }) => bank === 1).length, 2, 'two slots have two blocks')
  await assertAll(t)
  let open: readonly Json[] = []
  await until(
    async () => {
      open = (await replayed()).trades.filter(({ commitment }) => commitment !== 'finalized')
      return open.length === 0
    },
    () => `${open.length} trades are not final although confirmed means final now`,
  )
})

test('killed between the two blocks of a slot: nothing is missing, repeated or reported as lost', async (t) => {
  await buyEach(coins.slice(0, 2))
  await lab.addBank()
  await caughtUp()
  const later: Bought[] = []
  for (const coin of coins.slice(2, 4)) {
    const keypair = await lab.wallet()
    later.push({ ...(await buildBuy(lab, keypair, coin.mint, 0.2)), coin, wallet: keypair.address })
  }
  await lab.kill()
  for (const one of later) await lab.offer(one.wire)
  bought.push(...later)
  await lab.step(1)
  await lab.start()
  await lab.step(1)
  await caughtUp()
  await assertAll(t)
})

test('a slot with two blocks that passed while the server was dead: the block that no request can name is lost by name', async (t) => {
  const early: Bought[] = []
  for (const coin of coins.slice(0, 4)) {
    const keypair = await lab.wallet()
    early.push({ ...(await buildBuy(lab, keypair, coin.mint, 0.2)), coin, wallet: keypair.address })
  }
  await lab.kill()
  for (const one of early.slice(0, 2)) await lab.offer(one.wire)
  await lab.addBank()
  for (const one of early.slice(2)) await lab.offer(one.wire)
  bought.push(...early)
  await lab.step(2)
  await lab.start()
  await caughtUp()
  const unread = (await lab.ledger(startSlot)).filter(({ transactions }) =>
    transactions.some(({ signature }) => signature === early[0]!.signature),
  )
  assert.equal(unread.length, 1)
  await assertAll(t, unread)
})

test('the statistics of the chain count each swap of the tape once, and nothing that failed or was never executed', async () => {
  const { trades } = await replayed()
  let named = 0
  await until(
    async () => {
      named = (await coverage()).swaps.named.trades
      return named >= trades.length
    },
    () => `${trades.length} swaps, counted ${named}`,
  )
  // The server that is up now began after the move, and had a block to report as lost.
  const others = lab.errors().filter((line) => !line.includes('the node serves another block of this slot'))
  assert.deepEqual(others, [])
  await lab.kill()
  const tape = lab.openTape()
  const records = tape.slots('solana', startSlot, 1_000)
  await tape.close()
  const count = (kind: 'named' | 'generic' | 'unknown' | 'unread') =>
    records.reduce((sum, { swaps, status }) => sum + (status === 'retracted' ? 0 : (swaps?.[kind].count ?? 0)), 0)
  assert.deepEqual([count('named'), count('generic'), count('unknown'), count('unread')], [trades.length, 0, 0, 0])
})
