import { USDC_MINT, USDT_MINT } from '../../../../contract/mints.ts'
import { type Outcome, ok } from '../../../../contract/outcome.ts'
import { readTokenAccount } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { associatedTokenAddress } from '../../pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import type { Pool } from '../dex.ts'
import { SOL_LIKE_MINTS } from '../pumpfun/addresses.ts'
import { canonicalPoolPda, PUMPSWAP_PROGRAM } from './addresses.ts'
import { BASE_MINT_OFFSET, decodePool, POOL_TAG, type PumpSwapPool, QUOTE_MINT_OFFSET } from './state.ts'

/** Pools of one mint that are read beyond the canonical ones; anyone can make more. */
const MAX_SCANNED_POOLS = 50
/** Quotes a curve can graduate with. */
const CANONICAL_QUOTES = [NATIVE_MINT, USDC_MINT]
/** Mints that are money: a pool that has one as its base and a token as its quote is shown the other way round. */
const MONEY_MINTS: ReadonlySet<string> = new Set([...SOL_LIKE_MINTS, USDC_MINT, USDT_MINT])

/** Pools of a mint: the canonical ones by address in one call, and all others where the node allows scans. A refused
 *  scan leaves the canonical ones. Fails only when the derived addresses cannot be read. */
export async function findSwapPools(
  rpc: SolanaRpc,
  mint: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly Pool[]>> {
  const abort = signal ? { signal } : {}
  const canonical = CANONICAL_QUOTES.filter((quote) => quote !== mint).map((quoteMint) => {
    const address = canonicalPoolPda(mint, quoteMint).address
    const quoteVault = associatedTokenAddress(address, quoteMint)
    const vaults = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) => associatedTokenAddress(address, mint, program))
    return { address, accounts: [address, quoteVault, ...vaults] }
  })
  const [read, ...scans] = await Promise.all([
    rpc.accounts(
      canonical.flatMap((one) => one.accounts),
      abort,
    ),
    ...[BASE_MINT_OFFSET, QUOTE_MINT_OFFSET].map((offset) =>
      rpc.programAccounts(PUMPSWAP_PROGRAM, {
        filters: [{ memcmp: { offset: 0, bytes: encodeBase58(POOL_TAG) } }, { memcmp: { offset, bytes: mint } }],
        ...abort,
      }),
    ),
  ])
  if (!read.ok) return read
  const accounts = byAddress(
    canonical.flatMap((one) => one.accounts),
    read.value.accounts,
  )
  const pools = new Map<string, PumpSwapPool>()
  for (const { address } of canonical) {
    const pool = readPool(accounts.get(address))
    if (pool !== null) pools.set(address, pool)
  }
  for (const scan of scans) {
    if (!scan.ok) continue
    for (const account of scan.value) {
      if (pools.size >= MAX_SCANNED_POOLS) break
      const pool = readPool(account)
      if (pool !== null && (pool.baseMint === mint || pool.quoteMint === mint)) pools.set(account.address, pool)
    }
  }
  const missing = [...pools.values()]
    .flatMap((pool) => [pool.poolBaseTokenAccount, pool.poolQuoteTokenAccount])
    .filter((address) => !accounts.has(address))
  if (missing.length > 0) {
    const vaults = await rpc.accounts(missing, abort)
    if (!vaults.ok) return vaults
    for (const [address, account] of byAddress(missing, vaults.value.accounts)) accounts.set(address, account)
  }
  return ok(
    [...pools].map(([address, pool]) =>
      swapPoolToPool(address, pool, {
        base: balanceOf(accounts.get(pool.poolBaseTokenAccount)),
        quote: balanceOf(accounts.get(pool.poolQuoteTokenAccount)),
      }),
    ),
  )
}

/** A pool account and the balances of its vaults as a pool. Virtual quote counts in the reserve that sets the price. */
export function swapPoolToPool(
  address: string,
  pool: PumpSwapPool,
  balances: { readonly base: bigint; readonly quote: bigint },
): Pool {
  const base = { mint: pool.baseMint, reserve: balances.base, real: balances.base }
  const priced = balances.quote + pool.virtualQuoteReserves
  const quote = { mint: pool.quoteMint, reserve: priced < 0n ? 0n : priced, real: balances.quote }
  const [shown, against] = isFlipped(pool) ? [quote, base] : [base, quote]
  return {
    dex: 'pumpswap',
    programId: PUMPSWAP_PROGRAM,
    address,
    baseMint: shown.mint,
    quoteMint: against.mint,
    baseReserveRaw: shown.reserve,
    quoteReserveRaw: against.reserve,
    realBaseReserveRaw: shown.real,
    realQuoteReserveRaw: against.real,
    vaultOwners: [address],
    creator: pool.coinCreator === ZERO_KEY ? pool.creator : pool.coinCreator,
    curveProgressPct: null,
    curveComplete: false,
    tradeable: base.reserve > 0n && quote.reserve > 0n,
  }
}

/** Whether a pool has money as its base and a token as its quote: its `sell` buys the token. */
export function isFlipped(pool: { readonly baseMint: string; readonly quoteMint: string }): boolean {
  return MONEY_MINTS.has(pool.baseMint) && !MONEY_MINTS.has(pool.quoteMint)
}

export function isSwapPoolAccount(account: AccountView): boolean {
  return readPool(account) !== null
}

/** Null for what is no pool. */
export function readPool(account: AccountView | null | undefined): PumpSwapPool | null {
  return account?.owner === PUMPSWAP_PROGRAM ? decodePool(account.data) : null
}

function balanceOf(account: AccountView | null | undefined): bigint {
  if (account === null || account === undefined) return 0n
  if (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM) return 0n
  return readTokenAccount(account.data)?.amountRaw ?? 0n
}

function byAddress(
  addresses: readonly string[],
  accounts: readonly (AccountView | null)[],
): Map<string, AccountView | null> {
  return new Map(addresses.map((address, at) => [address, accounts[at] ?? null]))
}
