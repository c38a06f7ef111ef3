import type { ParsedTransaction } from '../../../contract/parsed-transaction.ts'
import { rawToNumber, SOL_DECIMALS } from '../../../contract/units.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { nameError } from '../name-error.ts'
import { ED25519_PROGRAM, SECP256K1_PROGRAM, SECP256R1_PROGRAM } from '../program-ids.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import type { DecodedSale, DecodedTransaction } from './decode-actions.ts'
import { describeTransaction } from './describe-transaction.ts'
import { errorInWords } from './error-words.ts'
import { type DecimalsOf, decimalsIn } from './mint-decimals.ts'
import { effectOf, type Movement } from './movement.ts'
import { isNative } from './native-deposits.ts'
import { sourceOf } from './sources.ts'
import type { Amount, Swap } from './swaps.ts'

const LAMPORTS_PER_SIGNATURE = 5_000n
const SIGNATURE_CHECKS: ReadonlySet<string> = new Set([ED25519_PROGRAM, SECP256K1_PROGRAM, SECP256R1_PROGRAM])

/** The reply row of a decoded transaction. */
export function toParsed(decoded: DecodedTransaction): ParsedTransaction {
  const { transaction, type, source, movements, swaps, sales, tipLamports, isPartial } = decoded
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
    priorityFee: Number(priorityFeeOf(transaction)),
    feePayer: transaction.feePayer,
    tip: Number(tipLamports),
    tokenTransfers: movements.flatMap((one) => (one.mint === null ? [] : [tokenRow(one, one.mint, decimalsOf)])),
    nativeTransfers: movements.filter(({ mint, kind }) => mint === null && kind !== 'fee').map(nativeRow),
    instructions,
    events: { swaps: swaps.map((swap) => swapRow(swap, decimalsOf)), sales: sales.map(saleRow) },
    balanceChanges: changesByOwner(movements, decimalsOf),
    partial: isPartial,
    transactionError: error === null ? null : { error, inWords: errorInWords(error) },
  }
}

/** What the fee is above its base: one amount for each signature. Signatures that precompiles check cost as much, and are
 *  counted in the first byte of their data. */
function priorityFeeOf({ feeLamports, signers, instructions }: ChainTransaction): bigint {
  const checked = instructions.reduce(
    (sum, { programId, data }) => (SIGNATURE_CHECKS.has(programId) ? sum + (data[0] ?? 0) : sum),
    0,
  )
  const above = feeLamports - LAMPORTS_PER_SIGNATURE * BigInt(signers.length + checked)
  return above > 0n ? above : 0n
}

function errorOf({ err, logs }: ChainTransaction): string | null {
  return nameError({ err: err as Parameters<typeof nameError>[0]['err'], logs })
}

function shownCall(call: ChainInstruction) {
  const { programId, accounts, dataBase58 } = call
  return { programId, accounts: [...accounts], data: dataBase58 ?? encodeBase58(call.data) }
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

function swapRow({ trader, programId, paid, got, leftover, fees, legs }: Swap, decimalsOf: DecimalsOf) {
  const side = (amount: Amount) => {
    const { tokenAmount, ...exact } = amountOf(amount, decimalsOf)
    return { mint: amount.mint, ...exact, amount: tokenAmount }
  }
  const source = sourceOf(programId)
  return {
    trader,
    source: source === 'UNKNOWN' ? sourceOf(legs[0]?.programId ?? '') : source,
    programId,
    input: side(paid),
    output: side(got),
    leftover: leftover.map(side),
    fees: fees.map(side),
    legs: legs.map((leg) => ({
      dex: leg.dex,
      programId: leg.programId,
      pool: leg.pool,
      input: side(leg.paid),
      output: side(leg.got),
    })),
  }
}

function saleRow({ programId, buyer, seller, asset, priceLamports }: DecodedSale) {
  const price = priceLamports === null ? null : String(priceLamports)
  return { source: sourceOf(programId), programId, buyer, seller, asset, priceLamports: price }
}

/** What each owner has more or less of; lamports that lie in token accounts are their owner's. */
function changesByOwner(movements: readonly Movement[], decimalsOf: DecimalsOf): ParsedTransaction['balanceChanges'] {
  const changes: { readonly owner: string; readonly mint: string | null; raw: bigint }[] = []
  const byOwner = new Map<string, Map<string | null, (typeof changes)[number]>>()
  const add = (owner: string, mint: string | null, raw: bigint): void => {
    const own: Map<string | null, (typeof changes)[number]> = byOwner.get(owner) ?? new Map()
    if (own.size === 0) byOwner.set(owner, own)
    const known = own.get(mint)
    if (known !== undefined) {
      known.raw += raw
      return
    }
    const first = { owner, mint, raw }
    own.set(mint, first)
    changes.push(first)
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
  return changes
    .filter(({ raw }) => raw !== 0n)
    .map(({ owner, mint, raw }) => ({
      owner,
      mint,
      rawAmount: String(raw),
      decimals: mint === null ? SOL_DECIMALS : decimalsOf(mint),
    }))
}
