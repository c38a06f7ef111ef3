import type { HeldMint } from '../../chain/solana/reclaimable/held-mints.ts'
import { RECLAIM_KINDS, type Reclaimable } from '../../chain/solana/reclaimable/reclaimable.ts'
import { comingRentSteps, rentStepOf } from '../../chain/solana/rent-steps.ts'
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
import type { ScannedHolding } from '../recovery/scan-wallet.ts'
import { inScanTurn } from '../scan-turns.ts'
import { atStage } from '../trade-plan/trade-stage.ts'
import { slotsInMs } from './blockhash-life.ts'
import type { Found } from './find-reclaimables.ts'
import { forecastRent } from './forecast.ts'
import { listScanned } from './list-scanned.ts'
import type { ExcessSource } from './plan-refund.ts'
import { capacityFor } from './prepare-refund.ts'
import { excessOf, readForScan, type ScanReadings, TOKEN_ACCOUNT_BYTES } from './read-for-scan.ts'
import { closeTokenAccountItem, excessItem, type RefundItem, reclaimItem } from './refund-item.ts'

const ADDRESS_BYTES = 32

export type ScanParams = {
  readonly includeAccounts: boolean
  /** Token accounts worth at most this are dust; 0: nothing is. */
  readonly dustUsd: number
  /** Another wallet than the user's; null for that one. */
  readonly wallet: string | null
}

/** Everything that a wallet could have back now, by what it lies in, and what the coming steps of the rent will free.
 *  Fails as `walletOf` does, and as the node fails on what every node answers. */
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
    const readings = await readForScan(ctx, rpc, own.value.address, params.dustUsd, signal)
    if (!readings.ok) return atStage(readings, 'quote')
    const slotMs = await slotsInMs(ctx, rpc, 1)
    return ok(describe(ctx, readings.value, params, slotMs))
  })
}

function describe(ctx: Context, readings: ScanReadings, params: ScanParams, slotMs: number | null): RefundScan {
  const { wallet, floors, lamportsPerByte, sources, held, reclaimable, dust } = readings
  const ofClass = (kind: ScannedHolding['verdict']['class']) =>
    wallet.holdings.filter(({ verdict }) => verdict.class === kind)
  const excess = sources.filter((one) => excessOf(readings, one) > 0n)
  const excessFigures = (kind: ExcessSource['kind']) =>
    figures(excess.filter((one) => one.kind === kind).map((one) => ({ lamports: excessOf(readings, one) })))
  const classOfHeld = (kind: 'mint' | 'multisig', found: Found<HeldMint>) =>
    found.isAvailable ? { available: true, reason: null, ...excessFigures(kind) } : unavailable(found.reason)
  const [next] = comingRentSteps(lamportsPerByte)
  const items = itemsOf(readings)
  const others = ['foreign_authority', 'confidential_pending', 'not_burnable'] as const
  const lists = params.includeAccounts ? listScanned(readings) : null
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
      ...figures(excess.map((one) => ({ lamports: excessOf(readings, one) }))),
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
    fee_lamports: exactInteger(feesOf(ctx, items, wallet.address)),
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

/** What it takes to get everything that is available now, each account once. */
function itemsOf(readings: ScanReadings): readonly RefundItem[] {
  const { wallet, sources, reclaimable, dust } = readings
  const { address, holdings } = wallet
  const items: RefundItem[] = []
  for (const holding of holdings) {
    const { class: kind } = holding.verdict
    if (kind === 'empty' || kind === 'wsol') items.push(closeTokenAccountItem(kind, holding, address))
  }
  if (dust.isAvailable) for (const holding of dust.rows) items.push(closeTokenAccountItem('dust', holding, address))
  for (const kind of RECLAIM_KINDS) {
    const found = reclaimable[kind]!
    if (found.isAvailable)
      for (const one of found.rows) if (one.state === 'ready') items.push(reclaimItem(kind, one, address))
  }
  const closed = new Set(items.map(({ account }) => account))
  for (const source of sources) {
    const lamports = excessOf(readings, source)
    if (lamports > 0n && !closed.has(source.account)) items.push(excessItem(source, lamports, address))
  }
  return items
}

/** About what the chain will take: by how many of a kind fit into a transaction. */
function feesOf(ctx: Context, items: readonly RefundItem[], wallet: string): bigint {
  let lamports = 0n
  for (const kind of REFUND_KINDS) {
    const own = items.filter((item) => item.kind === kind)
    if (own.length === 0) continue
    const transactions = Math.ceil(own.length / Math.max(1, capacityFor(ctx, own, wallet)))
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
