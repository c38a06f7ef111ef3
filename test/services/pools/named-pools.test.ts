import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { POOLS } from '../../../src/config/pools.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { createNamedPools } from '../../../src/services/pools/named-pools.ts'
import type { Store } from '../../../src/store/store.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

const [MINT, PROGRAM, OTHER_PROGRAM] = [1, 2, 3].map(strangerAddress) as [string, string, string]
const [SAID, TRADED, FOREIGN, GONE] = [4, 5, 6, 7].map(strangerAddress) as [string, string, string, string]
const MARK = Uint8Array.of(9, 8, 7)
const FILTERS = [{ dataSize: 10 }, { memcmp: { offset: 4, bytes: encodeBase58(MARK) } }] as const

function account(address: string, owner: string, change: Partial<AccountView> = {}): AccountView {
  const data = new Uint8Array(10)
  data.set(MARK, 4)
  return { address, owner, data, lamports: 1n, executable: false, ...change }
}

type World = {
  readonly accounts?: readonly AccountView[]
  readonly pairs?: string[] | null
  readonly traded?: string[]
}
function setUp({ accounts = [], pairs = [], traded = [] }: World) {
  const reads: (readonly string[])[] = []
  let asked = 0
  const rpc: Partial<SolanaRpc> = {
    signaturesOf: async () => ok([]),
    accounts: async (addresses) => {
      reads.push(addresses)
      return ok({ slot: 1, accounts: addresses.map((one) => accounts.find(({ address }) => address === one) ?? null) })
    },
  }
  const pairsByMints = async () => {
    asked++
    return pairs === null
      ? fail('upstream_failed', 'down')
      : ok(new Map([[MINT, pairs.map((pairAddress) => ({ pairAddress }))]]))
  }
  const trades = (_scope: unknown, { limit }: { limit: number }) => ({
    trades: traded.slice(0, limit).map((pool) => ({ pool })),
    nextBeforeSeq: null,
  })
  const { ctx } = fakeContext({
    parts: { chain: { rpc } as never, upstreams: { ...NO_UPSTREAMS, pairs: { pairsByMints } as never } },
    store: {
      memo: ((_cache: string, _key: string, load: () => unknown) => load()) as Store['memo'],
      tape: { trades } as never,
    },
  })
  const named = createNamedPools(ctx)
  const find = async (filters: Parameters<typeof named.find>[2] = FILTERS): Promise<string[]> =>
    (await named.find(MINT, PROGRAM, filters)).map(({ address }) => address)
  return { find, named, reads, asked: () => asked }
}

test('what the provider and the tape name is read from the chain, and only what a scan would have found counts', async () => {
  const accounts = [
    account(SAID, PROGRAM),
    account(TRADED, PROGRAM),
    account(FOREIGN, OTHER_PROGRAM),
    account(strangerAddress(8), PROGRAM, { data: new Uint8Array(11) }),
    account(strangerAddress(9), PROGRAM, { data: new Uint8Array(10) }),
  ]
  const pairs = [SAID, FOREIGN, GONE, strangerAddress(8), strangerAddress(9), '0xabc', '']
  const { find, reads } = setUp({ accounts, pairs, traded: [TRADED, SAID, TRADED] })
  assert.deepEqual(await find(), [SAID, TRADED])
  assert.deepEqual(reads, [[SAID, FOREIGN, GONE, strangerAddress(8), strangerAddress(9), TRADED]])
  assert.deepEqual(await find([{ memcmp: { offset: 9, bytes: encodeBase58(MARK) } }]), [], 'past the end')
})

test('a provider that fails leaves those of the tape, and without any name nothing is read', async () => {
  const { find } = setUp({ accounts: [account(TRADED, PROGRAM)], pairs: null, traded: [TRADED] })
  assert.deepEqual(await find(), [TRADED])
  const nobody = setUp({})
  assert.deepEqual([await nobody.find(), nobody.reads], [[], []])
})

test('all DEXs of one search share one question and one read, which is of so many accounts at most', async () => {
  const many = Array.from({ length: POOLS.addressesPerScan + 20 }, (_, i) => strangerAddress(100 + i))
  const { named, reads, asked } = setUp({ accounts: [account(many[0]!, PROGRAM)], pairs: many })
  const [own, foreign] = await Promise.all([
    named.find(MINT, PROGRAM, FILTERS),
    named.find(MINT, OTHER_PROGRAM, FILTERS),
  ])
  assert.deepEqual([own.length, foreign.length, asked(), reads.length], [1, 0, 1, 1])
  assert.equal(reads[0]!.length, POOLS.addressesPerScan)
})

test('a node that does not answer leaves none', async () => {
  const { ctx } = fakeContext({
    parts: {
      chain: { rpc: { accounts: async () => fail('upstream_failed', 'down') } } as never,
      upstreams: {
        ...NO_UPSTREAMS,
        pairs: { pairsByMints: async () => ok(new Map([[MINT, [{ pairAddress: SAID }]]])) } as never,
      },
    },
    store: { memo: ((_cache: string, _key: string, load: () => unknown) => load()) as Store['memo'] },
  })
  assert.deepEqual(await createNamedPools(ctx).find(MINT, PROGRAM, FILTERS), [])
})
