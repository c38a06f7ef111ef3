import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLaunch } from '../../../src/chain/solana/find-launch.ts'
import { readLaunch } from '../../../src/chain/solana/launch-window.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { createLedger, curveOf, fakeDex, key } from './fake-ledger.ts'

const MINT = key('mint')

test('a history without end is given up after the bound of pages and said to be out of reach', async () => {
  let pages = 0
  const rpc = {
    async signaturesOf(_: string, { limit }: { limit: number }) {
      pages++
      return ok(Array.from({ length: limit }, (_, i) => ({ signature: `${pages}.${i}`, slot: 9, err: null })))
    },
    transactions: async () => [],
  } as unknown as SolanaRpc
  const facts = await readLaunch({ rpc, dexes: [fakeDex] }, MINT, [])
  assert(facts.ok)
  assert.deepEqual([facts.value.status, facts.value.dev, facts.value.buyers], ['out_of_reach', null, []])
  assert.equal(pages, 2 * LIMITS.launchSignaturePages)
})
test('of several addresses the earliest launch counts', async () => {
  const other = key('other mint')
  const { rpc } = createLedger([
    { slot: 5, acts: [{ do: 'launch', mint: other, creator: key('x') }] },
    { slot: 8, acts: [{ do: 'launch', mint: MINT, creator: key('dev') }] },
    { slot: 9, acts: [{ do: 'pool', mint: MINT, creator: key('dev') }] },
  ])
  const found = await findLaunch({ rpc, dexes: [fakeDex] }, MINT, [curveOf(other), key('nowhere')])
  assert(found.ok)
  assert.deepEqual(
    [found.value.reach, found.value.site?.launch.slot, found.value.site?.launch.mint],
    ['found', 8, MINT],
  )
})
test('a launch someone else announces at the address is not this token’s', async () => {
  const other = key('other mint')
  const { rpc } = createLedger([{ slot: 5, acts: [{ do: 'launch', mint: other, creator: key('x') }] }])
  const found = await findLaunch({ rpc, dexes: [fakeDex] }, MINT, [curveOf(other)])
  assert(found.ok)
  assert.deepEqual([found.value.reach, found.value.site], ['not_found', null])
})
test('a launch that a failing node did not show is not said to be none for long', async () => {
  const { rpc } = createLedger([{ slot: 8, acts: [{ do: 'launch', mint: MINT, creator: key('dev') }] }])
  const failing: SolanaRpc = {
    ...rpc,
    transactions: async (signatures) => signatures.map(() => fail('upstream_timeout', 'slow')),
  }
  const facts = await readLaunch({ rpc: failing, dexes: [fakeDex] }, MINT, [curveOf(MINT)])
  assert(facts.ok)
  assert.deepEqual([facts.value.status, facts.value.complete], ['not_found', false])
})

/** How many transactions of a ledger were read. */
function counting({ rpc }: ReturnType<typeof createLedger>) {
  const counts = { transactions: 0 }
  const counted: SolanaRpc = {
    ...rpc,
    transactions: (signatures, options) => {
      counts.transactions += signatures.length
      return rpc.transactions(signatures, options)
    },
  }
  return { rpc: counted, counts }
}

test('principle 14: the first transactions of a curve show its launch, the others are read only where they do not', async () => {
  const buys = Array.from({ length: 30 }, (_, i) => ({
    slot: 9 + i,
    acts: [{ do: 'buy' as const, mint: MINT, wallet: key(`buyer ${i}`) }],
  }))
  const launch = { slot: 8, acts: [{ do: 'launch' as const, mint: MINT, creator: key('dev') }] }
  const usual = counting(createLedger([launch, ...buys]))
  const found = await findLaunch({ rpc: usual.rpc, dexes: [fakeDex] }, MINT, [])
  assert(found.ok && found.value.reach === 'found')
  assert.equal(usual.counts.transactions, 2)
  const early = counting(
    createLedger([...buys.slice(0, 4).map((one) => ({ ...one, slot: 7 })), launch, ...buys.slice(4)]),
  )
  const late = await findLaunch({ rpc: early.rpc, dexes: [fakeDex] }, MINT, [])
  assert(late.ok && late.value.reach === 'found')
  assert.equal(early.counts.transactions, 20)
})

test('principle 14: of who bought after the launch slot one page says when they began', async () => {
  const early = { slot: 2, timeSec: 2, acts: [{ do: 'send' as const, from: key('x'), to: key('late'), sol: 1 }] }
  const launch = { slot: 1_000, timeSec: 10_000, acts: [{ do: 'launch' as const, mint: MINT, creator: key('dev') }] }
  const buy = { slot: 1_001, timeSec: 10_010, acts: [{ do: 'buy' as const, mint: MINT, wallet: key('late') }] }
  const ledger = counting(createLedger([early, launch, buy]))
  const facts = await readLaunch({ rpc: ledger.rpc, dexes: [fakeDex] }, MINT, [])
  assert(facts.ok)
  assert.deepEqual([facts.value.snipers, facts.value.fresh], [[key('late')], [key('late'), key('dev')].sort()])
  assert.equal(ledger.counts.transactions, 4, 'the launch, twice with the purchase: no beginning of a wallet')
})

test('principle 14: of buyers of the launch slot that one payer joins already only one is asked for its money', async () => {
  const team = ['ann', 'ben', 'cat'].map(key)
  const sends = [...team, key('stranger')].map((to, i) => ({
    slot: 2 + i,
    acts: [{ do: 'send' as const, from: key(`friend of ${to}`), to, sol: 1 }],
  }))
  const launch = { slot: 1_000, acts: [{ do: 'launch' as const, mint: MINT, creator: key('dev') }] }
  const buy = (wallet: string, payer: string) => ({
    slot: 1_000,
    payer,
    acts: [{ do: 'buy' as const, mint: MINT, wallet }],
  })
  const buys = [...team.map((wallet) => buy(wallet, key('payer'))), buy(key('stranger'), key('stranger'))]
  const together = createLedger([...sends, launch, ...buys])
  const asked: string[] = []
  const rpc: SolanaRpc = {
    ...together.rpc,
    transactions: (signatures, options) => {
      asked.push(...signatures)
      return together.rpc.transactions(signatures, options)
    },
  }
  const facts = await readLaunch({ rpc, dexes: [fakeDex] }, MINT, [])
  assert(facts.ok)
  assert.deepEqual(facts.value.bundlers, [...team].sort())
  const beginnings = sends.map((_, i) => asked.includes(together.signature(i)))
  assert.equal(beginnings.filter(Boolean).length, 2, 'one of the three, and the stranger')
})
