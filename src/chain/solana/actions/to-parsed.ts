import type { ParsedTransaction } from '../../../contract/parsed-transaction.ts'
import { rawToNumber, SOL_DECIMALS } from '../../../contract/units.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { nameError } from '../name-error.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import type { DecodedTransaction } from './decode-actions.ts'
import { describeTransaction } from './describe-transaction.ts'
import { type DecimalsOf, decimalsIn } from './mint-decimals.ts'
import { effectOf, type Movement } from './movement.ts'
import { isNative } from './native-deposits.ts'
import { sourceOf } from './sources.ts'
import type { Amount, Swap } from './swaps.ts'

/** The reply row of a decoded transaction. */
export function toParsed(decoded: DecodedTransaction): ParsedTransaction {
  const { transaction, type, source, movements, swaps, tipLamports, isPartial } = decoded
  const decimalsOf = decimalsIn(transaction)
  const instructions = transaction.instructions.map((instruction, top) => ({
    ...shownCall(instruction),
    innerInstructions: (transaction.innerInstructions[top] ?? []).map(shownCall),
  }))
  const error = errorOf(transaction)
  return {
    signature: transaction.signature,
    slot: transaction.slot,
    timestamp: transaction.blockTimeSec,
    type,
    source,
    description: describeTransaction(decoded, { decimalsOf, error }),
    fee: Number(transaction.feeLamports),
    feePayer: transaction.feePayer,
    tip: Number(tipLamports),
    tokenTransfers: movements.flatMap((one) => (one.mint === null ? [] : [tokenRow(one, one.mint, decimalsOf)])),
    nativeTransfers: movements.filter(({ mint, kind }) => mint === null && kind !== 'fee').map(nativeRow),
    instructions,
    events: { swaps: swaps.map((swap) => swapRow(swap, decimalsOf)) },
    balanceChanges: changesByOwner(movements, decimalsOf),
    partial: isPartial,
    transactionError: error === null ? null : { error },
  }
}

function errorOf({ err, logs }: ChainTransaction): string | null {
  return nameError({ err: err as Parameters<typeof nameError>[0]['err'], logs })
}

function shownCall({ programId, accounts, data }: ChainInstruction) {
  return { programId, accounts: [...accounts], data: encodeBase58(data) }
}

function tokenRow({ kind, amountRaw, from, to }: Movement, mint: string, decimalsOf: DecimalsOf) {
  return {
    mint,
    fromUserAccount: from?.owner ?? '',
    toUserAccount: to?.owner ?? '',
    fromTokenAccount: from?.account ?? '',
    toTokenAccount: to?.account ?? '',
    ...amountOf({ mint, amountRaw }, decimalsOf),
    kind,
  }
}

function amountOf({ mint, amountRaw }: Amount, decimalsOf: DecimalsOf) {
  const decimals = decimalsOf(mint)
  const tokenAmount = decimals === null ? null : rawToNumber(amountRaw, decimals)
  return { tokenAmount, rawAmount: String(amountRaw), decimals }
}

function nativeRow({ kind, amountRaw, from, to }: Movement) {
  return {
    fromUserAccount: from?.account ?? '',
    toUserAccount: to?.account ?? '',
    fromOwner: from?.owner ?? '',
    toOwner: to?.owner ?? '',
    amount: Number(amountRaw),
    kind,
  }
}

function swapRow({ trader, programId, paid, got, leftover, legs }: Swap, decimalsOf: DecimalsOf) {
  const side = (amount: Amount) => {
    const { tokenAmount, ...exact } = amountOf(amount, decimalsOf)
    return { mint: amount.mint, ...exact, amount: tokenAmount }
  }
  const source = sourceOf(programId)
  return {
    trader,
    source: source === 'UNKNOWN' ? sourceOf(legs[0]!.programId) : source,
    programId,
    input: side(paid),
    output: side(got),
    leftover: leftover.map(side),
    legs: legs.map((leg) => ({
      dex: leg.dex,
      programId: leg.programId,
      pool: leg.pool,
      input: side(leg.paid),
      output: side(leg.got),
    })),
  }
}

/** What each owner has more or less of; lamports that lie in token accounts are their owner's. */
function changesByOwner(movements: readonly Movement[], decimalsOf: DecimalsOf): ParsedTransaction['balanceChanges'] {
  const changes = new Map<string, { owner: string; mint: string | null; raw: bigint }>()
  const add = (owner: string, mint: string | null, raw: bigint): void => {
    const held = changes.get(`${owner} ${mint}`) ?? { owner, mint, raw: 0n }
    held.raw += raw
    changes.set(`${owner} ${mint}`, held)
  }
  for (const one of movements) {
    const { mint, from, to, amountRaw, kind } = one
    if (from?.owner === to?.owner) continue
    const { lamports } = effectOf(one, isNative)
    // Tokens of wrapped SOL are its lamports, which wrapping does not move.
    const isHanded = kind === 'handover' && mint !== null && isNative(mint)
    if (!lamports && !isHanded && mint !== null && isNative(mint)) continue
    const asset = lamports || isHanded ? null : mint
    if (from !== null) add(from.owner, asset, -amountRaw)
    if (to !== null) add(to.owner, asset, amountRaw)
  }
  return [...changes.values()]
    .filter(({ raw }) => raw !== 0n)
    .map(({ owner, mint, raw }) => ({
      owner,
      mint,
      rawAmount: String(raw),
      decimals: mint === null ? SOL_DECIMALS : decimalsOf(mint),
    }))
}
