import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { getMetadata } from '../../../src/services/tokens/metadata.ts'
import type { Store } from '../../../src/store/store.ts'
import type { AssetMetadata, Upstreams } from '../../../src/upstreams/capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { mintNumber } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { launchFact } from '../../support/tape-facts.ts'

const [A, B] = [mintNumber(1), mintNumber(2)]
const SUPPLY_RAW = 12_345_678_901_234_567_890n

function asset(mint: string, parts: Partial<AssetMetadata>): AssetMetadata {
  const none = { name: null, symbol: null, description: null, imageUrl: null, headerUrl: null, decimals: null }
  return {
    mint,
    ...none,
    supplyRaw: null,
    supplyExact: false,
    ownership: null,
    uri: null,
    tokenProgram: null,
    ...parts,
  }
}

function mintAccount(address: string): AccountView {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(SUPPLY_RAW, 36)
  data[44] = 9
  data[45] = 1
  return { address, lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data }
}

function context(assets: readonly AssetMetadata[] | null, chain: 'up' | 'down' = 'up') {
  const read: string[] = []
  const rpc = {
    accounts: async (addresses: readonly string[]): Promise<Outcome<unknown>> => {
      read.push(...addresses.filter((address) => address === A || address === B))
      if (chain === 'down') return fail('upstream_failed', 'down')
      return ok({ slot: 1, accounts: addresses.map((one) => (one === A || one === B ? mintAccount(one) : null)) })
    },
  } as unknown as SolanaRpc
  const index = {
    provider: 'index',
    assetsByMints: async () =>
      assets === null ? fail('upstream_failed', 'down') : ok(new Map(assets.map((one) => [one.mint, one]))),
  } as unknown as Upstreams['assets']
  const upstreams = { ...NO_UPSTREAMS, assets: index }
  const memoMany: Store['memoMany'] = async (_cache, keys, load) => {
    const loaded = await load(keys)
    return loaded.ok ? ok(new Map(keys.map((key) => [key, loaded.value.get(key) ?? null])), loaded.cache) : loaded
  }
  return { ...fakeContext({ parts: { chain: { rpc }, upstreams }, store: { memoMany } }), read }
}

test('a token the index knows whole is not looked up on chain', async () => {
  const { ctx, read } = context([asset(A, { name: 'Able', symbol: 'A', decimals: 6, supplyRaw: '5' })])
  const answer = await getMetadata(ctx, [A])
  assert(answer.ok)
  assert.deepEqual([answer.value[A]!.source, answer.value[A]!.supply, read], ['das', '5', []])
})

test('figures the index does not have are those of the mint, to the last digit; what it said stays', async () => {
  const { ctx, read } = context([
    asset(A, { name: 'Able', symbol: 'A', description: 'words', imageUrl: 'https://a.example/a.png', decimals: 6 }),
    asset(B, { name: 'Baker' }),
  ])
  const answer = await getMetadata(ctx, [A, B])
  assert(answer.ok)
  const { name, description, image, decimals, supply, source, uri } = answer.value[A]!
  assert.deepEqual(
    [name, description, image, source, uri],
    ['Able', 'words', 'https://a.example/a.png', 'das', undefined],
  )
  assert.deepEqual([decimals, supply], [6, String(SUPPLY_RAW)])
  assert.deepEqual([answer.value[B]!.decimals, answer.value[B]!.supply], [9, String(SUPPLY_RAW)])
  assert.deepEqual(read, [A, B])
})

test('without the index a row comes from the chain, without description and image and with its uri', async () => {
  const answer = await getMetadata(context(null).ctx, [A])
  assert(answer.ok)
  const { description, image, source } = answer.value[A]!
  assert.deepEqual([description, image, source, 'uri' in answer.value[A]!], [null, null, 'indexer:rpc', true])
  assert.equal(answer.cache?.degraded, true)
})

test('a node that fails leaves what the index said, for 5 s; both failing is a failure', async () => {
  const answer = await getMetadata(context([asset(A, { name: 'Able' })], 'down').ctx, [A])
  assert(answer.ok)
  assert.deepEqual([answer.value[A]!.name, answer.value[A]!.decimals, answer.cache?.degraded], ['Able', null, true])
  assert.equal((await getMetadata(context(null, 'down').ctx, [A])).ok, false)
})

test('a mint the index does not know has the names of its launch on the tape and its own figures', async () => {
  const launch = launchFact(10, 0, { mint: A, dex: 'bonk', uri: 'https://x.example/a.json' })
  const launchOf: Store['tape']['launchOf'] = (mint) => (mint === A ? { ...launch, seq: 1, indexedAtMs: 1 } : undefined)
  const { ctx } = context([asset(B, { name: 'Indexed', symbol: 'IDX', decimals: 9, supplyRaw: '1' })])
  const answer = await getMetadata({ ...ctx, store: { ...ctx.store, tape: { ...ctx.store.tape, launchOf } } }, [A, B])
  assert(answer.ok)
  assert.deepEqual(answer.value[A], {
    mint: A,
    name: 'A coin',
    symbol: 'COIN',
    description: null,
    image: null,
    decimals: 9,
    supply: SUPPLY_RAW.toString(),
    ownership: null,
    source: 'indexer:bonk',
    uri: 'https://x.example/a.json',
  })
  assert.equal(answer.value[B]!.source, 'das')
})

test('names from the tape stand alone while the node is down', async () => {
  const launchOf = () => ({ ...launchFact(10, 0, { mint: A }), seq: 1, indexedAtMs: 1 })
  const { ctx } = context([], 'down')
  const answer = await getMetadata({ ...ctx, store: { ...ctx.store, tape: { ...ctx.store.tape, launchOf } } }, [A])
  assert(answer.ok)
  const { name, decimals, supply, source } = answer.value[A]!
  assert.deepEqual([name, decimals, supply, source], ['A coin', null, null, 'indexer:pumpfun'])
})
