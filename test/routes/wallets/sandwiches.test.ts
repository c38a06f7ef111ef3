import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SandwichesReply } from '../../../src/contract/wallet-sandwiches.ts'
import { sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type Honest, type Planted, SANDWICHED_DESIGNS, sandwichPlanter } from '../../support/plant-sandwiches.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

/** Sixty of them: `node bench/wallets/planted-sandwiches.ts`. */
const PLANTED = 2 * SANDWICHED_DESIGNS.length
const HONEST = 4
/** Each victim of the world is sandwiched three times, in one block. */
const WORLDS_OWN = 3

const success = successOf('GET /api/v2/wallets/{wallet}/sandwiches')
let sandbox: StartedSandbox
let server: OpenServer
const planted: Planted[] = []
const honest: Honest[] = []
before(async () => {
  sandbox = await startSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const planter = await sandwichPlanter(sandbox)
  for (let place = 0; place < PLANTED; place++) {
    const one = await planter.sandwich(SANDWICHED_DESIGNS[(place >> 1) % SANDWICHED_DESIGNS.length]!, place)
    if (one !== null) planted.push(one)
  }
  for (let place = 0; place < HONEST; place++) {
    const one = await planter.honest(place % 2 === 0 ? 'raydium_cpmm' : 'orca', place)
    if (one !== null) honest.push(one)
  }
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const pathOf = (wallet: string, query = '', name = 'sandwiches') => `/api/v2/wallets/${wallet}/${name}${query}`
const ask = async (wallet: string, query = ''): Promise<SandwichesReply> =>
  success(await server.get(pathOf(wallet, query)))

test('each planted sandwich is found with its attacker, and its loss is that of the runtime, to the base unit', async () => {
  assert.equal(planted.length, PLANTED)
  assert.equal(new Set(planted.map(({ dex }) => dex)).size, SANDWICHED_DESIGNS.length)
  assert.equal(planted.filter(({ isWide }) => isWide).length, PLANTED / 2)
  for (const { victim, signature, attacker, lossRaw, missingBaseRaw, profitRaw, isWide, dex } of planted) {
    const { events, coverage } = await ask(victim)
    assert.equal(coverage.unread, 0)
    const event = events.find((one) => one.signature === signature)
    assert(event !== undefined, `${dex} ${signature}`)
    assert.deepEqual([event.confidence, event.reason, event.side, event.quoteMint], ['high', null, 'buy', WSOL])
    assert.equal(event.attacker, attacker)
    assert.deepEqual(
      [event.victimLossQuoteRaw, event.victimLossBaseRaw, event.attackerProfitQuoteRaw],
      [String(lossRaw), String(missingBaseRaw), String(profitRaw)],
      `${dex} ${signature}`,
    )
    assert.equal(event.victimLossQuote, Number(lossRaw))
    assert.equal(event.slotsApart > 0, isWide)
    const [fair, got] = [Number(event.fairOutRaw), Number(event.outRaw)]
    assert(Math.abs(event.extraSlippagePct! - ((fair - got) / fair) * 100) < 1e-3)
  }
})

test('the sandwiches that the world itself played on its victims are found, whether they paid or not', async () => {
  const { wallets } = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: readonly { address: string; archetype: string }[]
  }
  const victims = wallets.filter(({ archetype }) => archetype === 'sandwiched')
  assert(victims.length > 0)
  for (const { address } of victims) {
    const own = (await ask(address)).events.filter(
      ({ signature }) => !planted.some((one) => one.signature === signature),
    )
    const narrow = own.filter(({ slotsApart, confidence }) => slotsApart === 0 && confidence === 'high')
    assert(narrow.length >= WORLDS_OWN, `${address}: ${narrow.length}`)
  }
})

test('no honest neighbour is accused: two traders, a market maker, who takes half, who sells later', async () => {
  assert.equal(new Set(honest.map(({ kind }) => kind)).size, HONEST)
  for (const { victim, signature, kind } of honest) {
    const { events } = await ask(victim)
    assert(!events.some((one) => one.signature === signature), kind)
  }
})

test('the rollup adds up: confirmed events, their losses, and nothing of what is not confirmed', async () => {
  const reply = await ask(planted[0]!.victim)
  const high = reply.events.filter(({ confidence }) => confidence === 'high')
  assert.equal(reply.confirmed, high.length)
  assert(reply.providerFlagged >= reply.analysed && reply.analysed >= reply.events.length)
  const sum = high.reduce((all, one) => all + BigInt(one.victimLossQuoteRaw!), 0n)
  assert.deepEqual([reply.totalVictimLossLamports, reply.totalVictimLossQuote], [String(sum), Number(sum)])
  assert.equal(reply.totals.find(({ quoteMint }) => quoteMint === WSOL)!.victimLossRaw, String(sum))
})

test('the other spelling answers the same, and the limit is clamped', async () => {
  const { victim } = planted[0]!
  const { generatedAt: _, ...one } = await ask(victim)
  const { generatedAt: __, ...other } = successOf('GET /api/v2/wallets/{wallet}/sandwich')(
    await server.get(pathOf(victim, '', 'sandwich')),
  ) as SandwichesReply
  assert.deepEqual(other, one)
  assert.equal((await ask(victim, '?limit=0')).swapsScanned, 1)
  assert((await ask(victim, '?limit=500')).swapsScanned <= 80)
  assert.equal((await ask(victim, '?limit=x')).swapsScanned, one.swapsScanned)
})

test('an answer is kept for a minute', async () => {
  const { generatedAt } = await ask(planted[1]!.victim)
  assert.equal((await ask(planted[1]!.victim)).generatedAt, generatedAt)
})

test('a wallet that swapped nothing was not sandwiched', async () => {
  const { swapsScanned, events, totalVictimLossQuote, confirmed, note } = await ask(strangerAddress(7_051))
  assert.deepEqual([swapsScanned, events, totalVictimLossQuote, confirmed], [0, [], 0, 0])
  assert.equal(note, 'no swaps in what was scanned')
})

test('what is no address is 400; without a node the scan is 503, and where the node fails 502', async () => {
  assertFails(await server.get(pathOf('no')), 400, 'invalid wallet')
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  const node = await startLocalServer((request, response) => {
    const { id } = JSON.parse(request.body.toString())
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  })
  const broken = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    assert.equal((await bare.get(pathOf(planted[0]!.victim))).status, 503)
    assertFails(await broken.get(pathOf(planted[0]!.victim)), 502, 'sandwich scan unavailable')
  } finally {
    await Promise.all([bare.stop(), broken.stop()])
    await node.close()
  }
})
