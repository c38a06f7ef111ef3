import { readOwnerBalances } from '../../chain/solana/owner-balances.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { TOKEN_READS_TTL_MS } from '../../config/cache-ttls.ts'
import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { degradedNow } from '../degraded-now.ts'
import type { EvidenceOptions } from '../evidence/gather-evidence.ts'
import { createTransactionLog, type TransactionLog } from '../evidence/transaction-log.ts'
import { within } from '../evidence/within.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { hasGap } from '../evidence-bundle/has-gap.ts'
import type { DevEvidence } from '../evidence-bundle/input-bundle.ts'
import { findPriors } from './find-priors.ts'
import { launchPayersOf } from './launch-money.ts'
import { type PriorLimits, readPriors } from './read-priors.ts'
import { readSiblings } from './read-siblings.ts'
import { createActsReader } from './transaction-acts.ts'

const PRIORS: PriorLimits = {
  transactions: LIMITS.devTokenTransactions,
  allTransactions: LIMITS.devTokensTransactions,
  insidersTraced: LIMITS.devInsidersTraced,
}

type Creator = Pick<DevEvidence, 'dev' | 'devSource'>

/** What is known of who made a token, beyond the token itself, 120 s: their earlier tokens, what they did with this
 *  one, and who else is paid by the same funder. From chain history alone, bounded by `LIMITS.dev*`. Null when no one can
 *  say who made it. Fails as the node fails, when the creator's own history cannot be read, and `cancelled`; what else
 *  fails makes the answer incomplete and short-lived. */
export async function gatherDev(
  ctx: Context,
  evidence: TokenEvidence,
  caller: AbortSignal,
  { deadlineScale = 1 }: EvidenceOptions = {},
): Promise<Outcome<DevEvidence | null>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no chain node is configured')
  return ctx.store.memo<DevEvidence | null>('devEvidence', evidence.mint, async () => {
    const creator = await whoMadeIt(ctx, evidence)
    if (!creator.ok) return creator
    // Who is not known because a source failed may be known the next time.
    const lacking = hasGap(evidence, 'launch', 'history')
    if (creator.value === null) return lacking ? ok(null, degradedNow(ctx)) : ok(null, creator.cache)
    const reads = ctx.parts.tokenReads.open(rpc, evidence.mint, TOKEN_READS_TTL_MS)
    const signal = within(caller, TIMEOUTS.devEvidenceMs * deadlineScale)
    const read = await readDev(ctx, reads.rpc, evidence, creator.value, signal)
    if (caller.aborted) return fail('cancelled', 'the request was cancelled')
    if (!read.ok) return read
    return read.value.complete && !lacking ? ok(read.value.dev) : ok(read.value.dev, degradedNow(ctx))
  })
}

/** The launch from the chain, else from the provider of token facts. */
async function whoMadeIt(ctx: Context, { mint, launch }: TokenEvidence): Promise<Outcome<Creator | null>> {
  if (launch !== null && launch.dev !== null)
    return ok({ dev: launch.dev, devSource: launch.launchSlot === null ? 'mint_creation' : 'launch' })
  const { tokens } = ctx.upstreams
  if (tokens === null) return ok(null)
  const facts = await tokens.tokensByMints([mint])
  if (!facts.ok) return ok(null, degradedNow(ctx))
  const deployer = facts.value.get(mint)?.deployer ?? null
  return ok(deployer === null ? null : { dev: deployer, devSource: 'provider' })
}

type Read = { readonly dev: DevEvidence; readonly complete: boolean }

async function readDev(
  ctx: Context,
  rpc: SolanaRpc,
  evidence: TokenEvidence,
  { dev, devSource }: Creator,
  signal: AbortSignal,
): Promise<Outcome<Read>> {
  const log = createTransactionLog(rpc, evidence.mint)
  const history = await rpc.signaturesOf(dev, { limit: LIMITS.devTransactions, signal })
  if (!history.ok) return history
  const signatures = history.value.filter(({ err }) => err === null).map(({ signature }) => signature)
  const unread = await log.read(signatures, signal)
  const readActs = createActsReader(log)
  const acts = await readActs(signatures)
  if (acts.length === 0 && signatures.length > 0)
    return fail('upstream_failed', "not one of the creator's transactions could be read")

  const launches = findPriors(dev, acts).filter(({ mint }) => mint !== evidence.mint)
  const priors = launches.slice(0, LIMITS.devPriorTokens)
  const paidByDev = new Set(
    acts.flatMap(({ transfers }) => transfers).flatMap(({ from, to }) => (from === dev ? [to] : [])),
  )
  const { slotMs } = evidence
  const launchPayers = launchPayersOf(dev, acts, evidence.launch?.launchSlot ?? null)
  const own = priors.map((launch) => ({ launch, dev, paidByDev }))
  const [tokens, { siblings, funders, complete }, held, saidFunding] = await Promise.all([
    readPriors({ rpc, log, readActs, slotMs, ownSignatures: new Set(signatures), limits: PRIORS }, own, signal),
    readSiblings({ rpc, log, readActs, dev, launchPayers, mint: evidence.mint, slotMs }, evidence.wallets, signal),
    readOwnerBalances(rpc, evidence.mint, [dev], signal),
    askFunding(ctx, evidence, dev),
  ])
  const capped = history.value.length >= LIMITS.devTransactions
  const heldRaw = held.ok ? held.value.get(dev)! : null
  const current = { ...dealingsOf(evidence, dev, log, signatures), heldRaw: (heldRaw ?? 0n).toString() }
  return ok({
    dev: {
      dev,
      devSource,
      transactionsRead: acts.length,
      capped: capped || launches.length > priors.length,
      tokens,
      current: { ...current, complete: !capped && unread === 0 && heldRaw !== null },
      saidFunding,
      funders,
      siblings,
    },
    complete: unread === 0 && complete && heldRaw !== null,
  })
}

/** A provider is asked only for what the node cannot show: the beginning of a history longer than is walked back. Its
 *  silence costs nothing. */
async function askFunding(
  { upstreams }: Context,
  { wallets }: TokenEvidence,
  dev: string,
): Promise<DevEvidence['saidFunding']> {
  const seen = wallets.find(({ address }) => address === dev)
  if (upstreams.funding === null || (seen !== undefined && !seen.isBusy)) return null
  const said = await upstreams.funding.firstFunding(dev)
  if (!said.ok || said.value === null) return null
  const { funder, lamports, blockTimeSec, slot, signature } = said.value
  const { provider } = upstreams.funding
  return { provider, from: funder, lamports: lamports.toString(), timeSec: blockTimeSec, slot, signature }
}

/** Everything the creator did with this token: in their own transactions, and in those of others they trade through.
 *  What went into pools and programs was not handed to anyone. */
function dealingsOf(
  evidence: TokenEvidence,
  dev: string,
  log: TransactionLog,
  signatures: readonly string[],
): { boughtRaw: string; soldRaw: string; sentRaw: string } {
  const observed = new Map(evidence.transactions.map((one) => [one.signature, one]))
  for (const signature of signatures) {
    const own = log.look(signature)
    if (own !== undefined) observed.set(signature, own)
  }
  const nobody = new Set([dev, ...evidence.pools.flatMap(({ address, vaultOwners }) => [address, ...vaultOwners])])
  for (const { address, identity } of evidence.wallets) if (identity?.isContract) nobody.add(address)
  let [boughtRaw, soldRaw, sentRaw] = [0n, 0n, 0n]
  for (const { trades, tokenMoves } of observed.values()) {
    for (const { wallet, side, baseRaw } of trades) {
      if (wallet !== dev) continue
      if (side === 'buy') boughtRaw += BigInt(baseRaw)
      else soldRaw += BigInt(baseRaw)
    }
    for (const { from, to, amountRaw } of tokenMoves) if (from === dev && !nobody.has(to)) sentRaw += BigInt(amountRaw)
  }
  return { boughtRaw: boughtRaw.toString(), soldRaw: soldRaw.toString(), sentRaw: sentRaw.toString() }
}
