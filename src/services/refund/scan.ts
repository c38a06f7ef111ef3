import type { HeldMint } from '../../chain/solana/reclaimable/held-mints.ts'
import { RECLAIM_KINDS, type Reclaimable } from '../../chain/solana/reclaimable/reclaimable.ts'
import { rateOfFloor, readRentFloors } from '../../chain/solana/rent-floors.ts'
import { comingRentSteps, rentStepOf } from '../../chain/solana/rent-steps.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { REFUND_KINDS, type RefundScan } from '../../contract/refund.ts'
import { exactInteger } from '../../contract/trading.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { checkPlan } from '../account/check-plan.ts'
import { walletOf } from '../custody/signer.ts'
import { priorityLamports } from '../recovery/pack-transactions.ts'
import { type ScannedHolding, type ScannedWallet, scanWallet } from '../recovery/scan-wallet.ts'
import { inScanTurn } from '../scan-turns.ts'
import { atStage } from '../trade-plan/trade-stage.ts'
import { slotsInMs } from './blockhash-life.ts'
import { type Found, type FoundReclaimables, findHeld, findReclaimables } from './find-leftovers.ts'
import { forecastRent } from './forecast.ts'
import { listScanned } from './list-scanned.ts'
import { type ExcessSource, excessSources, floorsOf } from './plan-refund.ts'
import { capacityFor } from './prepare-refund.ts'
import { closeItem, excessItem, type RefundItem, reclaimItem } from './refund-item.ts'
import { valueHoldings } from './value-holdings.ts'

export type ScanParams = {
  readonly includeAccounts: boolean
  /** Token accounts worth at most this are dust; 0: nothing is. */
  readonly dustUsd: number
  /** Another wallet than the user's; null for that one. */
  readonly wallet: string | null
}

/** Everything that a wallet could have back now, by what it lies in, and what the coming steps of the rent will free. Fails
 *  as `walletOf` does, and as the node fails on what every node tells. */
export async function scanRefunds(
  ctx: Context,
  { caller, userRef, params }: { readonly caller: Caller; readonly userRef: string; readonly params: ScanParams },
  signal: AbortSignal,
): Promise<Outcome<RefundScan>> {
  const { rpc } = ctx.chain
  if (rpc === null) return atStage(fail('unconfigured', 'rpc is not configured'), 'quote')
  const refused = params.wallet === null ? null : checkPlan(caller)
  if (refused !== null) return atStage(refused, 'validate')
  const own = params.wallet === null ? await walletOf(ctx, caller, userRef) : ok({ address: params.wallet })
  if (!own.ok) return atStage(own, 'validate')
  if (decodeBase58Fixed(own.value.address, ADDRESS_BYTES) === null)
    return atStage(fail('invalid_request', 'wallet: not an address'), 'validate')
  return inScanTurn(ctx, caller, async () => {
    const looked = await look(ctx, rpc, own.value.address, params, signal)
    if (!looked.ok) return atStage(looked, 'quote')
    const slotMs = await slotsInMs(ctx, rpc, 1)
    return ok(describe(looked.value, params, slotMs))
  })
}

/** Everything read. */
export type Looked = {
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

const TOKEN_ACCOUNT_BYTES = 165
const ADDRESS_BYTES = 32

async function look(
  ctx: Context,
  rpc: SolanaRpc,
  address: string,
  { dustUsd }: ScanParams,
  signal: AbortSignal,
): Promise<Outcome<Looked>> {
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

/** What could be burnt and is worth little. A mint that nobody prices counts, unless it looks like a collectible; while
 *  prices cannot be had nothing does. */
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

function describe(looked: Looked, params: ScanParams, slotMs: number | null): RefundScan {
  const { wallet, floors, lamportsPerByte, sources, held, reclaimable, dust } = looked
  const ofClass = (kind: ScannedHolding['verdict']['class']) =>
    wallet.holdings.filter(({ verdict }) => verdict.class === kind)
  const excess = sources.filter((one) => excessOf(looked, one) > 0n)
  const excessFigures = (kind: ExcessSource['kind']) =>
    figures(excess.filter((one) => one.kind === kind).map((one) => ({ lamports: excessOf(looked, one) })))
  const classOfHeld = (kind: 'mint' | 'multisig', found: Found<HeldMint>) =>
    found.isAvailable ? { available: true, reason: null, ...excessFigures(kind) } : unavailable(found.reason)
  const [next] = comingRentSteps(lamportsPerByte)
  const items = itemsOf(looked)
  const others = ['foreign_authority', 'confidential_pending', 'not_burnable'] as const
  const lists = params.includeAccounts ? listScanned(looked) : null
  return {
    wallet: wallet.address,
    rent: {
      lamports_per_byte: Number(lamportsPerByte),
      token_account_min: exactInteger(floors.get(TOKEN_ACCOUNT_BYTES)!),
      step: rentStepOf(lamportsPerByte),
      next_step: next === undefined ? null : { step: next.step, lamports_per_byte: Number(next.lamportsPerByte) },
    },
    empty: figures(ofClass('empty')),
    dust: dust.isAvailable
      ? {
          available: true,
          reason: null,
          ...figures(dust.rows),
          value_usd: dust.valueUsd,
          unpriced: dust.unpriced,
        }
      : { ...unavailable(dust.reason), value_usd: null, unpriced: null },
    excess: {
      ...figures(excess.map((one) => ({ lamports: excessOf(looked, one) }))),
      mints: classOfHeld('mint', held.mints),
      multisigs: classOfHeld('multisig', held.multisigs),
      complete: held.mints.isAvailable && held.multisigs.isAvailable,
    },
    wsol: figures(ofClass('wsol')),
    frozen_skipped: ofClass('frozen').length,
    other_skipped: others.reduce<number>((sum, kind) => sum + ofClass(kind).length, 0),
    lookup_tables: withLater(reclaimable.lookup_tables!, slotMs, true),
    buffers: readyClass(reclaimable.buffers!),
    nonces: readyClass(reclaimable.nonces!),
    stake: withLater(reclaimable.stake!, slotMs, false),
    total_lamports: exactInteger(items.reduce((sum, { lamports }) => sum + lamports, 0n)),
    fee_lamports: exactInteger(feesOf(items, wallet.address)),
    forecast: {
      accounts: sources.length,
      steps: forecastRent(sources, lamportsPerByte).map((step) => ({
        step: step.step,
        lamports_per_byte: Number(step.lamportsPerByte),
        token_account_min: exactInteger(step.tokenAccountMin),
        excess_lamports: exactInteger(step.excessLamports),
        freed_lamports: exactInteger(step.freedLamports),
      })),
    },
    ...(lists === null ? {} : { accounts: lists.slice(0, REFUND.listedAccounts), accounts_total: lists.length }),
  }
}

/** What an account holds above its floor. */
export function excessOf({ floors }: Looked, { lamports, dataBytes }: ExcessSource): bigint {
  const floor = floors.get(dataBytes)!
  return lamports > floor ? lamports - floor : 0n
}

/** What it takes to get everything that is available now, each account once. */
function itemsOf(looked: Looked): readonly RefundItem[] {
  const { wallet, sources, reclaimable, dust } = looked
  const { address, holdings } = wallet
  const items: RefundItem[] = []
  for (const holding of holdings) {
    const { class: kind } = holding.verdict
    if (kind === 'empty' || kind === 'wsol') items.push(closeItem(kind, holding, address))
  }
  if (dust.isAvailable) for (const holding of dust.rows) items.push(closeItem('dust', holding, address))
  for (const kind of RECLAIM_KINDS) {
    const found = reclaimable[kind]!
    if (found.isAvailable)
      for (const one of found.rows) if (one.state === 'ready') items.push(reclaimItem(kind, one, address))
  }
  const closed = new Set(items.map(({ account }) => account))
  for (const source of sources) {
    const lamports = excessOf(looked, source)
    if (lamports > 0n && !closed.has(source.account)) items.push(excessItem(source, lamports, address))
  }
  return items
}

/** About what the chain will take: by how many of a kind fit into a transaction. */
function feesOf(items: readonly RefundItem[], wallet: string): bigint {
  let lamports = 0n
  for (const kind of REFUND_KINDS) {
    const own = items.filter((item) => item.kind === kind)
    if (own.length === 0) continue
    const transactions = Math.ceil(own.length / Math.max(1, capacityFor(own, wallet)))
    const units = own.reduce((sum, one) => sum + one.units, REFUND.budgetUnits * transactions)
    lamports += BigInt(transactions) * RECOVERY.lamportsPerSignature + priorityLamports(units, RECOVERY.unitPrice)
  }
  return lamports
}

function figures(rows: readonly { readonly lamports: bigint }[]): { count: number; lamports: number } {
  return { count: rows.length, lamports: exactInteger(rows.reduce((sum, { lamports }) => sum + lamports, 0n)) }
}

function unavailable(reason: string) {
  return { available: false, reason, count: null, lamports: null }
}

function readyClass(found: Found<Reclaimable>) {
  if (!found.isAvailable) return unavailable(found.reason)
  return { available: true, reason: null, ...figures(found.rows.filter(({ state }) => state === 'ready')) }
}

function withLater<A extends boolean>(found: Found<Reclaimable>, slotMs: number | null, hasActive: A) {
  const inState = (state: Reclaimable['state']) =>
    found.isAvailable ? found.rows.filter((one) => one.state === state) : []
  const cooling = inState('cooling')
  const slots = cooling.map(({ readyInSlots }) => readyInSlots)
  const last = slots.includes(null) || slotMs === null ? null : Math.round(Math.max(0, ...slots.map(Number)) * slotMs)
  const isEmpty = cooling.length === 0
  return {
    ...readyClass(found),
    cooling: found.isAvailable ? { ...figures(cooling), ready_in_ms: isEmpty ? null : last } : null,
    ...((hasActive ? { active: found.isAvailable ? figures(inState('active')) : null } : {}) as A extends true
      ? { active: { count: number; lamports: number } | null }
      : object),
  }
}
