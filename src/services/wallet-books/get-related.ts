import { identifyOwner, knownAddress } from '../../chain/solana/labels.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { RELATIONS, type RelatedRow, type Relation, type WalletRelatedReply } from '../../contract/wallet-related.ts'
import { getFunding } from './get-funding.ts'
import { leastPayment } from './least-payment.ts'
import { gatherRelations, type Relative, type Sighting } from './relations.ts'
import { scanRows } from './scan-rows.ts'
import {
  cotradeSightings,
  fundedSightings,
  funderSighting,
  sameFunderSightings,
  transferSightings,
} from './sightings.ts'
import type { WalletRow } from './wallet-row.ts'

export type RelatedRequest = {
  /** Words; those that are none of ours are ignored, and without any all count. */
  readonly kinds: readonly string[]
  readonly limit: number
}
type Seen = { readonly sightings: readonly Sighting[]; readonly missing: readonly string[] }

/** Section 1 of the routes that the specification leaves unshown: wallets that money, time or its own transactions tie to
 *  this one, with evidence. At most `relatedLookedAt` of its transactions, `relatedFunderTransactions` of its funder's
 *  and some ten calls more. Fails with that section's sentence as the node fails. */
export async function getRelated(
  ctx: Context,
  wallet: string,
  { kinds, limit }: RelatedRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletRelatedReply>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no node configured')
  const named = RELATIONS.filter((relation) => kinds.includes(relation))
  const wanted = named.length === 0 ? [...RELATIONS] : named
  const rows: WalletRow[] = []
  const scan = await scanRows(ctx, wallet, { scope: 'all', lookedAt: B.relatedLookedAt }, signal, (row) => {
    rows.push(row)
    return true
  })
  if (!scan.ok) return asSpecified(scan)
  const seen = await see(ctx, { rpc, wallet, wanted, rows }, signal)
  if (!seen.ok) return asSpecified(seen)
  const relatives = gatherRelations(seen.value.sightings.filter(({ relation }) => wanted.includes(relation)))
  const related = await describe(rpc, relatives.slice(0, limit), signal)
  if (!related.ok) return asSpecified(related)
  const left = relatives.length - related.value.length
  return ok({
    wallet,
    count: related.value.length,
    related: related.value,
    coverage: {
      txScanned: rows.length,
      capped: scan.value.nextBefore !== null,
      oldestTs: rows.findLast(({ timeSec }) => timeSec !== null)?.timeSec ?? null,
      kinds: wanted,
    },
    ...missingOf([...scan.value.missing, ...seen.value.missing, left > 0 ? counted(left, 'more relation') : null]),
  })
}

type Question = {
  readonly rpc: SolanaRpc
  readonly wallet: string
  readonly wanted: readonly Relation[]
  readonly rows: readonly WalletRow[]
}

async function see(ctx: Context, question: Question, signal: AbortSignal): Promise<Outcome<Seen>> {
  const { rpc, wallet, wanted, rows } = question
  const sightings: Sighting[] = []
  const missing: string[] = []
  const leastLamports = await leastPayment(ctx, rpc)
  if (wanted.includes('transfer')) sightings.push(...transferSightings(wallet, rows, leastLamports))
  if (wanted.includes('funded'))
    sightings.push(...(await fundedSightings(rpc, wallet, { rows, leastLamports }, signal)))
  if (wanted.includes('cotrade')) {
    const found = await cotradeSightings(ctx, wallet, rows)
    sightings.push(...found.sightings)
    if (!found.isHeld) missing.push('cotrade: trades of before this server began to follow the chain')
  }
  if (wanted.includes('funder') || wanted.includes('same_funder')) {
    const funded = await seeFunder(ctx, question, signal)
    if (!funded.ok) return funded
    sightings.push(...funded.value.sightings)
    missing.push(...funded.value.missing)
  }
  return ok({ sightings, missing })
}

async function seeFunder(ctx: Context, { rpc, wallet, wanted }: Question, signal: AbortSignal): Promise<Outcome<Seen>> {
  const funding = await getFunding(ctx, wallet, signal)
  if (!funding.ok)
    return funding.code === 'cancelled' ? funding : ok({ sightings: [], missing: [`funder: ${funding.message}`] })
  const sightings = funderSighting(funding.value)
  const { funder, slot } = funding.value
  if (!wanted.includes('same_funder') || funder === undefined) return ok({ sightings, missing: [] })
  if (slot == null) return ok({ sightings, missing: ['same_funder: the provider names no slot of the funding'] })
  // Exchanges and programs fund strangers.
  if (knownAddress(funder) !== null) return ok({ sightings, missing: [] })
  const others = await sameFunderSightings(rpc, wallet, { funder, slot }, signal)
  if (!others.ok) return others
  const isBusy = others.value.isBusy ? ['same_funder: the funder has too many transactions to be one person'] : []
  return ok({ sightings: [...sightings, ...others.value.sightings], missing: isBusy })
}

/** One call: what owns each address. */
async function describe(
  rpc: SolanaRpc,
  relatives: readonly Relative[],
  signal: AbortSignal,
): Promise<Outcome<RelatedRow[]>> {
  const addresses = [...new Set(relatives.map(({ wallet }) => wallet))]
  if (addresses.length === 0) return ok([])
  const read = await rpc.accounts(addresses, { signal, dataSlice: { offset: 0, length: 0 } })
  if (!read.ok) return read
  const accounts = new Map(addresses.map((address, at) => [address, read.value.accounts[at] ?? null]))
  return ok(
    relatives.map((one) => {
      const { entityType } = identifyOwner(one.wallet, accounts.get(one.wallet) ?? null, new Map())
      const known = knownAddress(one.wallet)
      return {
        ...one,
        label: known === null ? null : { name: known.label, entity: known.entity },
        entityType,
        expandable: entityType === 'wallet',
      }
    }),
  )
}

function asSpecified(failure: Failure): Failure {
  if (failure.code === 'cancelled' || failure.code === 'unconfigured') return failure
  const isCallers = failure.code === 'invalid_request'
  return fail(failure.code, isCallers ? 'invalid wallet' : 'related lookup unavailable', failure.retryAfterSec)
}
