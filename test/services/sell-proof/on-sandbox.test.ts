import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { largestHolders } from '../../../src/chain/solana/holder-table.ts'
import { readHolders } from '../../../src/chain/solana/holders.ts'
import { readMintInfo } from '../../../src/chain/solana/mint-info.ts'
import { readConfig } from '../../../src/config/env.ts'
import type { Context } from '../../../src/context.ts'
import { createContext } from '../../../src/create-context.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import type { SellProof } from '../../../src/services/evidence-bundle/sell-proof.ts'
import { loadPools } from '../../../src/services/pools/load-pools.ts'
import { getSellProof } from '../../../src/services/sell-proof/get-sell-proof.ts'
import type { ProofSubject } from '../../../src/services/sell-proof/proof-subject.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** Both legs against the embedded world, token by token, held against the world's own truth. */

type TrueToken = {
  readonly mint: string
  readonly archetype: string
  readonly dev: string
  readonly pools: readonly string[]
}

/** Of each archetype this many: the whole world is a matter for the evaluation. */
const OF_EACH = 2
const SEIZABLE = 'can_be_seized'

let sandbox: StartedSandbox
let context: Awaited<ReturnType<typeof createContext>>
const dir = mkdtempSync(join(tmpdir(), 'mintglass-sell-proof-'))
const proofs = new Map<TrueToken, SellProof>()

before(async () => {
  sandbox = await sharedSandbox()
  const { tokens } = await sandbox.control<{ tokens: readonly TrueToken[] }>('GET', '/truth')
  context = await createContext({
    config: readConfig({
      MINTGLASS_DATA_DIR: dir,
      MINTGLASS_PIN_THREADS: '0',
      MINTGLASS_MAP_SIZE_GIB: '1',
      SOLANA_RPC_URL: sandbox.urls['rpc']!,
    }),
    clock: systemClock(),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    sandbox: null,
    genesisHash: sandbox.genesisHash,
  })
  const archetypes = new Set(tokens.map(({ archetype }) => archetype))
  for (const archetype of archetypes) {
    const some = tokens.filter((token) => token.archetype === archetype)
    // Traps all: each is of another kind.
    for (const token of archetype === 'honeypot' ? some : some.slice(0, OF_EACH)) proofs.set(token, await prove(token))
  }
})
after(async () => {
  await context?.close()
  await sandbox?.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function prove(token: TrueToken): Promise<SellProof> {
  const proof = await getSellProof(context.ctx, await subjectOf(context.ctx, token))
  assert(proof.ok, proof.ok ? '' : proof.message)
  return proof.value
}

async function subjectOf(ctx: Context, { mint, dev }: TrueToken): Promise<ProofSubject> {
  const rpc = ctx.chain.rpc!
  const info = await readMintInfo(rpc, mint)
  assert(info.ok && info.value !== null)
  const [pools, holders] = await Promise.all([loadPools(ctx, mint), readHolders({ rpc, pages: null }, info.value)])
  assert(pools.ok && holders.ok)
  return {
    mint,
    pools: pools.value.pools.map((pool) => ({ ...pool, realQuoteReserveRaw: String(pool.realQuoteReserveRaw) })),
    holders: {
      largest: largestHolders(holders.value.table, 100).map(({ owner, amountRaw }) => ({
        owner,
        amountRaw: String(amountRaw),
      })),
    },
    launch: { dev },
    slotMs: 400,
  }
}
const of = (archetype: string) => [...proofs].filter(([token]) => token.archetype === archetype)

test('no honest token is called a trap, and those with a pool are sold through it by the node', () => {
  const honest = ['bluechip', 'stablecoin', 'healthy', 'graduated', 'fresh_launch', 'bundled'].flatMap(of)
  assert(honest.length >= 8)
  for (const [token, proof] of honest) {
    assert.equal(proof.legs.token.status, 'sellable', `${token.archetype}: ${JSON.stringify(proof.reasons)}`)
    assert.equal(proof.status, 'sellable', `${token.archetype}: ${JSON.stringify(proof.reasons)}`)
    assert.deepEqual([proof.legs.token.adapter, proof.legs.pool.adapter], ['local', 'node'])
    const sold = proof.cases.filter(({ leg, direction }) => leg === 'pool' && direction === 'sell')
    assert(sold.length > 0 && sold.every(({ ok, lossPct }) => ok && lossPct !== null && lossPct < 1))
  }
})
test('a purchase and sale in one transaction costs what the formulas say', () => {
  const trips = [...proofs.values()].flatMap(({ cases }) => cases.filter(({ direction }) => direction === 'round_trip'))
  const honest = trips.filter(({ ok }) => ok)
  assert(honest.length >= 6)
  assert(honest.every(({ lossPct }) => lossPct !== null && lossPct < 1))
})
test('every honeypot is found by execution', () => {
  const traps = of('honeypot')
  assert(traps.length >= 3)
  for (const [, proof] of traps) {
    const isSeizable = proof.reasons.some(({ code }) => code === SEIZABLE)
    assert(
      ['blocked', 'taxed', 'time_locked'].includes(proof.status) || isSeizable,
      JSON.stringify([proof.status, proof.reasons]),
    )
  }
})
test('a token without a pool is not proven, though its transfers go', () => {
  for (const [, proof] of of('no_pool')) {
    assert.deepEqual([proof.status, proof.legs.token.status], ['not_proven', 'sellable'])
    assert.deepEqual(
      proof.gaps.map(({ code }) => code),
      ['no_pool'],
    )
  }
})
test('a proof is kept for a minute', async () => {
  const [token, proof] = [...proofs][0]!
  assert.equal(await prove(token), proof)
})
