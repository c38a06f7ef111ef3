import { setImmediate as nextTurn } from 'node:timers/promises'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { LaunchEntry } from '../../chain/solana/launch-links.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { readMint } from '../../hot-paths/account-layouts.ts'
import { type Traces, traceWallets } from '../evidence/trace-wallets.ts'
import type { TransactionLog } from '../evidence/transaction-log.ts'
import { readWalletHistories } from '../evidence/wallet-histories.ts'
import type { DevTokenEvidence } from '../evidence-bundle/input-bundle.ts'
import { insidersOf } from './launch-insiders.ts'
import { measurePrior, type PriorLaunch } from './measure-prior.ts'
import type { Acts, ReadActs } from './transaction-acts.ts'

type Parts = {
  readonly rpc: SolanaRpc
  readonly log: TransactionLog
  readonly readActs: ReadActs
  readonly slotMs: number
  /** Of the creators, already in the log. */
  readonly ownSignatures: ReadonlySet<string>
  readonly limits: PriorLimits
}
export type PriorLimits = {
  /** Of one token, and of all of them together. */
  readonly transactions: number
  readonly allTransactions: number
  /** Buyers in the launch slots whose money is traced, all tokens together. */
  readonly insidersTraced: number
}
/** An earlier token, its creator, and the wallets that act for that one: those it sent SOL to. */
export type Prior = {
  readonly launch: PriorLaunch
  readonly dev: string
  readonly paidByDev: ReadonlySet<string>
}
type Read = Prior & {
  readonly acts: readonly Acts[]
  readonly complete: boolean
}

const LEAST_PER_TOKEN = 30
const USUAL_DECIMALS = 6

/** The histories of earlier tokens: what their curves and pools saw, who of their launch acted for its creator, and the
 *  figures of it. What the node fails on makes a token's history incomplete. */
export async function readPriors(
  parts: Parts,
  priors: readonly Prior[],
  signal: AbortSignal,
): Promise<readonly DevTokenEvidence[]> {
  if (priors.length === 0) return []
  const { rpc, slotMs } = parts
  const [reads, mints] = await Promise.all([readHistories(parts, priors, signal), readSupplies(rpc, priors, signal)])
  const entries = new Map(reads.map((read) => [read.launch.mint, launchEntries(read)]))
  const traces = await traceBuyers(parts, reads, [...entries.values()].flat(), signal)
  const tokens: DevTokenEvidence[] = []
  for (const { launch, dev, paidByDev, acts, complete } of reads) {
    await nextTurn()
    const insiders = insidersOf(dev, entries.get(launch.mint)!, traces, paidByDev)
    const { supplyRaw = null, decimals = USUAL_DECIMALS } = mints.get(launch.mint) ?? {}
    tokens.push(measurePrior({ launch, dev, insiders, acts, complete, supplyRaw, decimals, slotMs }))
  }
  return tokens
}

/** Creators first: what they and the buyers of the launch slots share is whose money they used. */
async function traceBuyers(
  { rpc, log, limits }: Parts,
  reads: readonly Read[],
  entries: readonly LaunchEntry[],
  signal: AbortSignal,
): Promise<Traces['traces']> {
  if (limits.insidersTraced === 0) return new Map()
  const devs = new Set(reads.map(({ dev }) => dev))
  const buyers = [...new Set(entries.map(({ wallet }) => wallet))].filter((one) => !devs.has(one))
  const { traces } = await traceWallets(rpc, log, [...devs, ...buyers.slice(0, limits.insidersTraced)], signal)
  return traces
}

async function readHistories(parts: Parts, priors: readonly Prior[], signal: AbortSignal): Promise<readonly Read[]> {
  const { rpc, log, readActs, ownSignatures, limits } = parts
  const addressesOf = new Map(priors.map(({ launch }) => [launch.mint, addressesToRead(launch)]))
  const histories = await readWalletHistories(rpc, [...new Set([...addressesOf.values()].flat())], signal)
  const share = Math.floor(limits.allTransactions / priors.length)
  const budget = Math.max(LEAST_PER_TOKEN, Math.min(limits.transactions, share))
  const plans = priors.map((prior) => {
    const own = addressesOf.get(prior.launch.mint)!.map((address) => histories.get(address))
    const rows = new Map<string, { readonly signature: string; readonly slot: number }>()
    // Oldest first within each address, so that the order inside a slot stays.
    for (const history of own)
      for (const { signature, slot, err } of [...(history?.rows ?? [])].reverse())
        if (err === null) rows.set(signature, { signature, slot })
    const ordered = [...rows.values()].sort((a, b) => a.slot - b.slot).map(({ signature }) => signature)
    const chosen = choose(ordered, budget, ownSignatures)
    const isWhole = own.every((history) => history !== undefined && !history.isBusy) && chosen.length === ordered.length
    return { ...prior, chosen, isWhole }
  })
  await log.read(
    plans.flatMap(({ chosen }) => chosen),
    signal,
  )
  const reads: Read[] = []
  for (const { chosen, isWhole, ...prior } of plans) {
    const acts = await readActs(chosen)
    reads.push({ ...prior, acts, complete: isWhole && acts.length === chosen.length && chosen.length > 0 })
  }
  return reads
}

function addressesToRead({ mint, curve, pools }: PriorLaunch): readonly string[] {
  const derived = DEXES.map((dex) => dex.launchAddress(mint)).filter((address) => address !== null)
  return [...new Set([...derived, ...(curve === null ? [] : [curve]), ...pools])]
}

/** Of a long history its beginning, its end, evenly spaced ones between, and all that the creator took part in. */
function choose(ordered: readonly string[], budget: number, ownSignatures: ReadonlySet<string>): readonly string[] {
  if (ordered.length <= budget) return ordered
  const third = Math.floor(budget / 3)
  const step = (ordered.length - 2 * third) / third
  const middle = new Set(Array.from({ length: third }, (_, i) => third + Math.floor(i * step)))
  return ordered.filter(
    (signature, i) => i < third || i >= ordered.length - third || middle.has(i) || ownSignatures.has(signature),
  )
}

async function readSupplies(rpc: SolanaRpc, priors: readonly Prior[], signal: AbortSignal) {
  const mints = priors.map(({ launch }) => launch.mint)
  const read = await rpc.accounts(mints, { signal })
  const supplies = new Map<string, { readonly supplyRaw: bigint; readonly decimals: number }>()
  if (!read.ok) return supplies
  mints.forEach((mint, i) => {
    const account = read.value.accounts[i]
    const fields = account ? readMint(account.data) : null
    if (fields !== null) supplies.set(mint, { supplyRaw: fields.supplyRaw, decimals: fields.decimals })
  })
  return supplies
}

/** The creator's launch, then the purchases of its slot in order. */
function launchEntries({ launch, dev, acts }: Read): readonly LaunchEntry[] {
  const creation = acts.find(({ transaction }) => transaction.signature === launch.signature)
  const entries: LaunchEntry[] = [
    { wallet: dev, signature: launch.signature, feePayer: creation?.transaction.feePayer ?? dev, position: 0 },
  ]
  const inSlot = acts.filter(({ transaction }) => transaction.slot === launch.slot)
  inSlot.forEach(({ transaction: { signature, feePayer }, trades }, i) => {
    for (const { side, baseMint, trader } of trades)
      if (side === 'buy' && baseMint === launch.mint && entries.length <= LIMITS.devInsidersPerToken)
        entries.push({ wallet: trader, signature, feePayer, position: i + 1 })
  })
  return entries
}
