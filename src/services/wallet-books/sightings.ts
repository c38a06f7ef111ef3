import { fundingOf, solTransfers } from '../../chain/solana/first-funding.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import { addressBytes, isOnCurve } from '../../chain/solana/pda.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readTransactions } from '../../chain/solana/signature-pages.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { FundingReply } from '../../contract/wallet-transfers.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import type { Sighting } from './relations.ts'
import { tradesOf } from './to-trades.ts'
import type { WalletRow } from './wallet-row.ts'

/** What was sent between the wallet and others outside of swaps, without specks and tips. */
export function transferSightings(wallet: string, rows: readonly WalletRow[], leastLamports: bigint): Sighting[] {
  return rows.flatMap((row) => {
    if (row.swaps.length > 0) return []
    return row.edges.flatMap(({ from, to, mint, amountRaw, kind }): Sighting[] => {
      const other = from === wallet ? to : from
      const isSpeck = mint === null && amountRaw < leastLamports
      if (kind !== 'transfer' || other === null || isSpeck || knownAddress(other)?.kind === 'mev') return []
      return [
        {
          other,
          relation: 'transfer',
          direction: from === wallet ? 'out' : 'in',
          signature: row.signature,
          slot: row.slot,
          timeSec: row.timeSec,
          lamports: mint === null ? amountRaw : null,
          unit: row.signature,
        },
      ]
    })
  })
}

export function funderSighting({ funder, signature, slot, blockTime, amountLamports }: FundingReply): Sighting[] {
  if (funder === undefined || signature === undefined) return []
  const seen = { other: funder, signature, slot: slot ?? null, timeSec: blockTime ?? null, unit: signature }
  return [{ ...seen, relation: 'funder', direction: 'in', lamports: BigInt(amountLamports ?? '0') }]
}

/** Wallets that had nothing before this one paid them: its newest payments are looked at. */
export async function fundedSightings(
  rpc: SolanaRpc,
  wallet: string,
  { rows, leastLamports }: { readonly rows: readonly WalletRow[]; readonly leastLamports: bigint },
  signal: AbortSignal,
): Promise<Sighting[]> {
  const paid = rows.filter(({ edges }) =>
    edges.some(({ from, mint, amountRaw }) => from === wallet && mint === null && amountRaw >= leastLamports),
  )
  const signatures = paid.slice(0, B.relatedPayments).map(({ signature }) => signature)
  const read = await readTransactions(rpc, signatures, signal)
  return read.flatMap((transaction) => (transaction === null ? [] : firstMoneyOf(transaction, wallet, 'funded')))
}

/** Wallets that the same funder gave their first money to, in its transactions nearest to the one that funded this
 *  wallet. Empty for a funder with a full page of transactions: it pays strangers. Fails as the node fails. */
export async function sameFunderSightings(
  rpc: SolanaRpc,
  wallet: string,
  { funder, slot }: { readonly funder: string; readonly slot: number },
  signal: AbortSignal,
): Promise<Outcome<{ readonly sightings: readonly Sighting[]; readonly isBusy: boolean }>> {
  const rows = await rpc.signaturesOf(funder, { limit: B.busySignatures, signal })
  if (!rows.ok) return rows
  if (rows.value.length >= B.busySignatures) return ok({ sightings: [], isBusy: true })
  const nearest = rows.value
    .filter(({ err }) => err === null)
    .sort((a, b) => Math.abs(a.slot - slot) - Math.abs(b.slot - slot))
    .slice(0, B.relatedFunderTransactions)
  const read = await readTransactions(
    rpc,
    nearest.map(({ signature }) => signature),
    signal,
  )
  const sightings = read
    .flatMap((transaction) => (transaction === null ? [] : firstMoneyOf(transaction, funder, 'same_funder')))
    .filter(({ other }) => other !== wallet)
  return ok({ sightings, isBusy: false })
}

function firstMoneyOf(
  transaction: ChainTransaction,
  payer: string,
  relation: 'funded' | 'same_funder',
): readonly Sighting[] {
  const receivers = new Set(
    solTransfers(transaction).flatMap(({ from, to, lamports }) =>
      from === payer && to !== payer && lamports > 0n && isWallet(to) ? [to] : [],
    ),
  )
  return [...receivers].flatMap((other): Sighting[] => {
    const funding = fundingOf(transaction, other)
    if (funding === null || funding.from !== payer) return []
    return [
      {
        other,
        relation,
        direction: relation === 'funded' ? 'out' : null,
        signature: funding.signature,
        slot: transaction.slot,
        timeSec: transaction.blockTimeSec,
        lamports: funding.lamports,
        unit: funding.signature,
      },
    ]
  })
}

/** Accounts of programs get deposits, not money: no key signs for them. */
function isWallet(address: string): boolean {
  return isOnCurve(addressBytes(address))
}

/** Who traded the same token within seconds of the wallet's newest trades, as far as the tape holds them. */
export async function cotradeSightings(
  ctx: Pick<Context, 'store' | 'config' | 'clock' | 'parts'>,
  wallet: string,
  rows: readonly WalletRow[],
): Promise<{ readonly sightings: readonly Sighting[]; readonly isHeld: boolean }> {
  const stretch = wholeStretch(ctx, [])
  const { tape } = ctx.store
  const sinceSec = stretch?.fromTimeSec ?? Number.POSITIVE_INFINITY
  const own = rows.flatMap(tradesOf)
  const held = own.filter(({ timeSec }) => timeSec - B.cotradeSecs >= sinceSec).slice(0, B.cotradeTrades)
  const sightings: Sighting[] = []
  for (const { base, timeSec, side } of held) {
    await ctx.parts.tapeReadTurns.next()
    const range = { fromTimeSec: timeSec - B.cotradeSecs, toTimeSec: timeSec + B.cotradeSecs }
    const page = tape.trades({ by: 'mint', address: base.mint }, { limit: B.cotradePageTrades, ...range })
    for (const { maker, side: other, signature, slot, blockTimeSec } of page.trades)
      if (maker !== wallet && other === side)
        sightings.push({
          other: maker,
          relation: 'cotrade',
          direction: null,
          signature,
          slot,
          timeSec: blockTimeSec,
          lamports: null,
          unit: base.mint,
        })
  }
  return { sightings, isHeld: held.length === Math.min(own.length, B.cotradeTrades) }
}
