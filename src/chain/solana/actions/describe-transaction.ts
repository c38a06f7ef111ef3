import { rawToDecimalString, SOL_DECIMALS } from '../../../contract/units.ts'
import type { DecodedTransaction } from './decode-actions.ts'
import type { DecimalsOf } from './mint-decimals.ts'
import type { Movement } from './movement.ts'
import { isNative } from './native-deposits.ts'
import type { Amount } from './swaps.ts'

type Known = { readonly decimalsOf: DecimalsOf; readonly error: string | null }

/** One sentence on a transaction, exact in its amounts. Tokens are named by their mints: what issuers call them is
 *  their text, and may be made to mislead. */
export function describeTransaction(decoded: DecodedTransaction, { decimalsOf, error }: Known): string {
  const { transaction, type, source, movements, swaps, launches } = decoded
  const { feePayer } = transaction
  if (error !== null) return `${feePayer} sent a transaction that failed: ${error}.`
  const [launch] = launches
  if (launch !== undefined) {
    const verb = { launch: 'launched', pool: 'opened a pool of', graduation: 'moved' }[launch.kind]
    const end = launch.kind === 'graduation' ? ` from its curve to the pool ${launch.pool}` : ` on ${source}`
    return `${launch.creator ?? feePayer} ${verb} ${launch.mint}${end}.`
  }
  const [swap] = swaps
  if (swap !== undefined) {
    const more = swaps.length === 1 ? '' : `, the first of ${swaps.length} swaps`
    return `${swap.trader} swapped ${shown(swap.paid, decimalsOf)} for ${shown(swap.got, decimalsOf)} on ${source}${more}.`
  }
  const plain = SENTENCES[type]
  if (plain !== undefined) return `${feePayer} ${plain}.`
  const moved = mainMovement(movements, type)
  if (moved === null) return `${feePayer} called ${source === 'UNKNOWN' ? 'a program without a known name' : source}.`
  return `${sentenceOf(moved, decimalsOf, feePayer)}.`
}

const SENTENCES: Partial<Record<DecodedTransaction['type'], string>> = {
  STAKE_SOL: 'staked SOL',
  DEACTIVATE_STAKE: 'began to unstake SOL',
  UNSTAKE_SOL: 'withdrew SOL from a stake account',
  SPLIT_STAKE: 'split a stake account',
  MERGE_STAKE: 'merged two stake accounts',
  VOTE: 'voted',
  ADD_LIQUIDITY: 'added liquidity to a pool',
  WITHDRAW_LIQUIDITY: 'withdrew liquidity from a pool',
  CLOSE_ACCOUNT: 'closed token accounts',
  INITIALIZE_ACCOUNT: 'opened an account',
}

/** The largest of the first asset that went from one owner to another, or came to be or ceased to be. */
function mainMovement(movements: readonly Movement[], type: DecodedTransaction['type']): Movement | null {
  const kinds = type === 'TOKEN_MINT' ? ['mint'] : type === 'BURN' ? ['burn'] : ['transfer', 'handover', 'program']
  const real = movements.filter(({ kind, from, to }) => kinds.includes(kind) && from?.owner !== to?.owner)
  const first = real.find(({ mint }) => mint !== null) ?? real[0]
  if (first === undefined) return null
  return real.reduce((best, one) => (one.mint === first.mint && one.amountRaw > best.amountRaw ? one : best), first)
}

function sentenceOf({ kind, mint, amountRaw, from, to }: Movement, decimalsOf: DecimalsOf, feePayer: string): string {
  const amount = shown({ mint: mint ?? '', amountRaw }, decimalsOf)
  if (kind === 'mint') return `${feePayer} minted ${amount} to ${to?.owner ?? 'an unknown account'}`
  if (kind === 'burn') return `${from?.owner ?? feePayer} burned ${amount}`
  return `${from?.owner ?? 'A program'} transferred ${amount} to ${to?.owner ?? 'a program'}`
}

/** `mint` empty: lamports. */
function shown({ mint, amountRaw }: Amount, decimalsOf: DecimalsOf): string {
  if (mint === '' || isNative(mint)) return `${rawToDecimalString(amountRaw, SOL_DECIMALS)} SOL`
  const decimals = decimalsOf(mint)
  return decimals === null ? `${amountRaw} base units of ${mint}` : `${rawToDecimalString(amountRaw, decimals)} ${mint}`
}
