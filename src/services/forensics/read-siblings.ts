import { knownAddress } from '../../chain/solana/labels.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import type { TransactionLog } from '../evidence/transaction-log.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { DevEvidence, DevFunderEvidence } from '../evidence-bundle/input-bundle.ts'
import { findPriors } from './find-priors.ts'
import type { ReadActs } from './transaction-acts.ts'

type Parts = {
  readonly rpc: SolanaRpc
  readonly log: TransactionLog
  readonly readActs: ReadActs
  readonly dev: string
  /** The coin in question, which is nobody's other coin. */
  readonly mint: string
}
type Funders = Pick<DevEvidence, 'siblings' | 'funders'> & { readonly complete: boolean }
type Payments = Omit<DevFunderEvidence, 'payeesLookedAt' | 'launchers'> & {
  /** Newest first. */
  readonly wallets: readonly string[]
}

/** Less is a fee, a tip or rent, and funds nobody's launch. */
const LEAST_LAMPORTS = 50_000_000n
/** Signatures asked of a receiver: its first transactions are among them unless it lives on. */
const RECEIVER_SIGNATURES = 100

/** The unnamed, not busy addresses a wallet's first money came through, nearest first. Pure. */
export function fundersOf(dev: string, wallets: readonly ObservedWallet[]): readonly string[] {
  const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]))
  const path: string[] = []
  let from = byAddress.get(dev)?.funding?.from
  while (from !== undefined && path.length < LIMITS.devFunders && from !== dev && !path.includes(from)) {
    const wallet = byAddress.get(from)
    if (knownAddress(from) !== null || wallet?.isBusy) break
    path.push(from)
    from = wallet?.funding?.from
  }
  return path
}

/** Whom the funders behind a creator paid, and which of those launched coins. */
export async function readSiblings(
  parts: Parts,
  wallets: readonly ObservedWallet[],
  signal: AbortSignal,
): Promise<Funders> {
  const funders = fundersOf(parts.dev, wallets)
  const paid = await Promise.all(funders.map((funder) => readPayments(parts, funder, signal)))
  const holders = new Set(
    wallets.filter(({ roles }) => !roles.every((role) => role === 'funder')).map(({ address }) => address),
  )
  const path = new Set([parts.dev, ...funders])
  const behind = new Map<string, string>()
  // Wallets around this coin come last: they were paid to buy it.
  for (const isHolder of [false, true])
    for (const payments of paid)
      for (const wallet of payments?.wallets ?? []) {
        if (behind.size >= LIMITS.devSiblingWallets) break
        if (!path.has(wallet) && !behind.has(wallet) && holders.has(wallet) === isHolder)
          behind.set(wallet, payments!.address)
      }
  const { siblings, complete } = await readLaunches(parts, behind, signal)
  const launchersOf = (funder: string) =>
    new Set(siblings.filter((one) => one.funder === funder).map(({ wallet }) => wallet))
  return {
    siblings,
    funders: paid
      .filter((payments) => payments !== null)
      .map(({ wallets: _, ...payments }) => ({
        ...payments,
        payeesLookedAt: [...behind.values()].filter((funder) => funder === payments.address).length,
        launchers: launchersOf(payments.address).size,
      })),
    complete: complete && !paid.includes(null),
  }
}

async function readPayments(
  { rpc, log, readActs }: Parts,
  funder: string,
  signal: AbortSignal,
): Promise<Payments | null> {
  const history = await rpc.signaturesOf(funder, { limit: LIMITS.devFunderTransactions, signal })
  if (!history.ok) return null
  const signatures = history.value.filter(({ err }) => err === null).map(({ signature }) => signature)
  await log.read(signatures, signal)
  const wallets = new Set<string>()
  const times: number[] = []
  const acts = await readActs(signatures)
  for (const { transaction, transfers } of acts) {
    for (const { from, to, lamports } of transfers) {
      if (from !== funder || to === funder || lamports < LEAST_LAMPORTS || knownAddress(to) !== null) continue
      wallets.add(to)
      if (transaction.blockTimeSec !== null) times.push(transaction.blockTimeSec)
    }
  }
  const spanSecs = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
  return { address: funder, transactionsRead: acts.length, payees: wallets.size, spanSecs, wallets: [...wallets] }
}

/** Coins launched by wallets in their first transactions. `behind`: wallet to the funder that paid it. */
async function readLaunches(
  { rpc, log, readActs, mint }: Parts,
  behind: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Pick<Funders, 'siblings' | 'complete'>> {
  const wallets = [...behind.keys()]
  if (wallets.length === 0) return { siblings: [], complete: true }
  const histories = await rpc.signaturesOfMany(wallets, { limit: RECEIVER_SIGNATURES, signal })
  const firstOf = histories.map((history) =>
    history.ok
      ? history.value
          .filter(({ err }) => err === null)
          .slice(-LIMITS.devSiblingTransactions)
          .map(({ signature }) => signature)
      : [],
  )
  const unread = await log.read(firstOf.flat(), signal)
  const siblings: DevEvidence['siblings'][number][] = []
  for (const [i, wallet] of wallets.entries())
    for (const { mint: other, slot, timeSec, signature } of findPriors(wallet, await readActs(firstOf[i]!))) {
      if (other === mint) continue
      const launch = { mint: other, launchSlot: slot, launchTimeSec: timeSec, signature }
      siblings.push({ wallet, funder: behind.get(wallet)!, ...launch })
    }
  return { siblings, complete: unread === 0 && histories.every(({ ok }) => ok) }
}
