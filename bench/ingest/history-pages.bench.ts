import assert from 'node:assert/strict'
import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import { PAST } from '../../src/config/past.ts'
import { UPSTREAM_BATCHES } from '../../src/config/upstream-limits.ts'
import { chunksOf, inParallel } from '../../src/runtime/in-parallel.ts'
import { createPastReads } from '../../src/services/market/past/past-reads.ts'
import { openServer } from '../../test/support/open-server.ts'
import { publishedTokens } from '../../test/support/published-tokens.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { type Cost, costOf } from '../tape/cost.ts'

/** An answer's worth of pools' past as the node gives it, and as trades: the same calls to the sandbox's node, in the same
 *  arrays, made once by hand with nothing done to the replies, and once by the reader of the past, which knows nothing
 *  yet, checks, decodes and keeps them. The node is a process of its own. Where our own CPU for a page is less than
 *  what the node takes to give it, the page comes as fast as the node gives it. */
const { rounds } = readBenchOptions(15)
const US_PER_SEC = 1_000_000
const STEPS = 600
const WARM_PAGES = 40

const sandbox = await startSandbox()
const node = sandbox.urls['rpc']!
// Enough trades for a full answer.
await sandbox.control('POST', '/agents/step', { count: STEPS })
const server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node, INGEST_MODE: 'off' })
const pages = await longestPages()
const taken = pages.flatMap(({ rows }) => rows).slice(0, PAST.transactions)

async function rpc(body: unknown): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(node, { method: 'POST', headers, body: JSON.stringify(body) })
  return Buffer.from(await reply.arrayBuffer())
}

/** The pools with the longest lists, as many as an answer reads transactions of. */
async function longestPages() {
  const pools = (await publishedTokens(sandbox)).flatMap(({ pool }) => pool ?? [])
  const reads = createPastReads(server.ctx)
  const listed = await inParallel(pools, 4, async (pool) => {
    const page = await reads.signatures(pool, { limit: PAST.rowsPerPage })
    return { pool, rows: page.ok ? page.value.filter(({ err }) => err === null) : [] }
  })
  const sorted = listed.toSorted((a, b) => b.rows.length - a.rows.length)
  let count = 0
  return sorted.filter(({ rows }) => {
    count += rows.length
    return count - rows.length < PAST.transactions
  })
}

async function asGiven(): Promise<number> {
  const request = (method: string, params: unknown[], id = 1) => ({ jsonrpc: '2.0', id, method, params })
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }
  const lists = pages.map(({ pool }) => rpc(request('getSignaturesForAddress', [pool, { limit: PAST.rowsPerPage }])))
  let length = (await Promise.all(lists)).reduce((sum, one) => sum + one.length, 0)
  await inParallel(chunksOf(taken, UPSTREAM_BATCHES.rpcCalls), UPSTREAM_BATCHES.chunksInParallel, async (chunk) => {
    const calls = chunk.map(({ signature }, at) => request('getTransaction', [signature, options], at))
    length += (await rpc(calls)).length
  })
  return length
}

async function asTrades(): Promise<number> {
  const reads = createPastReads(server.ctx)
  const listed = await Promise.all(pages.map(({ pool }) => reads.signatures(pool, { limit: PAST.rowsPerPage })))
  assert(listed.every(({ ok }) => ok))
  const read = await reads.transactions(taken)
  assert(!read.includes(null), 'a transaction is missing')
  return read.reduce((sum, one) => sum + one!.trades.length, 0)
}

const bytes = await asGiven()
const trades = await asTrades()
assert(trades >= taken.length / 2, `${trades} trades`)
console.log(
  `${taken.length} transactions of ${pages.length} pools, ${bytes} bytes, ${trades} trades on ${DEXES.length} DEXs`,
)

// A server that has run for a while: its decoders are compiled.
for (let warm = 0; warm < WARM_PAGES; warm++) await asTrades()
const given: Cost[] = []
const decoded: Cost[] = []
const noted = (name: string, costs: Cost[], work: () => Promise<unknown>, of: keyof Cost) => ({
  name,
  async measure() {
    const cost = await costOf(work)
    costs.push(cost)
    return cost[of]
  },
})
const GIVEN = 'as the node gives it'
const OURS = 'read, decoded and kept'
const walls = await interleave(
  [noted(GIVEN, given, asGiven, 'wallUs'), noted(OURS, decoded, asTrades, 'wallUs')],
  rounds,
)
const middle = (costs: readonly Cost[]): number =>
  costs.map(({ cpuUs }) => cpuUs).toSorted((a, b) => a - b)[costs.length >> 1]!
const ownUs = middle(decoded)
printMeasured('A page of the past', walls, 'us until it is there')
console.log(`own CPU of a page: ${ownUs} us, ${Math.round(US_PER_SEC / (ownUs / taken.length))} transactions a second`)
await server.stop()
await sandbox.stop()
reportGoals('ingest', [
  {
    what: 'a page of the past: time in which the node gives it, times our own CPU for it',
    got: medianOf(walls, GIVEN) / ownUs,
    reach: 1,
    aim: 2,
  },
  {
    what: 'a page of the past: time in which the node gives it, times that of ours until it is decoded',
    got: medianOf(walls, GIVEN) / medianOf(walls, OURS),
    reach: null,
    aim: null,
  },
])
