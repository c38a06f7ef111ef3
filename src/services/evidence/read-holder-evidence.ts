import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { type HolderTable, largestHolders } from '../../chain/solana/holder-table.ts'
import { type Holders, readHolders, sayUnfound } from '../../chain/solana/holders.ts'
import { isVault, type OwnerIdentity } from '../../chain/solana/labels.ts'
import type { MintInfo } from '../../chain/solana/mint-info.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { StandingPower } from '../../chain/solana/token-powers.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { HolderEvidence, TokenPower } from '../evidence-bundle/evidence.ts'
import { identifyOwners, knownVaultOwners, poolOwnersOf } from '../tokens/intel/identify-owners.ts'
import { measureConcentration } from '../tokens/intel/measure-concentration.ts'
import { vaultsIn, wholeOf } from '../tokens/intel/shares.ts'

export type HolderReading = {
  readonly evidence: HolderEvidence
  readonly identities: ReadonlyMap<string, OwnerIdentity>
  /** Owners among the largest that hold for no one who could sell. */
  readonly vaults: ReadonlySet<string>
  /** Part of it could not be read just now. */
  readonly gap: string | null
}

/** Owners hashed between turns of the loop: about half a millisecond. */
const HASHED_PER_TURN = 512
/** Owners of about so many share a bucket, so that sorting one takes far less than a millisecond. */
const OWNERS_PER_BUCKET = 128
const MAX_BUCKETS = 65_536

/** Who holds the mint, with the powers over their accounts. Fails as the last way to list holders failed. */
export function readHolderTable(
  { upstreams: { assets }, parts: { holderTrails } }: Pick<Context, 'upstreams' | 'parts'>,
  rpc: SolanaRpc,
  mint: MintInfo,
  signal: AbortSignal,
): Promise<Outcome<Holders>> {
  const pages = assets && ((address: string, max: number) => assets.tokenAccountsOfMint(address, max))
  const options = { mostPowers: LIMITS.evidenceTokenPowers, trail: holderTrails.accountsOf }
  return readHolders({ rpc, pages, ...options }, mint, signal)
}

/** Who the holders are and how unevenly they hold: the same reads and figures as intel's. Fails as the list failed. */
export async function readHolderEvidence(
  ctx: Context,
  rpc: SolanaRpc,
  {
    mint,
    pools,
    holders,
  }: { readonly mint: MintInfo; readonly pools: readonly Pool[]; readonly holders: Outcome<Holders> },
  signal: AbortSignal,
): Promise<Outcome<HolderReading>> {
  if (!holders.ok) return holders
  const { table, method, exact, capped, powers = [] } = holders.value
  const largest = largestHolders(table, LIMITS.evidenceHolders)
  const poolOwners = poolOwnersOf(pools)
  const owners = largest.map(({ owner }) => owner)
  const { identities, failed } = await identifyOwners(rpc, owners, poolOwners, signal)
  // Concentration looks at as many owners as intel does, so that both say the same.
  const resolved = new Set(owners.slice(0, LIMITS.holderOwnersResolved))
  const judged = new Map([...identities].filter(([owner]) => resolved.has(owner)))
  const known = knownVaultOwners(poolOwners)
  const vaults = vaultsIn(table, known, poolOwners, judged)
  const supplyRaw = wholeOf(mint, table, exact)
  const figures = exact ? await measureConcentration(ctx, table, vaults.keys(), supplyRaw ?? 0n, signal) : null
  const gap = failed
    ? 'the accounts of the owners were not read'
    : figures?.ok === false
      ? `concentration: ${figures.code}`
      : sayUnfound(holders.value)
  return ok({
    evidence: {
      method,
      exact,
      capped,
      ownerCount: table.keys.length,
      supplyRaw: (supplyRaw ?? mint.supplyRaw).toString(),
      sha256: await hashHolders(table),
      concentration: figures?.ok
        ? {
            holders: figures.value.holders,
            gini: figures.value.gini,
            hhi: figures.value.hhi,
            nakamoto: figures.value.nakamoto,
            top10Share: figures.value.top10Share,
          }
        : null,
      ...(powers.length === 0 ? {} : { powers: powers.map(asText).sort(byOwner) }),
      largest: largest.map(({ owner, amountRaw, accounts }) => ({ owner, amountRaw: amountRaw.toString(), accounts })),
    },
    identities,
    vaults: new Set([
      ...vaults.keys(),
      ...[...identities].filter(([, { entityType }]) => isVault(entityType)).map(([owner]) => owner),
    ]),
    gap,
  })
}

function asText({ owner, kind, by, amountRaw }: StandingPower): TokenPower {
  return { owner, kind, by, amountRaw: amountRaw.toString() }
}

function byOwner(a: TokenPower, b: TokenPower): number {
  const [left, right] = [`${a.owner} ${a.kind} ${a.by}`, `${b.owner} ${b.kind} ${b.by}`]
  return left < right ? -1 : left > right ? 1 : 0
}

/** SHA-256 over each owner's 32 bytes and its amount (u64, little-endian), in order of the owners' bytes. Sorted bucket
 *  by bucket, with turns for the loop: two million owners are hashed without holding it up. */
export async function hashHolders({ keys, amountsRaw }: HolderTable): Promise<string> {
  const buckets = await bucketsOf(keys)
  const hash = createHash('sha256')
  const row = Buffer.alloc(40)
  let hashed = 0
  for (const bucket of buckets) {
    if (bucket === undefined) continue
    bucket.sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1))
    for (const place of bucket) {
      row.write(keys[place]!, 0, 'latin1')
      row.writeBigUInt64LE(amountsRaw[place]!, 32)
      hash.update(row)
      if (++hashed % HASHED_PER_TURN === 0) await nextTurn()
    }
  }
  return hash.digest('hex')
}

/** Places of the keys, split by their first two bytes in ascending order. */
async function bucketsOf(keys: readonly string[]): Promise<(number[] | undefined)[]> {
  let count = 1
  while (count * OWNERS_PER_BUCKET < keys.length && count < MAX_BUCKETS) count *= 2
  const width = MAX_BUCKETS / count
  const buckets = new Array<number[] | undefined>(count)
  for (let place = 0; place < keys.length; place++) {
    if (place % 4_096 === 4_095) await nextTurn()
    const prefix = (keys[place]!.charCodeAt(0) << 8) | keys[place]!.charCodeAt(1)
    const at = Math.floor(prefix / width)
    const bucket = buckets[at]
    if (bucket === undefined) buckets[at] = [place]
    else bucket.push(place)
  }
  return buckets
}
