import { type Outcome, ok } from '../../../../contract/outcome.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { NATIVE_MINT } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import type { Pool } from '../dex.ts'
import { bondingCurvePda, PUMP_GLOBAL, PUMP_PROGRAM, SOL_LIKE_MINTS } from './addresses.ts'
import { curveProgressPct } from './quote.ts'
import { type BondingCurve, decodeBondingCurve, decodeGlobal } from './state.ts'

/** Tokens a curve starts to sell with, where Global cannot be read. */
const DEFAULT_INITIAL_REAL_TOKENS_RAW = 793_100_000_000_000n

/** The curve of a mint: one derived address, one call. Empty for a mint that was not launched here. */
export async function findCurvePools(
  rpc: SolanaRpc,
  mint: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly Pool[]>> {
  const address = bondingCurvePda(mint).address
  const read = await rpc.accounts([address, PUMP_GLOBAL], signal ? { signal } : {})
  if (!read.ok) return read
  const [account = null, globalAccount = null] = read.value.accounts
  const curve = account === null ? null : readCurve(account)
  if (curve === null) return ok([])
  const global = globalAccount?.owner === PUMP_PROGRAM ? decodeGlobal(globalAccount.data) : null
  return ok([curveToPool(address, mint, curve, global?.initialRealTokenReserves ?? DEFAULT_INITIAL_REAL_TOKENS_RAW)])
}

/** A curve account as a pool. A migrated curve has no reserves left and is not tradeable. */
export function curveToPool(
  address: string,
  mint: string,
  curve: BondingCurve,
  initialRealTokensRaw: bigint = DEFAULT_INITIAL_REAL_TOKENS_RAW,
): Pool {
  return {
    dex: 'pumpfun',
    programId: PUMP_PROGRAM,
    address,
    baseMint: mint,
    quoteMint: spellQuoteMint(curve.quoteMint),
    baseReserveRaw: curve.virtualTokenReserves,
    quoteReserveRaw: curve.virtualQuoteReserves,
    realBaseReserveRaw: curve.realTokenReserves,
    realQuoteReserveRaw: curve.realQuoteReserves,
    vaultOwners: [address],
    creator: curve.creator === ZERO_KEY ? null : curve.creator,
    curveProgressPct: curve.complete ? 100 : curveProgressPct(curve.realTokenReserves, initialRealTokensRaw),
    curveComplete: curve.complete,
    tradeable: !curve.complete && curve.virtualTokenReserves > 0n && curve.realTokenReserves > 0n,
  }
}

export function isCurveAccount(account: AccountView): boolean {
  return readCurve(account) !== null
}

/** Tokens quoted in SOL spell it in three ways; ours is the wrapped one's mint. */
export function spellQuoteMint(quoteMint: string): string {
  return SOL_LIKE_MINTS.has(quoteMint) ? NATIVE_MINT : quoteMint
}

/** Null for what is no curve. */
export function readCurve(account: AccountView | null | undefined): BondingCurve | null {
  return account?.owner === PUMP_PROGRAM ? decodeBondingCurve(account.data) : null
}
