import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExecutedTransaction, SandboxChain } from '../../../sandbox/chain/types.ts'
import { chainTransactionOf } from '../../../sandbox/providers/chain-view.ts'
import { BOOT_SLOT } from '../../../sandbox/world/build-world.ts'
import { performAction } from '../../../sandbox/world/perform.ts'
import { planWorld } from '../../../sandbox/world/plan-world.ts'
import type { World } from '../../../sandbox/world/world.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { findExtension, readMint, readTokenAccount, readU64 } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { buildTestWorld, sharedTestWorld, TEST_BOOT_SEC } from '../../support/build-test-world.ts'

const TRANSFER_FEE_AMOUNT = 2
const startMs = performance.now()
const { chain, world } = buildTestWorld()
const buildMs = performance.now() - startMs

const holdingsOf = (on: SandboxChain, mint: string): Map<string, bigint> => {
  const byOwner = new Map<string, bigint>()
  for (const address of on.tokenAccountsOfMint(mint)) {
    const fields = readTokenAccount(on.account(address)!.data)!
    const owner = encodeBase58(fields.owner)
    byOwner.set(owner, (byOwner.get(owner) ?? 0n) + fields.amountRaw)
  }
  return byOwner
}
const ledger = (on: SandboxChain): ExecutedTransaction[] =>
  on.blockSlots(0, BOOT_SLOT, 100_000).flatMap((slot) => on.block(slot)!.transactions)
const buyersIn = (mint: string, slot: number): Set<string> => {
  const buyers = new Set<string>()
  const block = chain.block(slot)!
  for (const executed of block.transactions)
    for (const dex of DEXES)
      for (const trade of dex.decodeTrades(chainTransactionOf(executed, block.blockTimeSec)))
        if (trade.side === 'buy' && trade.baseMint === mint) buyers.add(trade.trader)
  return buyers
}

test('the chain takes the whole plan; only sales of holdings that ran out fall through', (t) => {
  t.diagnostic(`world of ${chain.transactionCount()} transactions built in ${Math.round(buildMs)} ms`)
  for (const refusal of world.refused) assert.match(refusal, /^sell: nothing to do/)
  assert(world.refused.length < 40, `${world.refused.length} refusals`)
})

test('the supply of every token equals the sum of its accounts', () => {
  for (const { mint, symbol } of world.plan.tokens) {
    const account = chain.account(mint)
    assert(account !== null, `${symbol} has a mint`)
    let total = 0n
    for (const amountRaw of holdingsOf(chain, mint).values()) total += amountRaw
    // What a transfer fee took lies in the accounts it was taken at until someone collects it.
    for (const address of chain.tokenAccountsOfMint(mint)) {
      const withheld = findExtension(chain.account(address)!.data, TRANSFER_FEE_AMOUNT)
      if (withheld !== null) total += readU64(withheld, 0)
    }
    assert.equal(total, readMint(account.data)!.supplyRaw, symbol)
  }
})

test('the same seed gives the same addresses, lamports and holdings in a chain of its own', () => {
  // Built by another process of a whole run, or here.
  const again = sharedTestWorld()
  assert.equal(again.chain.transactionCount(), chain.transactionCount())
  for (const { address } of world.plan.wallets)
    assert.equal(again.chain.account(address)?.lamports, chain.account(address)?.lamports, address)
  for (const { mint } of world.plan.tokens) assert.deepEqual(holdingsOf(again.chain, mint), holdingsOf(chain, mint))
  for (const pool of world.market.pools()) {
    const other = again.world.market.pool(pool.address)
    assert(other !== undefined)
    assert.deepEqual(again.world.market.state(other), world.market.state(pool))
  }
})

test('another seed gives another world', () => {
  const launched = ({ tokens }: World['plan']): string[] =>
    tokens.filter(({ origin }) => origin === 'launch').map(({ mint }) => mint)
  const others = launched(planWorld('another seed'))
  assert(others.length > 0)
  for (const mint of others) assert(!launched(world.plan).includes(mint))
})

test('buyers of the launch slot are the dev, the bundlers and the snipers of the truth', () => {
  const launched = world.plan.truth.tokens.filter(({ mint }) => world.launches.has(mint))
  assert(launched.length >= 15)
  for (const token of launched) {
    const { slot } = world.launches.get(token.mint)!
    assert.deepEqual(
      [...buyersIn(token.mint, slot)].sort(),
      [token.dev, ...token.bundlers, ...token.snipers].sort(),
      token.mint,
    )
  }
})

test('launches are found where the curve begins, made by the dev', () => {
  const pumpfun = DEXES.find(({ name }) => name === 'pumpfun')!
  for (const { mint, dev } of world.launches.values()) {
    const signatures = chain.signaturesOf(pumpfun.launchAddress(mint)!, { limit: 1_000 })
    assert(signatures !== 'unknown')
    const [launch] = pumpfun.decodeLaunches(chainTransactionOf(signatures.at(-1)!, 0))
    assert.equal(launch?.mint, mint)
    assert.equal(launch.creator, dev)
  }
})

test('wallets of a team were first paid as the truth says: by its trail, by each other, or by an exchange', () => {
  const { entities, funding } = world.plan.truth
  const leavesNoTrail = new Set(['exchange', 'scattered', 'privacy'])
  for (const entity of entities) {
    const withdrawals = leavesNoTrail.has(entity.funding) ? funding.filter(({ to }) => entity.wallets.includes(to)) : []
    const trusted = new Set([
      entity.rootFunder,
      ...entity.relays,
      ...entity.wallets,
      ...withdrawals.map(({ from }) => from),
    ])
    for (const wallet of entity.wallets.slice(1)) {
      const signatures = chain.signaturesOf(wallet, { limit: 1_000 })
      assert(signatures !== 'unknown' && signatures.length > 0)
      const first = chainTransactionOf(signatures.at(-1)!, 0)
      assert(trusted.has(first.feePayer), `${wallet} was first paid by ${first.feePayer}`)
    }
  }
})

test('the team of a rugged token has sold everything, or emptied its pool', () => {
  for (const token of world.plan.truth.tokens.filter(({ rugged }) => rugged)) {
    if (!world.launches.has(token.mint)) {
      const [pool] = world.market.poolsOf(token.mint)
      const left = world.market.state(pool!)
      assert(left === null || left.quoteReserve < 0.01, `${left?.quoteReserve} SOL left`)
      continue
    }
    const held = holdingsOf(chain, token.mint)
    for (const wallet of [token.dev, ...token.bundlers]) assert.equal(held.get(wallet) ?? 0n, 0n)
  }
})

test('holders of honeypots cannot sell', () => {
  const closed = world.plan.truth.tokens.filter(
    ({ honeypot, trap }) => honeypot && (trap === undefined || (trap.bites === 'now' && trap.lossPct === 100)),
  )
  for (const token of closed) {
    const program = chain.account(token.mint)!.owner
    const holders = [...holdingsOf(chain, token.mint)].filter(
      ([owner, amountRaw]) =>
        amountRaw > 0n &&
        world.keys.has(owner) &&
        owner !== token.dev &&
        chain.account(associatedTokenAddress(owner, token.mint, program)) !== null,
    )
    assert(holders.length > 0, `${token.mint} has holders with a key`)
    const [wallet] = holders[0]!
    const done = performAction(world, { do: 'sell', mint: token.mint, wallet, sharePct: 100 })
    assert(done === null || !done.ok || done.transaction.err !== null, `${wallet} sold a honeypot`)
  }
})

test('graduated tokens trade on their canonical pool and their curve is closed', () => {
  const graduated = world.plan.tokens.filter(({ archetype }) => archetype === 'graduated')
  assert(graduated.length >= 2)
  for (const { mint } of graduated) {
    assert.equal(world.market.mainPool(mint)?.dex, 'pumpswap')
    assert.deepEqual(
      world.market.poolsOf(mint).map(({ dex }) => dex),
      ['pumpfun', 'pumpswap'],
    )
  }
})

test('slots and times go together and end at boot', () => {
  let last = { slot: 0, timeSec: 0 }
  for (const slot of chain.blockSlots(0, BOOT_SLOT, 100_000)) {
    const { blockTimeSec, transactions } = chain.block(slot)!
    assert(slot > last.slot && blockTimeSec >= last.timeSec)
    if (transactions.length > 0) {
      const bySlot = TEST_BOOT_SEC - ((BOOT_SLOT - slot) * 400) / 1_000
      assert(Math.abs(bySlot - blockTimeSec) <= 5, `slot ${slot} at ${blockTimeSec}, expected about ${bySlot}`)
    }
    last = { slot, timeSec: blockTimeSec }
  }
})

test('the last hour holds transactions of all three versions, version 0 with a table', () => {
  const recent = ledger(chain).filter(({ slot, err }) => err === null && slot > BOOT_SLOT - 9_000)
  for (const version of ['legacy', 0, 1] as const)
    assert(
      recent.some((one) => one.version === version),
      `${version}`,
    )
  assert(recent.some(({ loadedAddresses }) => loadedAddresses.writable.length > 0))
})

test('old token accounts hold the deposit of the old rent rate', () => {
  const [closeable] = world.plan.cast.closeable
  const accounts = chain.tokenAccountsOfOwner(closeable!).map((address) => chain.account(address)!)
  const empty = accounts.filter(({ data }) => readTokenAccount(data)!.amountRaw === 0n)
  assert(empty.length >= 5)
  assert(empty.some(({ lamports }) => lamports === 2_039_280n))
  for (const { lamports, data } of accounts) assert(lamports >= chain.minimumBalanceLamports(data.length))
})

test('mints belong to the program the plan says and metadata reads back', () => {
  for (const token of world.plan.tokens) {
    if (token.mint === NATIVE_MINT) continue
    const expected = token.program === 'spl' ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM
    assert.equal(chain.account(token.mint)!.owner, expected, token.symbol)
  }
})
