import type { HeldMint } from '../../chain/solana/reclaimable/held-mints.ts'
import { RECLAIM_KINDS } from '../../chain/solana/reclaimable/reclaimable.ts'
import { rateOfFloor, readRentFloors } from '../../chain/solana/rent-floors.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { type ScannedHolding, type ScannedWallet, scanWallet } from '../recovery/scan-wallet.ts'
import { type Found, type FoundReclaimables, findHeld, findReclaimables } from './find-reclaimables.ts'
import { type ExcessSource, excessSources, floorsOf } from './plan-refund.ts'
import { valueHoldings } from './value-holdings.ts'

/** Everything that a scan reads of a wallet. */
export type ScanReadings = {
  readonly wallet: ScannedWallet
  readonly floors: ReadonlyMap<number, bigint>
  readonly lamportsPerByte: bigint
  readonly sources: readonly ExcessSource[]
  readonly held: { readonly mints: Found<HeldMint>; readonly multisigs: Found<HeldMint> }
  readonly reclaimable: FoundReclaimables
  readonly dust: Dust
}
type Dust =
  | {
      readonly isAvailable: true
      readonly rows: readonly ScannedHolding[]
      readonly valueUsd: number
      readonly unpriced: number
    }
  | { readonly isAvailable: false; readonly reason: string }

export const TOKEN_ACCOUNT_BYTES = 165

/** Reads it. Fails as the node fails on what every node answers; what only some answer is a gap of its class. */
export async function readForScan(
  ctx: Context,
  rpc: SolanaRpc,
  address: string,
  dustUsd: number,
  signal: AbortSignal,
): Promise<Outcome<ScanReadings>> {
  const asked = { wallet: address, accounts: [] }
  const [scanned, held, reclaimable] = await Promise.all([
    scanWallet(rpc, address, signal),
    findHeld(ctx, rpc, asked, signal),
    findReclaimables(ctx, rpc, { ...asked, kinds: RECLAIM_KINDS }, signal),
  ])
  if (!scanned.ok) return scanned
  if (!reclaimable.ok) return reclaimable
  const sources = excessSources(scanned.value, held)
  const [floors, empty] = await Promise.all([
    floorsOf(rpc, [...sources, { dataBytes: TOKEN_ACCOUNT_BYTES }], signal),
    readRentFloors(rpc, [0], signal),
  ])
  if (!floors.ok) return floors
  if (!empty.ok) return empty
  return ok({
    wallet: scanned.value,
    floors: floors.value,
    lamportsPerByte: rateOfFloor(empty.value[0]!),
    sources,
    held,
    reclaimable: reclaimable.value,
    dust: await findDust(ctx, scanned.value, dustUsd),
  })
}

/** What an account holds above its floor. */
export function excessOf({ floors }: ScanReadings, { lamports, dataBytes }: ExcessSource): bigint {
  const floor = floors.get(dataBytes)!
  return lamports > floor ? lamports - floor : 0n
}

/** Tokens that could be burnt and are worth little. A mint without a price counts, unless it looks like a collectible;
 *  while prices are unavailable nothing does. */
async function findDust(ctx: Context, { holdings }: ScannedWallet, dustUsd: number): Promise<Dust> {
  if (dustUsd === 0) return { isAvailable: true, rows: [], valueUsd: 0, unpriced: 0 }
  const burnable = holdings.filter(({ verdict }) => verdict.class === 'burnable')
  const { values, lacking } = await valueHoldings(ctx, burnable)
  if (lacking !== null) return { isAvailable: false, reason: lacking }
  const rows = burnable.filter((one) => (values.get(one.account) ?? (isCollectible(one) ? Infinity : 0)) <= dustUsd)
  return {
    isAvailable: true,
    rows,
    valueUsd: rows.reduce((sum, { account }) => sum + (values.get(account) ?? 0), 0),
    unpriced: rows.filter(({ account }) => !values.has(account)).length,
  }
}

function isCollectible({ decimals, amountRaw }: ScannedHolding): boolean {
  return decimals === 0 && amountRaw === 1n
}
