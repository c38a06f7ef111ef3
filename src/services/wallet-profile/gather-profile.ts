import { DAY_SECS } from '../../config/durations.ts'
import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import { WALLETS } from '../../config/wallets.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { HeldNow, ProfileEvidence, TxFact } from '../../contract/profile-evidence.ts'
import type { WalletProfile } from '../../contract/wallet-profile.ts'
import { degradedNow } from '../degraded-now.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'
import { rpcOf } from '../recovery/rpc-of.ts'
import { scanWallet } from '../recovery/scan-wallet.ts'
import { toFact } from './tx-fact.ts'

export type ProfileRequest = {
  readonly depth: 'fast' | 'deep'
  /** Floored to a day; null for all. */
  readonly sinceSec: number | null
}
type Listed = { readonly signatures: readonly string[]; readonly capped: boolean }

/** The profile of a wallet, kept for profile, wrapped and roast alike (spec 8: five minutes). A node call for each
 *  transaction, and at most a few more. Fails `unconfigured` without a node, and as the node or the compute pool fails;
 *  without its token accounts it is degraded and says what is missing. */
export function getProfile(
  ctx: Context,
  wallet: string,
  { depth, sinceSec }: ProfileRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletProfile>> {
  return ctx.store.memo('walletProfile', `${wallet} ${depth} ${sinceSec ?? ''}`, async () => {
    const listed = await listSignatures(ctx, wallet, { depth, sinceSec }, signal)
    if (!listed.ok) return listed
    const { signatures, capped } = listed.value
    const [facts, held, solPriceUsd] = await Promise.all([
      readFacts(ctx, wallet, signatures, signal),
      readHoldings(ctx, wallet, signal),
      knownSolPriceUsd(ctx),
    ])
    if (!facts.ok) return facts
    if (signal.aborted) return fail('cancelled', 'the request was cancelled')
    const nowMs = ctx.clock.nowMs()
    const evidence: ProfileEvidence = {
      wallet,
      depth,
      sinceSec,
      nowMs,
      solPriceUsd,
      facts: facts.value,
      signaturesListed: signatures.length,
      capped,
      holdings: held.ok ? held.value : null,
    }
    const judged = await ctx.workers.run('judgeProfile', { evidence }, { signal })
    if (!judged.ok) return judged
    return ok(judged.value, held.ok ? undefined : degradedNow(ctx))
  })
}

/** Whole days, so that answers of one day share a cache entry (spec 4.2). */
export function floorToDay(sinceSec: number): number | null {
  return sinceSec > 0 ? Math.floor(sinceSec / DAY_SECS) * DAY_SECS : null
}

async function listSignatures(
  { chain: { wallets } }: Context,
  wallet: string,
  { depth, sinceSec }: ProfileRequest,
  signal: AbortSignal,
): Promise<Outcome<Listed>> {
  if (wallets === undefined) return fail('unconfigured', 'no node configured')
  const signatures: string[] = []
  let before = ''
  for (let page = 0; page < P.pages[depth]; page++) {
    const rows = await wallets.transactionsOf(wallet, { limit: P.signaturesPerPage, before, until: '', signal })
    if (!rows.ok) return rows
    for (const { signature, blockTimeSec } of rows.value) {
      if (sinceSec !== null && blockTimeSec !== null && blockTimeSec < sinceSec)
        return ok({ signatures, capped: false })
      signatures.push(signature)
      before = signature
    }
    if (rows.value.length < P.signaturesPerPage) return ok({ signatures, capped: false })
  }
  return ok({ signatures, capped: true })
}

async function readFacts(
  { chain: { wallets } }: Context,
  wallet: string,
  signatures: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<readonly TxFact[]>> {
  const facts: TxFact[] = []
  for (let at = 0; at < signatures.length; at += WALLETS.explainedAtOnce) {
    const explained = await wallets!.explain(signatures.slice(at, at + WALLETS.explainedAtOnce), signal)
    if (!explained.ok) return explained
    for (const one of explained.value) facts.push(toFact(wallet, one))
  }
  return ok(facts)
}

async function readHoldings(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<HeldNow>> {
  const scan = await scanWallet(rpcOf(ctx), wallet, signal)
  if (!scan.ok) return scan
  const { lamports, holdings } = scan.value
  const empty = holdings.filter(({ verdict }) => verdict.class === 'empty')
  return ok({
    lamports,
    tokens: holdings.filter(({ amountRaw }) => amountRaw > 0n).map(({ mint, amountRaw }) => ({ mint, amountRaw })),
    accounts: holdings.length,
    emptyAccounts: empty.length,
    recoverableLamports: empty.reduce((sum, one) => sum + one.lamports, 0n),
  })
}
