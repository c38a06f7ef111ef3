import { NATIVE_MINT, SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { ChainInstruction, ChainTransaction, TokenBalance } from '../../chain/solana/transaction.ts'
import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import type { Manifest } from '../manifest/manifest.ts'

/** What moved in a trade, in base units; the chain's fee, the tip and deposits of programs left out. */
export type TradedAmounts = { readonly receivedRaw: bigint; readonly spentRaw: bigint }

export type Traded = {
  readonly side: 'buy' | 'sell'
  readonly wallet: string
  readonly mint: string
  readonly moneyMint: string
  readonly tipLamports: bigint
}

/** By how much the wallet is richer, in lamports and in tokens by mint. */
type Changes = { readonly lamports: bigint; token(mint: string): bigint }

/** The amounts of a trade as its record on the chain shows them. */
export function settledAmounts(transaction: ChainTransaction, traded: Traded): TradedAmounts {
  const { accountKeys, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction
  const { wallet } = traded
  const own = new Set([accountKeys.indexOf(wallet)])
  for (const { owner, accountIndex } of [...preTokenBalances, ...postTokenBalances])
    if (owner === wallet) own.add(accountIndex)
  let lamports = 0n
  for (const index of own) lamports += (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n)
  const isOwn = (address: string): boolean => own.has(accountKeys.indexOf(address))
  const isThere = (address: string): boolean => (postBalances[accountKeys.indexOf(address)] ?? 0n) > 0n
  const deposits = depositsOf(transaction, wallet, (made) => !isOwn(made) && isThere(made))
  const token = (mint: string): bigint => sumOf(postTokenBalances, wallet, mint) - sumOf(preTokenBalances, wallet, mint)
  return amountsOf({ lamports: lamports + transaction.feeLamports + deposits + traded.tipLamports, token }, traded)
}

/** The same as its execution showed, before it was sent. */
export function foreseenAmounts(manifest: Manifest, networkFeeLamports: bigint, traded: Traded): TradedAmounts {
  const own = manifest.owners.find(({ owner }) => owner === traded.wallet)
  const lamports = (own?.lamports ?? 0n) + networkFeeLamports + manifest.depositLamports + traded.tipLamports
  return amountsOf({ lamports, token: (mint) => own?.tokens.get(mint) ?? 0n }, traded)
}

function amountsOf(changes: Changes, { side, mint, moneyMint }: Traded): TradedAmounts {
  const money = moneyMint === NATIVE_MINT ? changes.lamports : changes.token(moneyMint)
  const tokensRaw = changes.token(mint)
  return side === 'buy' ? { receivedRaw: tokensRaw, spentRaw: -money } : { receivedRaw: money, spentRaw: -tokensRaw }
}

function sumOf(balances: readonly TokenBalance[], wallet: string, mint: string): bigint {
  let sum = 0n
  for (const { owner, mint: held, amountRaw } of balances) if (owner === wallet && held === mint) sum += amountRaw
  return sum
}

const CREATE_ACCOUNT = 0
const CREATE_ACCOUNT_BYTES = 52

/** Lamports that the wallet put into accounts which programs made for themselves. */
function depositsOf(
  { instructions, innerInstructions }: ChainTransaction,
  wallet: string,
  counts: (made: string) => boolean,
): bigint {
  let lamports = 0n
  const look = ({ programId, accounts, data }: ChainInstruction): void => {
    if (programId !== SYSTEM_PROGRAM || data.length !== CREATE_ACCOUNT_BYTES) return
    if (readU32(data, 0) === CREATE_ACCOUNT && accounts[0] === wallet && counts(accounts[1] ?? ''))
      lamports += readU64(data, 4)
  }
  for (const group of [instructions, ...innerInstructions]) group.forEach(look)
  return lamports
}
