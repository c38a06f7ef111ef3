import { setImmediate as nextTurn } from 'node:timers/promises'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { LaunchEntry } from '../../chain/solana/launch-links.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { readMint } from '../../hot-paths/account-layouts.ts'
import { traceWallets } from '../evidence/trace-wallets.ts'
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
  readonly dev: string
  readonly slotMs: number
  /** Of the creator, already in the log. */
  readonly devSignatures: ReadonlySet<string>
  /** Wallets the creator sent SOL to. */
  readonly paidByDev: ReadonlySet<string>
}
type Read = {
  readonly launch: PriorLaunch
  readonly acts: readonly Acts[]
  readonly complete: boolean
}

const LEAST_PER_TOKEN = 30
const USUAL_DECIMALS = 6

/** The histories of earlier tokens: what their curves and pools saw, who of their launch acted for the creator, and the
 *  figures of it. What the node fails on makes a token's history incomplete. */
export async function readPriors(
  parts: Parts,
  launches: readonly PriorLaunch[],
  signal: AbortSignal,
): Promise<readonly DevTokenEvidence[]> {
  if (launches.length === 0) return []
  const { rpc, log, dev, slotMs, paidByDev } = parts
  const [reads, mints] = await Promise.all([
    readHistories(parts, launches, signal),
    readSupplies(rpc, launches, signal),
  ])
  const entries = new Map(reads.map((read) => [read.launch.mint, launchEntries(read, dev)]))
  const buyers = [...new Set([...entries.values()].flat().map(({ wallet }) => wallet))].filter((one) => one !== dev)
  const { traces } = await traceWallets(rpc, log, [dev, ...buyers.slice(0, LIMITS.devInsidersTraced)], signal)
  const tokens: DevTokenEvidence[] = []
  for (const { launch, acts, complete } of reads) {
    await nextTurn()
    const insiders = insidersOf(dev, entries.get(launch.mint)!, traces, paidByDev)
    const { supplyRaw = null, decimals = USUAL_DECIMALS } = mints.get(launch.mint) ?? {}
    tokens.push(measurePrior({ launch, dev, insiders, acts, complete, supplyRaw, decimals, slotMs }))
  }
  return tokens
}

async function readHistories(
  parts: Parts,
  launches: readonly PriorLaunch[],
  signal: AbortSignal,
): Promise<readonly Read[]> {
  const { rpc, log, readActs, devSignatures } = parts
  const addressesOf = new Map(launches.map((launch) => [launch.mint, addressesToRead(launch)]))
  const histories = await readWalletHistories(rpc, [...new Set([...addressesOf.values()].flat())], signal)
  const share = Math.floor(LIMITS.devTokensTransactions / launches.length)
  const budget = Math.max(LEAST_PER_TOKEN, Math.min(LIMITS.devTokenTransactions, share))
  const plans = launches.map((launch) => {
    const own = addressesOf.get(launch.mint)!.map((address) => histories.get(address))
    const rows = new Map<string, { readonly signature: string; readonly slot: number }>()
    // Oldest first within each address, so that the order inside a slot stays.
    for (const history of own)
      for (const { signature, slot, err } of [...(history?.rows ?? [])].reverse())
        if (err === null) rows.set(signature, { signature, slot })
    const ordered = [...rows.values()].sort((a, b) => a.slot - b.slot).map(({ signature }) => signature)
    const chosen = choose(ordered, budget, devSignatures)
    const isWhole = own.every((history) => history !== undefined && !history.isBusy) && chosen.length === ordered.length
    return { launch, chosen, isWhole }
  })
  await log.read(
    plans.flatMap(({ chosen }) => chosen),
    signal,
  )
  const reads: Read[] = []
  for (const { launch, chosen, isWhole } of plans) {
    const acts = await readActs(chosen)
    reads.push({ launch, acts, complete: isWhole && acts.length === chosen.length && chosen.length > 0 })
  }
  return reads
}

function addressesToRead({ mint, curve, pools }: PriorLaunch): readonly string[] {
  const derived = DEXES.map((dex) => dex.launchAddress(mint)).filter((address) => address !== null)
  return [...new Set([...derived, ...(curve === null ? [] : [curve]), ...pools])]
}

/** Of a long history its beginning, its end, evenly spaced ones between, and all that the creator took part in. */
function choose(ordered: readonly string[], budget: number, devSignatures: ReadonlySet<string>): readonly string[] {
  if (ordered.length <= budget) return ordered
  const third = Math.floor(budget / 3)
  const step = (ordered.length - 2 * third) / third
  const middle = new Set(Array.from({ length: third }, (_, i) => third + Math.floor(i * step)))
  return ordered.filter(
    (signature, i) => i < third || i >= ordered.length - third || middle.has(i) || devSignatures.has(signature),
  )
}

async function readSupplies(rpc: SolanaRpc, launches: readonly PriorLaunch[], signal: AbortSignal) {
  const mints = launches.map(({ mint }) => mint)
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
function launchEntries({ launch, acts }: Read, dev: string): readonly LaunchEntry[] {
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
