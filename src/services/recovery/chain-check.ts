import { decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import type { ChainTransaction } from '../../chain/solana/transaction.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import type { ChainVerdict, RecoveryRow } from '../../store/recovery-rows.ts'

type Looked = Pick<RecoveryRow, 'chain' | 'chainAccountsClosed' | 'chainLamports'>

/** Looks up what the chain says of a reported recovery and writes it beside the caller's figures, some time after this
 *  returns. Beyond a bound of lookups at once a report stays `unchecked` until someone reads it again. */
export function checkOnChain(ctx: Context, row: RecoveryRow): void {
  const { chainChecks } = ctx.parts
  const name = `${row.keyId} ${row.signature}`
  if (ctx.chain.rpc === null || chainChecks.size >= RECOVERY.checksAtOnce) return
  chainChecks.begin(
    name,
    (signal) => lookUpOnChain(ctx, row, signal),
    (error) => ctx.log.error({ err: error }, 'a recovery could not be checked on the chain'),
  )
}

/** The lookups of one report, a while apart: what has not landed by the last one is not on the chain. */
export async function lookUpOnChain(
  ctx: Pick<Context, 'chain' | 'store'>,
  row: RecoveryRow,
  signal: AbortSignal = new AbortController().signal,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = restFor,
): Promise<void> {
  const world = ctx.store.worldVersion()
  let isAbsent = false
  for (const pauseMs of RECOVERY.checkPausesMs) {
    await pause(pauseMs, signal)
    if (signal.aborted || ctx.store.worldVersion() !== world) return
    const read = await ctx.chain.rpc!.transaction(row.signature, { signal })
    if (signal.aborted) return
    isAbsent = read.ok && read.value === null
    if (!read.ok || read.value === null) continue
    const decoded = decodeTransaction(read.value)
    if (!decoded.ok) return
    return ctx.store.recoveries.judge(row.keyId, row.signature, compareWithChain(row, decoded.value))
  }
  // A node that did not answer has not said so.
  if (!isAbsent) return
  await ctx.store.recoveries.judge(row.keyId, row.signature, {
    chain: 'not_found',
    chainAccountsClosed: null,
    chainLamports: null,
  })
}

/** Keeps no process alive: if the process stops before the answer, the row is looked up again when it is read. */
function restFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** What a transaction closed against what was said of it. The claim may be what was in the accounts, or what the wallet
 *  got out of it with or without the chain's own fee. */
export function compareWithChain(
  claim: Pick<RecoveryRow, 'walletAddress' | 'accountsClosed' | 'solRecoveredLamports'>,
  transaction: ChainTransaction,
): Looked {
  const { accountKeys, preBalances, postBalances, signers, err, feeLamports, feePayer } = transaction
  if (err !== null) return { chain: 'failed', chainAccountsClosed: 0, chainLamports: '0' }
  let [closed, lamports] = [0, 0n]
  for (const [at, address] of accountKeys.entries()) {
    if (signers.includes(address) || preBalances[at] === 0n || postBalances[at] !== 0n) continue
    closed++
    lamports += preBalances[at] ?? 0n
  }
  const own = accountKeys.indexOf(claim.walletAddress)
  const gain = own < 0 ? null : (postBalances[own] ?? 0n) - (preBalances[own] ?? 0n)
  const figures = [lamports, gain, gain === null || feePayer !== claim.walletAddress ? null : gain + feeLamports]
  const isEqual =
    signers.includes(claim.walletAddress) &&
    closed === claim.accountsClosed &&
    figures.includes(BigInt(claim.solRecoveredLamports))
  const chain: ChainVerdict = isEqual ? 'agrees' : 'differs'
  return { chain, chainAccountsClosed: closed, chainLamports: String(lamports) }
}
