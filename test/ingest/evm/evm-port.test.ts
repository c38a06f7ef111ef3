import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LIAR, type SandboxBlock } from '../../../sandbox/evm/world.ts'
import { EVM_CONTRACTS } from '../../../src/chain/evm/contracts.ts'
import type { DecodedBlock, TradeFacts } from '../../../src/contract/tape-event.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { keptInMemory, openPortLab, type PortLab, portOver } from './port-lab.ts'

const labs: PortLab[] = []
after(() => Promise.all(labs.map((lab) => lab.close())))

async function openLab(options: Parameters<typeof openPortLab>[0]): Promise<PortLab> {
  const lab = await openPortLab(options)
  labs.push(lab)
  return lab
}

const tradesOf = (blocks: readonly DecodedBlock[]): TradeFacts[] =>
  blocks.flatMap(({ events }) => events.filter((one) => one.type === 'trade'))

/** What a trade moved into the pool, by token. */
function movedBy(trade: TradeFacts): readonly [string, bigint][] {
  const sign = trade.side === 'sell' ? 1n : -1n
  return [
    [trade.mint, sign * trade.amountRaw],
    [trade.quoteMint, -sign * trade.quoteAmountRaw],
  ]
}

/** Every trade of a block is a true swap, at its place, by whom and how much, and no true swap is missing. */
function assertTrue(decoded: DecodedBlock, block: SandboxBlock): void {
  assert.equal(decoded.blockHash, block.hash)
  const told = tradesOf([decoded])
  assert.deepEqual(
    told.map(({ path, signature }) => `${signature} ${path}`),
    block.swaps.map(({ logIndex, txHash }) => `${txHash} ${logIndex},-1`),
  )
  told.forEach((trade, at) => {
    const { pool, maker, moved0, moved1 } = block.swaps[at]!
    assert.equal(trade.pool, pool.id)
    assert.equal(trade.maker, maker)
    const moved = new Map(movedBy(trade))
    assert.deepEqual([moved.get(pool.token0), moved.get(pool.token1)], [moved0, moved1], `${trade.dex} ${trade.path}`)
  })
}

for (const [chain, blocks] of [
  ['ethereum', 130],
  ['base', 160],
] as const)
  test(`${chain}: more than 5,000 swaps over all kinds of pools equal their balances to the unit`, async () => {
    const { node, decode } = await openLab({ chain, seed: 'balances' })
    node.mine(1)
    const first = node.world.blocks()[0]!.number
    const before = new Map(node.world.pools().map((pool) => [pool.id, node.world.holdings(pool)]))
    node.mine(blocks)
    const decoded = await decode(first + 1, first + blocks)
    decoded.forEach((one, at) => {
      assertTrue(one, node.world.blocks()[at + 1]!)
    })
    const trades = tradesOf(decoded)
    assert(trades.length > 5_000, `${trades.length}`)
    assert.deepEqual(new Set(trades.map(({ dex }) => dex)), new Set(EVM_CONTRACTS[chain].venues.map(({ dex }) => dex)))
    const sums = new Map<string, bigint>()
    for (const trade of trades)
      for (const [token, moved] of movedBy(trade)) {
        const name = `${trade.pool} ${token}`
        sums.set(name, (sums.get(name) ?? 0n) + moved)
      }
    for (const pool of node.world.pools()) {
      const began = before.get(pool.id)
      // Those that came to be meanwhile began with what the world gave them.
      if (began === undefined) continue
      const now = node.world.holdings(pool)
      assert.equal(sums.get(`${pool.id} ${pool.token0}`) ?? 0n, now.held0 - began.held0, `${pool.kind} ${pool.id}`)
      assert.equal(sums.get(`${pool.id} ${pool.token1}`) ?? 0n, now.held1 - began.held1, `${pool.kind} ${pool.id}`)
    }
  })

test('new pools are launches of kind pool, and their swaps in the same block are trades', async () => {
  const { node, decode } = await openLab({ chain: 'base', seed: 'launches' })
  node.mine(40)
  const first = node.world.blocks()[0]!.number
  const decoded = await decode(first, first + 39)
  const launches = decoded.flatMap(({ events }) => events.filter((one) => one.type === 'launch'))
  assert(launches.length > 3)
  for (const { kind, pool, creator, mint, quoteMint } of launches) {
    const made = node.world.pools().find(({ id }) => id === pool)
    assert.deepEqual([mint, quoteMint].sort(), [made?.token0, made?.token1])
    assert.equal(kind, 'pool')
    assert.match(creator!, /^0x[0-9a-f]{40}$/)
  }
})

test('contracts that only look like pools are never believed, whatever topic they emit', async () => {
  const { node, decode } = await openLab({ chain: 'base', seed: 'liars' })
  node.mine(10)
  const logs = node.world.blocks().flatMap(({ transactions }) => transactions.flatMap((one) => one.logs))
  assert(logs.filter(({ address }) => address === LIAR).length > 5)
  const first = node.world.blocks()[0]!.number
  const known = new Set(node.world.pools().map(({ id }) => id))
  for (const { pool } of tradesOf(await decode(first, first + 9))) assert(known.has(pool))
})

test('reorganisations of depth 1 to 12: what is read afterwards is the new chain', async () => {
  const { node, decode, reader } = await openLab({ chain: 'base', seed: 'forks', swapsPerBlock: 6 })
  node.mine(30)
  for (let depth = 1; depth <= 12; depth++) {
    const replaced = node.world.blocks().slice(-depth)
    node.reorg(depth)
    const now = node.world.blocks().slice(-depth)
    assert.deepEqual(
      now.map(({ number }) => number),
      replaced.map(({ number }) => number),
    )
    const decoded = await decode(now[0]!.number, now.at(-1)!.number)
    decoded.forEach((one, at) => {
      assertTrue(one, now[at]!)
      assert.notEqual(one.blockHash, replaced[at]!.hash)
    })
    assert.equal(await reader.head('confirmed'), now.at(-1)!.number)
  }
})

test('dollars: the native coin is worth what its pools say, and a token what it is paid with', async () => {
  const { node, decode } = await openLab({ chain: 'ethereum', seed: 'dollars' })
  node.mine(12)
  const first = node.world.blocks()[0]!.number
  const trades = tradesOf(await decode(first, first + 11))
  const { wrappedNative, stables } = EVM_CONTRACTS.ethereum
  const dollars = new Set(stables.map(({ address }) => address))
  const native = trades.filter((one) => one.mint === wrappedNative && dollars.has(one.quoteMint))
  assert(native.length > 10)
  const places = new Map(stables.map(({ address, decimals }) => [address, decimals]))
  for (const { priceUsd, amountUsd, amountRaw, quoteAmountRaw, quoteMint } of native) {
    const usd = Number(quoteAmountRaw) / 10 ** places.get(quoteMint)!
    // Stables are a dollar, or what the pools between them say.
    assert(Math.abs(amountUsd! / usd - 1) < 0.2, `${amountUsd} for ${usd}`)
    assert(Math.abs((priceUsd! * (Number(amountRaw) / 1e18)) / amountUsd! - 1) < 1e-9)
  }
  const priced = trades.filter((one) => one.quoteMint === wrappedNative && one.amountUsd !== null)
  assert(priced.length > 10)
  for (const { amountUsd, quoteAmountRaw } of priced) {
    const nativeUsd = amountUsd! / (Number(quoteAmountRaw) / 1e18)
    assert(nativeUsd > 2_000 && nativeUsd < 4_500, `${nativeUsd}`)
  }
  // Forty decimals are no price.
  const odd = [...node.world.plan.tokens.values()].find(({ decimals }) => decimals === 40)!
  for (const { priceUsd } of trades.filter(({ mint }) => mint === odd.address)) assert.equal(priceUsd, null)
})

test('the reader: chain id, finality, and what a node does not know yet', async () => {
  const { node, reader } = await openLab({ chain: 'base', seed: 'reader', swapsPerBlock: 3 })
  node.mine(5)
  const head = node.world.blocks().at(-1)!
  assert.match(await reader.genesisHash(), /^0x[0-9a-f]{64}$/)
  assert.equal(await reader.head('confirmed'), head.number)
  node.finalize(head.number - 2)
  assert.equal(await reader.head('finalized'), head.number - 2)
  assert.equal(await reader.finalHeader(head.number), null)
  const final = node.world.blocks().at(-3)!
  assert.deepEqual(await reader.finalHeader(final.number), {
    ...{ slot: final.number, blockHash: final.hash },
    ...{ parentSlot: final.number - 1, parentHash: final.parentHash },
  })
  const later = await reader.fetch(head.number + 1)
  assert('fromSlot' in later)
  const other = portOver('ethereum', [node.url])
  await assert.rejects(
    other.read({ log: undefined as never, signal: AbortSignal.timeout(5_000) }).genesisHash(),
    /chain/,
  )
  await other.close()
  node.faults.hasNoFinalized = true
  assert.equal(await reader.head('finalized'), head.number - 256)
})

test('a node that bounds ranges is asked for shorter ones, and one that hides logs is caught by the bloom', async () => {
  const { node, decode } = await openLab({ chain: 'base', seed: 'limits', swapsPerBlock: 9 })
  node.mine(40)
  const [first] = node.world.blocks()
  node.faults.maxRangeBlocks = 3
  const short = await decode(first!.number, first!.number + 19)
  short.forEach((one, at) => {
    assertTrue(one, node.world.blocks()[at]!)
  })
  node.faults.hidesLogs = true
  const hidden = await decode(first!.number + 20, first!.number + 39)
  hidden.forEach((one, at) => {
    assertTrue(one, node.world.blocks()[at + 20]!)
  })
})

test('another node answers when the first one is away', async () => {
  const lab = await openLab({ chain: 'base', seed: 'nodes', swapsPerBlock: 3 })
  lab.node.mine(3)
  const away = await startLocalServer((_, response) => {
    response.writeHead(503).end()
  })
  const port = portOver('base', [away.url, lab.node.url])
  const reader = port.read({ log: undefined as never, signal: AbortSignal.timeout(30_000) })
  const head = lab.node.world.blocks().at(-1)!
  assert.equal(await reader.head('confirmed'), head.number)
  const got = await reader.fetch(head.number)
  assert('block' in got && got.block?.blockHash === head.hash)
  await port.close()
  await away.close()
})

test('heads come by subscription, those of a reorganisation too', async () => {
  const { node, port } = await openLab({ chain: 'base', seed: 'heads', swapsPerBlock: 1 })
  node.mine(4)
  const slots: number[] = []
  const told = Promise.withResolvers<void>()
  const subscription = port.follow!({
    onBlock: () => assert.fail('no blocks come by subscription'),
    onSlot(slot) {
      slots.push(slot)
      if (slots.length === 4) told.resolve()
    },
    onBlocksServed(isServed) {
      assert.equal(isServed, false)
      node.mine(2)
      node.reorg(2)
    },
    onClosed: (reason) => told.reject(new Error(reason)),
  })
  await told.promise
  const head = node.world.blocks().at(-1)!.number
  assert.deepEqual(slots, [head - 1, head, head - 1, head])
  subscription.close()
})

/** A swap of Uniswap v4 or Infinity. */
const isManaged = ({ pool }: { readonly pool: { readonly id: string } }): boolean => pool.id.length > 42

for (const maxRangeBlocks of [Number.POSITIVE_INFINITY, 20_000])
  test(`pools without a key in the position manager are found by their creation, ${maxRangeBlocks} blocks a call`, async () => {
    const store = keptInMemory()
    const lab = await openLab({ chain: 'base', seed: 'keyless', store })
    const { node } = lab
    Object.assign(node.faults, { maxRangeBlocks, hasNoKeys: true })
    node.mine(6)
    const blocks = node.world.blocks()
    const [first] = blocks
    // The first blocks may come before a search has come far enough.
    let decoded: DecodedBlock[] = []
    for (let tries = 0; tries < 20; tries++) {
      decoded = await lab.decode(first!.number, first!.number + 5)
      if (decoded.every(({ unreadable }) => unreadable === undefined)) break
      lab.pass(61_000)
    }
    decoded.forEach((one, at) => {
      assertTrue(one, blocks[at]!)
    })
    assert(blocks.flatMap(({ swaps }) => swaps).filter(isManaged).length > 20)
    // What was found is kept: another follower of the same store needs neither call.
    node.faults.hidesCreations = true
    const again = await openLab({ chain: 'base', seed: 'keyless', store, world: node.world })
    again.node.faults.hasNoKeys = true
    again.node.faults.hidesCreations = true
    ;(await again.decode(first!.number, first!.number + 5)).forEach((one, at) => {
      assertTrue(one, blocks[at]!)
    })
  })

test('swaps of a pool whose key no one has are counted as unreadable, by transaction, and told once it is found', async () => {
  const store = keptInMemory()
  const lab = await openLab({ chain: 'base', seed: 'lost keys', store })
  const { node } = lab
  Object.assign(node.faults, { maxRangeBlocks: Number.POSITIVE_INFINITY, hasNoKeys: true, hidesCreations: true })
  node.mine(4)
  const blocks = node.world.blocks()
  const [first] = blocks
  // Pools that came to be in these blocks are known by their creation.
  const planned = new Set(node.world.plan.pools.map(({ pool }) => pool.id))
  const isLost = (swap: SandboxBlock['swaps'][number]): boolean => isManaged(swap) && planned.has(swap.pool.id)
  const decoded = await lab.decode(first!.number, first!.number + 3)
  decoded.forEach(({ unreadable, events }, at) => {
    const { swaps } = blocks[at]!
    const lost = new Set(swaps.filter(isLost).map(({ txHash }) => txHash))
    assert(lost.size > 0)
    assert.equal(unreadable, lost.size)
    assert.equal(events.filter(({ type }) => type === 'trade').length, swaps.filter((swap) => !isLost(swap)).length)
  })
  node.faults.hidesCreations = false
  store.forget()
  lab.pass(25 * 60 * 60_000)
  const [later] = await lab.decode(first!.number, first!.number)
  assertTrue(later!, first!)
  assert.equal(later!.unreadable, undefined)
})
