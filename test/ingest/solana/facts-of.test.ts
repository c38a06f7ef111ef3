import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import type { RawBlock, RawTransaction } from '../../../src/chain/solana/rpc.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { openSolanaPort } from '../../../src/cli/chain-ports.ts'
import type { Config } from '../../../src/config/env.ts'
import { type ChainFact, isTapeDex } from '../../../src/contract/tape-event.ts'
import { createBlockReader } from '../../../src/ingest/solana/block-reader.ts'
import { createFactsOf } from '../../../src/ingest/solana/facts-of.ts'
import { createFactReader } from '../../../src/ingest/solana/read-facts.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** What of the sandbox's history is told under each setting (`INGEST_SCOPE`, `INGEST_DEXES`, `INGEST_WATCH`). */

const BLOCKS = 400

type Meta = {
  readonly innerInstructions: readonly { readonly instructions: readonly unknown[] }[]
  readonly logMessages: readonly string[]
}

let sandbox: StartedSandbox
let server: OpenServer
let blocks: readonly RawBlock[]
let all: readonly ChainFact[]

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, INGEST_MODE: 'off' })
  blocks = await newestBlocks()
  all = await factsUnder({})
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function newestBlocks(): Promise<readonly RawBlock[]> {
  const { chain, log } = server.ctx
  const { signal } = new AbortController()
  const reader = createBlockReader({ rpc: chain.rpc!, log, signal, wants: () => true })
  const head = await reader.head('confirmed')
  const found: RawBlock[] = []
  for (let to = head, wide = 50_000; found.length < BLOCKS && to > 0; to -= wide + 1) {
    const slots = await reader.list(Math.max(0, to - wide), to)
    for (const slot of slots.toReversed()) {
      if (found.length >= BLOCKS) break
      const fetched = await reader.fetch(slot)
      // With its agents off the sandbox goes on making empty blocks.
      if ('block' in fetched && fetched.block !== null && fetched.block.transactions.length > 0)
        found.push(fetched.block)
    }
  }
  return found.sort((a, b) => a.slot - b.slot)
}

async function factsUnder(ingest: Partial<Config['ingest']>): Promise<readonly ChainFact[]> {
  const { ctx } = server
  const config = { ...ctx.config, ingest: { ...ctx.config.ingest, ...ingest } }
  const facts = createFactsOf({ ...ctx, config }, ctx.chain.rpc!)
  const told: ChainFact[] = []
  for (const block of blocks) told.push(...(await facts.read(block)).events)
  return told
}

const idsOf = (facts: readonly ChainFact[]) => facts.map(({ eventId }) => eventId)

test('only DEXes of the list are decoded; the scope all decodes every DEX whatever the list says', async () => {
  const dexes = [...new Set(all.map(({ dex }) => dex).filter(isTapeDex))]
  assert(dexes.length >= 3, `the blocks hold events of ${dexes.join()}`)
  for (const dex of dexes) {
    const told = await factsUnder({ dexes: [dex], venues: false })
    assert.deepEqual(idsOf(told), idsOf(all.filter((fact) => fact.dex === dex)), dex)
  }
  const pair = dexes.slice(0, 2)
  assert.deepEqual(
    idsOf(await factsUnder({ dexes: pair, venues: false })),
    idsOf(all.filter(({ dex }) => isTapeDex(dex) && pair.includes(dex))),
  )
  assert.deepEqual(idsOf(await factsUnder({ scope: 'all', dexes: pair })), idsOf(all))
})

test('the scope watch keeps what touches a watched mint, pool or wallet, and nothing else', async () => {
  const trades = all.filter((fact) => fact.type === 'trade')
  const { mint } = trades[0]!
  const { pool } = trades.find((fact) => fact.mint !== mint)!
  const { maker } = trades.find((fact) => fact.mint !== mint && fact.pool !== pool)!
  const walletOf = (fact: ChainFact) => (fact.type === 'trade' ? fact.maker : fact.creator)
  for (const [watch, touches] of [
    [[mint], (fact: ChainFact) => fact.mint === mint],
    [[pool], (fact: ChainFact) => fact.pool === pool],
    [[maker], (fact: ChainFact) => walletOf(fact) === maker],
    [[mint, pool], (fact: ChainFact) => fact.mint === mint || fact.pool === pool],
  ] as const) {
    const wanted = all.filter(touches)
    assert(wanted.length > 0 && wanted.length < all.length)
    assert.deepEqual(idsOf(await factsUnder({ scope: 'watch', watch })), idsOf(wanted))
  }
  assert.deepEqual(await factsUnder({ scope: 'watch', watch: ['11111111111111111111111111111111'] }), [])
})

test('a watched address beside a list of DEXes: both must hold', async () => {
  const { mint, dex } = all.find((fact) => fact.type === 'trade')!
  const other = all
    .map((fact) => fact.dex)
    .filter(isTapeDex)
    .find((name) => name !== dex)!
  const here = all.filter((fact) => fact.mint === mint && fact.dex === other)
  assert.deepEqual(
    idsOf(await factsUnder({ scope: 'watch', watch: [mint], dexes: [other], venues: false })),
    idsOf(here),
  )
})

/** A block with an event, the row it stands in, and the facts of the block with that row as `change` makes it. */
async function readChanged(change: (row: RawTransaction) => unknown) {
  const { signature } = all.find((fact) => fact.type === 'trade')!
  const block = blocks.find(({ slot }) => all.some((fact) => fact.signature === signature && fact.slot === slot))!
  const own = all.filter((fact) => fact.slot === block.slot)
  const { txIndex } = own.find((fact) => fact.signature === signature)!
  const facts = createFactsOf(server.ctx, server.ctx.chain.rpc!)
  const transactions = block.transactions.map((row) =>
    row.transactionIndex === txIndex ? (change(row) as RawTransaction) : row,
  )
  const read = await facts.read({ ...block, transactions })
  return {
    read,
    missing: own.length - read.events.length,
    ofRow: own.filter((fact) => fact.txIndex === txIndex).length,
  }
}

test('a transaction of a followed program that cannot be read is counted, not passed over', async () => {
  const whole = await readChanged((row) => row)
  assert.deepEqual([whole.read.unreadable, whole.missing], [0, 0])
  for (const [what, change] of Object.entries({
    'bytes cut short': (row: RawTransaction) => ({ ...row, transaction: [row.transaction[0].slice(0, 200), 'base64'] }),
    'another version': (row: RawTransaction) => ({ ...row, version: 7 }),
    'balances that do not match': (row: RawTransaction) => ({ ...row, meta: { ...row.meta, preBalances: [] } }),
    'no status': (row: RawTransaction) => ({ ...row, meta: null }),
  })) {
    const { read, missing, ofRow } = await readChanged(change)
    assert.deepEqual([read.unreadable, missing], [1, ofRow], what)
  }
})

type TokenRow = { readonly mint: string; readonly uiTokenAmount: { readonly decimals: number } }
type BalancesMeta = { readonly preTokenBalances: readonly TokenRow[]; readonly postTokenBalances: readonly TokenRow[] }

test('decimals that the mint does not have make their transaction unreadable', async () => {
  const { mint } = all.find((fact) => fact.type === 'trade')!
  const falseRow = (row: TokenRow) => ({ ...row, uiTokenAmount: { ...row.uiTokenAmount, decimals: 0 } })
  const isOfMint = (row: TokenRow) => row.mint === mint
  const withRows = (row: RawTransaction, change: (rows: readonly TokenRow[]) => readonly TokenRow[]) => {
    const meta = row.meta as unknown as BalancesMeta
    return { ...row, meta: { ...meta, postTokenBalances: change(meta.postTokenBalances) } }
  }
  // One row beside others of the same mint that say the truth.
  const one = await readChanged((row) =>
    withRows(row, (rows) => {
      const at = rows.findIndex(isOfMint)
      return rows.map((other, index) => (index === at ? falseRow(other) : other))
    }),
  )
  assert.deepEqual([one.read.unreadable, one.missing], [1, one.ofRow])
})

test('a block whose every row names other decimals than the blocks before is asked about, and the chain decides', async () => {
  const traded = all.filter((fact) => fact.type === 'trade')
  const { mint } = traded.find((fact) => traded.some(({ mint, slot }) => mint === fact.mint && slot > fact.slot))!
  const [first, later] = [...new Set(traded.filter((fact) => fact.mint === mint).map(({ slot }) => slot))]
  const facts = createFactsOf(server.ctx, server.ctx.chain.rpc!)
  const blockAt = (slot: number | undefined) => blocks.find((block) => block.slot === slot)!
  await facts.read(blockAt(first))
  const text = JSON.stringify(blockAt(later))
  const lied = JSON.parse(text, (_, value) =>
    value?.mint === mint && value.uiTokenAmount
      ? { ...value, uiTokenAmount: { ...value.uiTokenAmount, decimals: 3 } }
      : value,
  ) as RawBlock
  assert.notEqual(JSON.stringify(lied), text)
  const read = await facts.read(lied)
  assert((read.unreadable ?? 0) > 0)
  assert.deepEqual(
    idsOf(read.events).filter((id) => all.some((fact) => fact.eventId === id && fact.mint === mint)),
    [],
  )
  // The truth is read as before.
  const truth = await facts.read(blockAt(later))
  assert.deepEqual([truth.unreadable, idsOf(truth.events)], [0, idsOf(all.filter(({ slot }) => slot === later))])
})

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** A Token-2022 mint with an entry of who may close it. */
function mintData(decimals: number, closer: number): Uint8Array {
  const data = new Uint8Array(202)
  data.set([decimals, 1], 44)
  data.set([1, 3, 0, 32, 0], 165)
  data[170] = closer
  return data
}

/** Blocks that trade one mint: of the later one all rows name 3 decimals, and the chain says `account` of the mint. */
async function readLater(programId: string, account: { owner: string; data: Uint8Array } | null, isBehind = false) {
  const traded = all.filter((fact) => fact.type === 'trade')
  const { mint } = traded.find((fact) => traded.some(({ mint, slot }) => mint === fact.mint && slot > fact.slot))!
  const [first, later] = [...new Set(traded.filter((fact) => fact.mint === mint).map(({ slot }) => slot))]
  const rpc = server.ctx.chain.rpc!
  let asks = 0
  const facts = createFactsOf(server.ctx, {
    ...rpc,
    async accounts(addresses, options) {
      const answer = await rpc.accounts(addresses, options)
      if (!answer.ok || !addresses.includes(mint)) return answer
      asks++
      const shown = { address: mint, lamports: 1n, executable: false }
      const accounts = addresses.map((address, at) =>
        address === mint ? account && { ...shown, ...account } : answer.value.accounts[at]!,
      )
      return { ok: true, value: { slot: isBehind ? 1 : answer.value.slot, accounts } }
    },
  })
  const blockAt = (slot: number | undefined, decimals: number | null) =>
    JSON.parse(JSON.stringify(blocks.find((block) => block.slot === slot)), (_, value) =>
      value?.mint === mint && value.uiTokenAmount
        ? {
            ...value,
            programId,
            uiTokenAmount: { ...value.uiTokenAmount, decimals: decimals ?? value.uiTokenAmount.decimals },
          }
        : value,
    ) as RawBlock
  await facts.read(blockAt(first, null))
  const asksBefore = asks
  const read = await facts.read(blockAt(later, 3))
  const again = await facts.read(blockAt(later, 3))
  const shown = read.events.filter((fact) => fact.type === 'trade' && fact.mint === mint) as { decimals: number }[]
  return {
    unreadable: [read.unreadable! > 0, again.unreadable! > 0],
    decimals: [...new Set(shown.map(({ decimals }) => decimals))],
    asks: asks - asksBefore,
  }
}

test('a mint that was closed and made anew with other decimals makes no block unreadable', async () => {
  const believed = { unreadable: [false, false], decimals: [3], asks: 1 }
  assert.deepEqual(await readLater(TOKEN_2022, null), believed)
  assert.deepEqual(await readLater(TOKEN_2022, { owner: TOKEN_2022, data: mintData(9, 7) }), believed)
  assert.deepEqual(
    await readLater(TOKEN_2022, { owner: '11111111111111111111111111111111', data: mintData(9, 0) }),
    believed,
  )
})

test('a mint that cannot have been closed, or that a node does not have yet, is not believed', async () => {
  const refused = { unreadable: [true, true], decimals: [], asks: 2 }
  assert.deepEqual(await readLater(TOKEN_2022, { owner: TOKEN_2022, data: mintData(9, 0) }), refused)
  assert.deepEqual(await readLater(TOKEN, null), refused)
  assert.deepEqual(await readLater(TOKEN_2022, null, true), refused)
})

test('the verifier of a tape asks the chain as well', async () => {
  const traded = all.filter((fact) => fact.type === 'trade')
  const { mint } = traded.find((fact) => traded.some(({ mint, slot }) => mint === fact.mint && slot > fact.slot))!
  const [first, later] = [...new Set(traded.filter((fact) => fact.mint === mint).map(({ slot }) => slot))]
  const opened = openSolanaPort(server.ctx)
  try {
    const lied = JSON.parse(JSON.stringify(blocks.find((block) => block.slot === first)), (_, value) =>
      value?.mint === mint && value.uiTokenAmount
        ? { ...value, uiTokenAmount: { ...value.uiTokenAmount, decimals: 3 } }
        : value,
    ) as RawBlock
    await opened.port!.decode(lied)
    const read = await opened.port!.decode(blocks.find((block) => block.slot === later)!)
    assert.deepEqual([read.unreadable, idsOf(read.events)], [0, idsOf(all.filter(({ slot }) => slot === later))])
  } finally {
    await opened.close()
  }
})

test('an amount that no token account can hold makes its transaction unreadable, and is never cut to one that can', async () => {
  const block = blocks.find(({ slot }) => all.some((fact) => fact.slot === slot && fact.type === 'trade'))!
  const told = all.filter(({ slot }) => slot === block.slot)
  const { signature } = told.find(({ type }) => type === 'trade')!
  const prices = { learn() {}, prepare: async () => {}, of: () => null }
  for (const amount of [2n ** 64n, -1n]) {
    const reasons: string[] = []
    const dexes = DEXES.map((dex) => ({
      ...dex,
      decodeTrades: (transaction: ChainTransaction) =>
        dex
          .decodeTrades(transaction)
          .map((trade) => (transaction.signature === signature ? { ...trade, baseAmountRaw: amount } : trade)),
    }))
    const reader = createFactReader({
      dexes,
      readsVenues: true,
      watched: null,
      prices: prices as never,
      decimalsOf: async () => new Map(),
      askDecimals: async () => new Map(),
      onUnreadable: (_, reason) => reasons.push(reason),
    })
    const read = await reader.read(block)
    assert.match(reasons.join(), /amount that no token account can hold/)
    assert.equal(read.unreadable, 1)
    assert.deepEqual(idsOf(read.events), idsOf(told.filter((fact) => fact.signature !== signature)))
  }
})

test('what failed, and what is in a block and never ran, gives no events and is not missing', async () => {
  for (const meta of [
    { err: { InstructionError: [0, 'Custom'] }, status: { Err: { InstructionError: [0, 'Custom'] } } },
    { err: null, fee: 0, logMessages: [], innerInstructions: [] },
    { err: null, fee: 0, logMessages: null, innerInstructions: null },
  ]) {
    const { read, missing, ofRow } = await readChanged((row) => ({ ...row, meta: { ...row.meta, ...meta } }))
    assert.deepEqual([read.unreadable, missing], [0, ofRow], JSON.stringify(meta))
  }
})

test('a transaction that says one thing twice and differently cannot be read', async () => {
  const lacking = (list: readonly unknown[]) => list.slice(0, -1)
  const twice = (list: readonly unknown[]) => [...list, ...list]
  const inner = (change: typeof twice) => (meta: Meta) => ({
    innerInstructions: meta.innerInstructions.map((one) => ({ ...one, instructions: change(one.instructions) })),
  })
  const logs = (change: typeof twice) => (meta: Meta) => ({ logMessages: change(meta.logMessages) })
  const half = (list: readonly unknown[]) => list.slice(0, list.length >> 1)
  const changes = [
    () => ({ err: {} }),
    () => ({ err: 'x' }),
    () => ({ status: { Err: 'AccountInUse' } }),
    inner(lacking),
    inner(twice),
    () => ({ innerInstructions: null }),
    logs(half),
    logs(twice),
  ]
  for (const [at, change] of changes.entries()) {
    const { read } = await readChanged((row) => ({ ...row, meta: { ...row.meta!, ...change(row.meta as never) } }))
    assert.equal(read.unreadable, 1, `change ${at}`)
  }
})

test('a log that lost a line is looked into, one that is whole and names no followed program is not', () => {
  const { wants } = createFactsOf(server.ctx, server.ctx.chain.rpc!)
  let seen = 0
  for (const row of blocks.flatMap(({ transactions }) => transactions)) {
    const meta = row.meta as Meta & typeof row.meta
    if (meta.err !== null || meta.logMessages.length === 0 || meta.logMessages.includes('Log truncated')) continue
    const quiet = meta.logMessages.map((line) => line.replace(/^Program \w{40,} invoke/, 'Program V invoke'))
    const textOf = (logMessages: readonly string[]) =>
      // A number past 2^53 is read exactly, as a bigint; only the log counts here.
      JSON.stringify({ ...row, meta: { ...meta, logMessages } }, (_, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      )
    assert.equal(wants(textOf(quiet)), false, textOf(quiet))
    const lastCall = quiet.findLastIndex((line) => line.includes(' invoke ['))
    assert.equal(wants(textOf(quiet.slice(0, Math.max(1, lastCall)))), lastCall > 0)
    seen++
  }
  assert(seen > 20, `${seen} transactions`)
})

test('a transaction whose log is not there as logs are is looked into', () => {
  const { wants } = createFactsOf(server.ctx, server.ctx.chain.rpc!)
  const textOf = (logs: unknown) => JSON.stringify({ meta: { err: null, logMessages: logs } })
  for (const logs of [undefined, null, [], [null], [7], {}, 'x', ['?'], ['Program V invoke [1]', 'Log truncated']])
    assert.equal(wants(textOf(logs)), true, textOf(logs))
  assert.equal(wants(textOf(['Program V invoke [1]', 'Program V success'])), false)
})
