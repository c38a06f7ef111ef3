import type {
  Action,
  Moment,
  PlannedNft,
  PlannedStake,
  PlannedToken,
  PlannedValidator,
  PlannedWallet,
  TrueEntity,
  TrueToken,
  TrueTransfer,
  WalletArchetype,
} from './plan-types.ts'
import { addressOfKeySeed } from './seeded-keys.ts'
import { createSeededRandom, type SeededRandom, seededBytes } from './seeded-random.ts'

export const LAMPORTS = 1_000_000_000n

/** The plan while it is being drawn up. Every part draws from a fork of its own, so parts can change independently. */
export type PlanDraft = {
  readonly seed: string
  readonly random: SeededRandom
  readonly wallets: PlannedWallet[]
  readonly tokens: PlannedToken[]
  readonly moments: Moment[]
  readonly nfts: PlannedNft[]
  readonly stakes: PlannedStake[]
  readonly validators: PlannedValidator[]
  readonly entities: TrueEntity[]
  readonly trueTokens: TrueToken[]
  readonly funding: TrueTransfer[]
  readonly takenSymbols: Set<string>
}

export function createDraft(seed: string): PlanDraft {
  return {
    seed,
    random: createSeededRandom(seed),
    wallets: [],
    tokens: [],
    moments: [],
    nfts: [],
    stakes: [],
    validators: [],
    entities: [],
    trueTokens: [],
    funding: [],
    takenSymbols: new Set(),
  }
}

/** Registers a wallet whose key follows from the seed and the label; returns its address. */
export function addWallet(draft: PlanDraft, archetype: WalletArchetype, label: string, openingLamports = 0n): string {
  const keySeed = seededBytes(draft.seed, `wallet/${label}`)
  const address = addressOfKeySeed(keySeed)
  draft.wallets.push({ address, archetype, name: null, keySeed, openingLamports })
  return address
}

export function addWallets(draft: PlanDraft, archetype: WalletArchetype, label: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => addWallet(draft, archetype, `${label}/${i}`))
}

/** Key seed and address of a mint. */
export function mintKey(draft: PlanDraft, label: string): { mint: string; mintKeySeed: Uint8Array } {
  const mintKeySeed = seededBytes(draft.seed, `mint/${label}`)
  return { mint: addressOfKeySeed(mintKeySeed), mintKeySeed }
}

/** Seconds ago are whole, and at least one, so that history ends before the first live slot. */
export function addMoment(
  draft: PlanDraft,
  secsAgo: number,
  actions: readonly Action[],
  version?: Moment['version'],
): void {
  const whole = Math.max(1, Math.round(secsAgo))
  draft.moments.push(version === undefined ? { secsAgo: whole, actions } : { secsAgo: whole, actions, version })
}

/** Lamports of a SOL figure with lamport-level noise, so that amounts do not repeat by accident. */
export function solAmount(random: SeededRandom, minSol: number, maxSol: number): bigint {
  return BigInt(Math.round(random.between(minSol, maxSol) * 1e9))
}
