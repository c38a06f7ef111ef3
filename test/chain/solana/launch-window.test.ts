import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLaunch } from '../../../src/chain/solana/launch-window.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { createLedger, curveOf, fakeDex, key } from './fake-ledger.ts'

const [MINT, DEV, PURSE, RELAY] = [key('mint'), key('dev'), key('purse'), key('relay')]
const [ANN, BEN, CAT, SNIPE, LATE] = [key('ann'), key('ben'), key('cat'), key('snipe'), key('late')]
const BINANCE = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'
const LAUNCH = 1_000
const DAY = 86_400

const send = (slot: number, from: string, to: string, sol = 2) =>
  ({ slot, timeSec: slot * 10, acts: [{ do: 'send', from, to, sol }] }) as const
const buy = (slot: number, wallet: string, payer?: string) =>
  ({ slot, timeSec: slot * 10, acts: [{ do: 'buy', mint: MINT, wallet }], ...(payer ? { payer } : {}) }) as const
const launch = { slot: LAUNCH, timeSec: LAUNCH * 10, acts: [{ do: 'launch', mint: MINT, creator: DEV }] } as const

async function read(
  entries: Parameters<typeof createLedger>[0],
  prepare?: (ledger: ReturnType<typeof createLedger>) => void,
) {
  const ledger = createLedger(entries)
  prepare?.(ledger)
  const facts = await readLaunch({ rpc: ledger.rpc, dexes: [fakeDex] }, MINT, [])
  assert(facts.ok, JSON.stringify(facts))
  return facts.value
}

test('the creator is the dev, and buyers of the first slots are snipers', async () => {
  const facts = await read([
    send(1, key('x'), DEV),
    launch,
    buy(LAUNCH, SNIPE),
    buy(LAUNCH + 2, LATE),
    buy(LAUNCH + 3, CAT),
  ])
  assert.equal(facts.status, 'found')
  assert.deepEqual([facts.dev, facts.launchSlot, facts.createdAtSec], [DEV, LAUNCH, LAUNCH * 10])
  assert.deepEqual(facts.snipers, [LATE, SNIPE].sort())
  assert.deepEqual([facts.bundlers, facts.insiders, facts.complete], [[], [], true])
})
test('wallets that one funding wallet paid and that bought side by side are bundlers, and no snipers', async () => {
  const facts = await read([
    send(10, PURSE, ANN),
    send(11, PURSE, BEN),
    launch,
    buy(LAUNCH, ANN),
    buy(LAUNCH, BEN),
    buy(LAUNCH, SNIPE),
  ])
  assert.deepEqual(facts.bundlers, [ANN, BEN].sort())
  assert.deepEqual(facts.snipers, [SNIPE])
  assert.deepEqual(facts.insiders, facts.bundlers)
  assert.equal(facts.links[0]!.rule, 'funder')
})
test('the creator itself is half a bundle', async () => {
  const facts = await read([send(10, PURSE, DEV), send(11, PURSE, ANN), launch, buy(LAUNCH, ANN)])
  assert.deepEqual(facts.bundlers, [ANN])
})
test('the creator buying is neither sniper nor bundler', async () => {
  const facts = await read([launch, buy(LAUNCH, DEV), buy(LAUNCH, SNIPE)])
  assert.deepEqual([facts.bundlers, facts.snipers, facts.buyers.length], [[], [SNIPE], 1])
})
test('a chain of relays that each pay one wallet is seen through the second hop', async () => {
  const facts = await read([
    send(10, PURSE, RELAY, 9),
    send(11, RELAY, ANN),
    send(12, RELAY, key('relay 2'), 6),
    send(13, key('relay 2'), BEN),
    launch,
    buy(LAUNCH, ANN),
    buy(LAUNCH, BEN),
  ])
  assert.deepEqual(facts.bundlers, [ANN, BEN].sort())
})
test('one exchange that funded two buyers links them only when the withdrawals are alike', async () => {
  const alike = await read([
    send(10, BINANCE, ANN, 2),
    send(14, BINANCE, BEN, 2.01),
    launch,
    buy(LAUNCH, ANN),
    buy(LAUNCH, BEN),
  ])
  assert.deepEqual(alike.bundlers, [ANN, BEN].sort())
  const unlike = await read([
    send(10, BINANCE, ANN, 2),
    send(14, BINANCE, BEN, 2.1),
    launch,
    buy(LAUNCH, ANN),
    buy(LAUNCH, BEN),
  ])
  assert.deepEqual([unlike.bundlers, unlike.snipers], [[], [ANN, BEN].sort()])
  const apart = await read([
    send(10, BINANCE, ANN, 2),
    send(400, BINANCE, BEN, 2),
    launch,
    buy(LAUNCH, ANN),
    buy(LAUNCH, BEN),
  ])
  assert.deepEqual(apart.bundlers, [])
})
test('two purchases with one fee payer are one hand', async () => {
  const facts = await read([launch, buy(LAUNCH, ANN, PURSE), buy(LAUNCH, BEN, PURSE)])
  assert.deepEqual(facts.bundlers, [ANN, BEN].sort())
  assert.equal(facts.links[0]!.rule, 'fee_payer')
})
test('customers of a fee payer that pays for the public are no hand; one that paid only for the token is', async () => {
  const purchases = [launch, buy(LAUNCH, ANN, PURSE), buy(LAUNCH, BEN, PURSE)]
  const others = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...send(1 + i, key(`user ${i}`), key('shop')), payer: PURSE }))
  const few = await read([...others(LIMITS.launchPayerOthers - 1), ...purchases])
  assert.deepEqual(few.bundlers, [ANN, BEN].sort())
  const many = await read([...others(LIMITS.launchPayerOthers), ...purchases])
  assert.deepEqual([many.bundlers, many.insiders, many.links], [[], [], []])
  assert.deepEqual(many.snipers, [ANN, BEN].sort())
  const own = Array.from({ length: LIMITS.launchPayerOthers }, (_, i) => buy(LAUNCH + 50 + i, ANN, PURSE))
  assert.deepEqual((await read([...purchases, ...own])).bundlers, [ANN, BEN].sort(), 'all of it is trade in the token')
  const unread = await read([...others(LIMITS.launchPayerOthers), ...purchases], (ledger) => ledger.failing.add(PURSE))
  assert.deepEqual(unread.bundlers, [ANN, BEN].sort())
})
test('a bundle counts only in the launch slot itself', async () => {
  const facts = await read([
    send(10, PURSE, ANN),
    send(11, PURSE, BEN),
    launch,
    buy(LAUNCH + 1, ANN),
    buy(LAUNCH + 1, BEN),
  ])
  assert.deepEqual([facts.bundlers, facts.snipers], [[], [ANN, BEN].sort()])
})
test('who the dev paid before the launch is an insider even without buying at once', async () => {
  const facts = await read([send(10, PURSE, DEV, 9), send(20, DEV, CAT, 1), send(21, DEV, key('tip'), 0.001), launch])
  assert.deepEqual(facts.insiders, [CAT])
})
test('who pays for the launch without being its creator is an insider', async () => {
  const facts = await read([{ ...launch, payer: PURSE }])
  assert.deepEqual([facts.dev, facts.otherPayer, facts.insiders], [DEV, PURSE, [PURSE]])
})
test('wallets that first appeared within a day before the launch are fresh', async () => {
  const early = { ...send(1, PURSE, ANN), timeSec: LAUNCH * 10 - DAY - 1 }
  const facts = await read([early, send(900, PURSE, BEN), launch, buy(LAUNCH, ANN), buy(LAUNCH, BEN)])
  assert.deepEqual(facts.fresh, [BEN, DEV].sort())
})
test('failed purchases and what happened at the curve before the launch do not count', async () => {
  const facts = await read([
    send(5, key('spam'), curveOf(MINT), 0.1),
    launch,
    { ...buy(LAUNCH, SNIPE), failed: true },
    buy(LAUNCH, ANN),
  ])
  assert.deepEqual([facts.launchSlot, facts.snipers], [LAUNCH, [ANN]])
})
test('a token that no launchpad made: who initialised the mint is the dev, its pool is the launch', async () => {
  const facts = await read([
    { slot: 500, acts: [{ do: 'initMint', mint: MINT }], payer: PURSE },
    { slot: LAUNCH, acts: [{ do: 'pool', mint: MINT, creator: DEV }] },
    buy(LAUNCH, SNIPE),
  ])
  assert.deepEqual([facts.dev, facts.createdAtSec, facts.launchSlot, facts.snipers], [PURSE, 500, LAUNCH, [SNIPE]])
  assert.equal(facts.launchedAtSec, LAUNCH)
  assert.notEqual(facts.launchSignature, facts.creationSignature)
})
test('a mint without any launch names its dev and nothing else', async () => {
  const facts = await read([{ slot: 500, acts: [{ do: 'initMint', mint: MINT }], payer: PURSE }])
  assert.deepEqual([facts.status, facts.dev, facts.launchSlot, facts.buyers], ['not_found', PURSE, null, []])
})
test('a history without a beginning we know gives nothing', async () => {
  const facts = await read([buy(LAUNCH, ANN)])
  assert.deepEqual([facts.status, facts.dev], ['not_found', null])
})
test('a node that fails is a failure, one that loses the block or a wallet is only less', async () => {
  const ledger = createLedger([launch])
  ledger.failing.add('signaturesOf')
  assert.equal((await readLaunch({ rpc: ledger.rpc, dexes: [fakeDex] }, MINT, [])).ok, false)
  const facts = await read([launch, buy(LAUNCH, SNIPE)], ({ failing }) => failing.add('getBlock').add(SNIPE))
  assert.deepEqual([facts.snipers, facts.complete], [[SNIPE], false])
})
test('a launch whose window is still open is not complete', async () => {
  const ledger = createLedger([launch, buy(LAUNCH, SNIPE)])
  ledger.failing.add('getSlot')
  const facts = await readLaunch({ rpc: ledger.rpc, dexes: [fakeDex] }, MINT, [])
  assert(facts.ok)
  assert.equal(facts.value.complete, false)
})
