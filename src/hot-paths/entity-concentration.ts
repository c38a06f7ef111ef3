import assert from 'node:assert/strict'
import { CONCENTRATION_LENGTH, concentration } from './concentration.ts'

/** Places of the figures in the array that `entityConcentration` fills: those of `CONCENTRATION` for wallets from 0 and
 *  for entities from `entities`, then the shares of `supply` that entities of two or more hold. */
export const ENTITY_CONCENTRATION = {
  wallets: 0,
  entities: CONCENTRATION_LENGTH,
  /** Entities with a holding, single wallets among them. */
  entityCount: CONCENTRATION_LENGTH,
  clusteredShare: 2 * CONCENTRATION_LENGTH,
  /** Held by entities beyond their largest member: what a list of wallets hides. */
  hiddenShare: 2 * CONCENTRATION_LENGTH + 1,
  largestClusterShare: 2 * CONCENTRATION_LENGTH + 2,
} as const
export const ENTITY_CONCENTRATION_LENGTH = 2 * CONCENTRATION_LENGTH + 3

export type HoldersByEntity = {
  readonly amounts: Float64Array
  readonly entityOf: Uint32Array
  readonly entityCount: number
  /** 1 for nodes that count nowhere: pools, exchanges, burnt supply. */
  readonly skipped: Uint8Array
  readonly supply: number
}

/** How unevenly a supply is held, by wallets and by entities, with the meanings of `concentration`. Fills `out`.
 *  Amounts are added up in the order of the nodes. O(n log n). */
export function entityConcentration(holders: HoldersByEntity, out: Float64Array): void {
  const { amounts, entityOf, entityCount, skipped, supply } = holders
  assert(out.length >= ENTITY_CONCENTRATION_LENGTH, 'room for every figure')
  assert(entityOf.length === amounts.length && skipped.length === amounts.length, 'columns of one length')
  const wallets = new Float64Array(amounts.length)
  const totals = new Float64Array(entityCount)
  const largest = new Float64Array(entityCount)
  const holderCounts = new Uint32Array(entityCount)
  for (let node = 0; node < amounts.length; node++) {
    const amount = amounts[node]!
    const entity = entityOf[node]!
    assert(entity < entityCount && amount >= 0, 'an entity that is there, an amount that is not negative')
    if (skipped[node] === 1 || amount === 0) continue
    wallets[node] = amount
    totals[entity]! += amount
    if (amount > largest[entity]!) largest[entity] = amount
    holderCounts[entity]!++
  }
  let clustered = 0
  let hidden = 0
  let largestCluster = 0
  for (let entity = 0; entity < entityCount; entity++) {
    if (holderCounts[entity]! < 2) continue
    clustered += totals[entity]!
    hidden += totals[entity]! - largest[entity]!
    if (totals[entity]! > largestCluster) largestCluster = totals[entity]!
  }
  concentration(wallets, supply, out.subarray(ENTITY_CONCENTRATION.wallets))
  concentration(totals, supply, out.subarray(ENTITY_CONCENTRATION.entities))
  const ofSupply = (amount: number): number => (supply === 0 ? 0 : amount / supply)
  out[ENTITY_CONCENTRATION.clusteredShare] = ofSupply(clustered)
  out[ENTITY_CONCENTRATION.hiddenShare] = ofSupply(hidden)
  out[ENTITY_CONCENTRATION.largestClusterShare] = ofSupply(largestCluster)
}
