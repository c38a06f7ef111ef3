import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_ADDRESSES } from '../../../src/chain/solana/known-addresses.ts'
import type { CohortBundle } from '../../../src/services/cohort/cohort-bundle.ts'
import { judgeCohort } from '../../../src/services/cohort/judge-cohort.ts'
import type {
  ObservedTransaction,
  ObservedWallet,
  TokenEvidence,
} from '../../../src/services/evidence-bundle/evidence.ts'
import { addressOf } from '../../support/tape-facts.ts'

const SOL = 1_000_000_000
const DAY = 86_400
const START = 1_790_000_000
const [A, B, C, D, FUNDER] = ['a', 'b', 'c', 'd', 'funder'].map(addressOf) as [string, string, string, string, string]

function walletOf(address: string, over: Partial<ObservedWallet> = {}): ObservedWallet {
  return {
    address,
    roles: ['receiver'],
    traced: true,
    firstSeenSec: START,
    firstSeenSlot: 100,
    signatureCount: 4,
    isBusy: false,
    funding: null,
    identity: { entity: null, entityType: 'wallet', source: null, isContract: false },
    partial: false,
    ...over,
  }
}
function paid(
  to: string,
  from: string,
  at: number,
): { readonly wallet: ObservedWallet; readonly tx: ObservedTransaction } {
  const signature = `pay ${to}`
  const lamports = String(2 * SOL + at * 1_000)
  const slot = 100 + at
  const timeSec = START + at
  return {
    wallet: walletOf(to, { firstSeenSec: timeSec, funding: { from, lamports, timeSec, slot, signature } }),
    tx: {
      signature,
      slot,
      timeSec,
      indexInBlock: null,
      version: 'legacy',
      feePayer: from,
      signers: [from],
      lookupTables: [],
      nonce: null,
      computeUnitLimit: null,
      computeUnitPrice: null,
      priorityFeeLamports: null,
      programs: [],
      tips: [],
      solMoves: [{ from, to, lamports }],
      trades: [],
      tokenMoves: [],
    },
  }
}
function bundleOf(
  members: readonly string[],
  rows: readonly ReturnType<typeof paid>[],
  wallets: readonly ObservedWallet[],
): CohortBundle {
  const own: TokenEvidence = {
    mint: '11111111111111111111111111111111',
    slot: 1_000,
    slotMs: 400,
    timeSec: START + DAY,
    ledgerStartSec: null,
    mintInfo: null,
    holders: null,
    pools: [],
    launch: null,
    transactions: rows.map(({ tx }) => tx),
    history: { complete: false, earlyCount: 0, recentCount: 0, knownCount: 0, earlyToSlot: null, recentFromSlot: null },
    wallets: [...rows.map(({ wallet }) => wallet), ...wallets],
    tables: [],
    otherCoins: [],
    gaps: [],
  }
  return { members, own, tokens: [], common: [], names: {}, gaps: [] }
}
/** Made a moment before, and with nothing to do but to pay them. */
const maker = walletOf(FUNDER, { roles: ['funder'], firstSeenSec: START - 10, signatureCount: 4 })

test('wallets that one made-for-it wallet paid first are one, by money, with the payments as evidence', () => {
  const rows = [paid(A, FUNDER, 1), paid(B, FUNDER, 2), paid(C, FUNDER, 3)]
  const { verdict, cohesion, clusters, graph, isolated, bridges, fundingTimeline } = judgeCohort(
    bundleOf([C, A, D, B], rows, [maker, walletOf(D)]),
  )
  assert.deepEqual(
    clusters.map(({ id, members, rootFunder }) => [id, members, rootFunder]),
    [['C1', [A, B, C].sort(), FUNDER]],
  )
  assert.deepEqual(isolated, [D])
  assert.equal(verdict.tone, 'coordinated')
  assert.equal(verdict.headline, '3 of 4 wallets act as one, by money.')
  assert.deepEqual(cohesion, { score: 50, components: { money: 50, control: 0, timing: 0 } })
  const signatures = new Set(rows.map(({ tx }) => tx.signature))
  assert(graph.edges.length >= 2)
  for (const { evidence, joins } of graph.edges) {
    assert(joins && evidence.signatures.length > 0)
    assert(evidence.signatures.every((one) => signatures.has(one)))
  }
  assert.deepEqual([bridges[0]!.address, bridges[0]!.isMember, bridges[0]!.critical], [FUNDER, false, true])
  assert.deepEqual(
    fundingTimeline.map(({ wallet }) => wallet),
    [A, B, C],
  )
})

test('what an exchange paid ties nobody, and a public address among the members is unknown', () => {
  const exchange = KNOWN_ADDRESSES.find(([kind]) => kind === 'cex')![2]
  const rows = [paid(A, exchange, 1), paid(B, exchange, 50_000)]
  const { clusters, isolated, unknown, verdict } = judgeCohort(bundleOf([A, B, exchange], rows, []))
  assert.deepEqual([clusters, isolated], [[], [A, B]])
  assert.deepEqual(
    unknown.map(({ wallet }) => wallet),
    [exchange],
  )
  assert.deepEqual([verdict.tone, verdict.headline], ['independent', 'No ties among 2 wallets.'])
})

test('where most members could not be read nothing is concluded', () => {
  const none = [B, C, D].map((wallet) => walletOf(wallet, { signatureCount: 0, firstSeenSec: null }))
  const { verdict, unknown, cohesion } = judgeCohort(bundleOf([A, B, C, D], [], [walletOf(A), ...none]))
  assert.equal(verdict.tone, 'inconclusive')
  assert.deepEqual(
    unknown.map(({ wallet }) => wallet),
    [B, C, D],
  )
  assert.equal(cohesion.score, 0)
})

test('the same evidence in any order gives the same clusters', () => {
  const rows = [paid(A, FUNDER, 1), paid(B, FUNDER, 2), paid(C, FUNDER, 3)]
  const one = judgeCohort(bundleOf([A, B, C, D], rows, [maker, walletOf(D)]))
  const other = judgeCohort(bundleOf([D, C, B, A], [...rows].reverse(), [walletOf(D), maker]))
  assert.deepEqual([other.clusters, other.graph.edges, other.cohesion], [one.clusters, one.graph.edges, one.cohesion])
})
