import { WSOL_MINT } from '../../contract/mints.ts'
import type { ParsedTransaction } from '../../contract/parsed-transaction.ts'
import { SOL_DECIMALS } from '../../contract/units.ts'

/** SOL, or units of a token, that went from one owner to another; null where they came to be or ceased to be. */
export type Edge = {
  readonly from: string | null
  readonly to: string | null
  /** Null: SOL that is not wrapped. */
  readonly mint: string | null
  readonly amountRaw: bigint
  readonly decimals: number | null
  /** As the decoder names it: `transfer`, `deposit`, `close`, `mint`, `burn`, ... */
  readonly kind: string
}
/** Base units by mint, SOL (wrapped or not) under the mint of wrapped SOL. */
export type Balances = ReadonlyMap<string, bigint>
/** What a wallet has more or less of. */
export type Change = { readonly mint: string; readonly amountRaw: bigint }
export type OwnSwap = ParsedTransaction['events']['swaps'][number]

/** A transaction from the side of one wallet. One that failed has neither swaps nor edges; its fee is a change. */
export type WalletRow = {
  readonly signature: string
  readonly slot: number
  readonly timeSec: number | null
  readonly type: string
  readonly source: string
  readonly description: string
  readonly feePayer: string
  readonly feeLamports: bigint
  /** Those that it made. */
  readonly swaps: readonly OwnSwap[]
  /** All that it gave and got, each unit once; the fee is not among them. */
  readonly edges: readonly Edge[]
  /** What that comes to, the fee included. Under the mint of wrapped SOL the lamports of the wallet itself and its wrapped
   *  ones, as portfolios count them: deposits of its token accounts are no part of them. */
  readonly changes: readonly Change[]
  /** Owners that tokens came to. */
  readonly receivers: number
  /** Something moved of which one end is not known. */
  readonly isPartial: boolean
}

/** SOL becomes tokens, or tokens SOL, within one account: nobody gave anything. */
const WITHIN: ReadonlySet<string> = new Set(['wrap', 'unwrap'])

export function toWalletRow(wallet: string, parsed: ParsedTransaction): WalletRow {
  return {
    signature: parsed.signature,
    slot: parsed.slot,
    timeSec: parsed.timestamp,
    type: parsed.type,
    source: parsed.source,
    description: parsed.description,
    feePayer: parsed.feePayer,
    feeLamports: BigInt(parsed.fee),
    swaps: parsed.events.swaps.filter(({ trader }) => trader === wallet),
    edges: edgesOf(wallet, parsed),
    changes: changesOf(wallet, parsed),
    receivers: new Set(parsed.tokenTransfers.map(({ toUserAccount }) => toUserAccount).filter((one) => one !== ''))
      .size,
    isPartial: parsed.partial,
  }
}

function edgesOf(wallet: string, { nativeTransfers, tokenTransfers }: ParsedTransaction): readonly Edge[] {
  const edges: Edge[] = []
  const add = (edge: Edge): void => {
    if (edge.from !== edge.to && (edge.from === wallet || edge.to === wallet) && !WITHIN.has(edge.kind))
      edges.push(edge)
  }
  for (const { kind, fromOwner, toOwner, amount } of nativeTransfers)
    add({
      from: fromOwner || null,
      to: toOwner || null,
      mint: null,
      amountRaw: BigInt(amount),
      decimals: SOL_DECIMALS,
      kind,
    })
  for (const { kind, mint, fromUserAccount, toUserAccount, rawAmount, decimals } of tokenTransfers)
    add({
      from: fromUserAccount || null,
      to: toUserAccount || null,
      mint,
      amountRaw: BigInt(rawAmount),
      decimals,
      kind,
    })
  return edges
}

function changesOf(wallet: string, parsed: ParsedTransaction): readonly Change[] {
  const { nativeTransfers, tokenTransfers, balanceChanges, feePayer, fee } = parsed
  let sol = feePayer === wallet ? -BigInt(fee) : 0n
  for (const { fromUserAccount, toUserAccount, amount } of nativeTransfers) {
    if (fromUserAccount === wallet) sol -= BigInt(amount)
    if (toUserAccount === wallet) sol += BigInt(amount)
  }
  for (const { mint, fromUserAccount, toUserAccount, rawAmount } of tokenTransfers) {
    if (mint !== WSOL_MINT) continue
    if (fromUserAccount === wallet) sol -= BigInt(rawAmount)
    if (toUserAccount === wallet) sol += BigInt(rawAmount)
  }
  const tokens = balanceChanges.flatMap(({ owner, mint, rawAmount }) =>
    owner === wallet && mint !== null ? [{ mint, amountRaw: BigInt(rawAmount) }] : [],
  )
  return sol === 0n ? tokens : [{ mint: WSOL_MINT, amountRaw: sol }, ...tokens]
}
