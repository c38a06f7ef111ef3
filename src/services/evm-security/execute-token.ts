import { randomBytes } from 'node:crypto'
import { callWithOverrides } from '../../chain/evm/security/override-call.ts'
import {
  encodeProbe,
  factsOf,
  hasHook,
  type OverrideCall,
  type ProbePlan,
  type ProbeRow,
  readProbe,
} from '../../chain/evm/security/probe-call.ts'
import { EVM_ROUTERS, EVM_SECURITY } from '../../config/evm-security.ts'
import type { Context } from '../../context.ts'
import type { ExecutedTrade, ExecutionReport } from '../../contract/evm-execution.ts'
import type { EvmTapeChain } from '../../contract/tape-event.ts'
import type { EvmClient } from './evm-clients.ts'
import { findAccounts, type TokenAccounts } from './find-accounts.ts'
import { findVenue, type TokenVenue } from './find-venue.ts'
import { judgeExecution } from './judge-execution.ts'

/** What trades that were executed prove, or why none were. */
export type Execution =
  | { readonly report: ExecutionReport; readonly why: null }
  | { readonly report: null; readonly why: string }

/** Buys, moves and sells the token in its deepest pool, on the node, at the newest block: nothing is signed or sent, and
 *  nothing of it stays. Never fails: where it cannot be tried, the answer says why. */
export async function executeToken(
  ctx: Pick<Context, 'store'>,
  client: EvmClient,
  { chain, token }: { readonly chain: EvmTapeChain; readonly token: string },
): Promise<Execution> {
  // Of all who wait for it: that one of them leaves ends nothing.
  const within = AbortSignal.timeout(EVM_SECURITY.deadlineMs)
  const head = await client.rpc.blockNumber({ signal: within })
  if (!head.ok) return without(`the node does not say its newest block: ${head.message}`)
  const found = await findVenue(client, { chain, token, head: head.value }, within)
  if (!found.ok) return without(`the node does not answer about pools: ${found.message}`)
  if (found.value === null) return without('no pool of a supported DEX holds this token')
  const venue = found.value
  const block = head.value
  const question = { chain, token, pool: venue.pool, holder: venue.venue.pool, block }
  const accounts = await findAccounts(ctx, client, question, within)
  const plan = planOf(client, { chain, token, venue, accounts })
  const call = encodeProbe(plan, { probe: freshAddress(), sender: freshAddress() })
  const ahead = EVM_SECURITY.ahead[chain]
  const said = await callWithOverrides(client.node, call, { number: block }, within)
  if (!said.ok) return without(`the node does not execute calls with state overrides: ${said.message}`)
  const now = readProbe(said.value)
  if (now === null) return without('the node does not apply state overrides')
  const timeSec = Number(factsOf(now).timeSec)
  if (!Number.isSafeInteger(timeSec)) return without('the node names an impossible time')
  const as = { number: block + ahead.blocks, timeSec: timeSec + ahead.seconds }
  const then = await callWithOverrides(client.node, call, { number: block, as }, within)
  const later = then.ok ? laterOf(readProbe(then.value), as) : null
  return { report: reportOf({ block, timeSec, as, venue, plan, call, now, later }), why: null }
}

function without(why: string): Execution {
  return { report: null, why }
}

/** A node that takes no override of the block may run the call at its own one: such rows say nothing new. */
function laterOf(rows: readonly ProbeRow[] | null, as: { readonly number: number; readonly timeSec: number }) {
  if (rows === null) return null
  const facts = factsOf(rows)
  return facts.block === BigInt(as.number) || facts.timeSec === BigInt(as.timeSec) ? rows : null
}

/** Drawn anew: a token cannot know whom to treat well. */
function freshAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`
}

function planOf(
  { contracts }: EvmClient,
  {
    chain,
    token,
    venue,
    accounts,
  }: {
    readonly chain: EvmTapeChain
    readonly token: string
    readonly venue: TokenVenue
    readonly accounts: TokenAccounts
  },
): ProbePlan {
  const share = venue.depthWei / EVM_SECURITY.depthShare
  const { minBudgetWei, maxBudgetWei } = EVM_SECURITY
  return {
    token,
    quote: venue.quote,
    wrapped: contracts.wrappedNative,
    venue: venue.venue,
    hop: venue.hop,
    budgetWei: share < minBudgetWei ? minBudgetWei : share > maxBudgetWei ? maxBudgetWei : share,
    router: EVM_ROUTERS[chain][venue.dex] ?? null,
    owner: accounts.owner,
    holders: accounts.buyers,
  }
}

type Run = {
  readonly block: number
  readonly timeSec: number
  readonly as: { readonly number: number; readonly timeSec: number }
  readonly venue: TokenVenue
  readonly plan: ProbePlan
  readonly call: OverrideCall
  readonly now: readonly ProbeRow[]
  readonly later: readonly ProbeRow[] | null
}

function reportOf({ block, timeSec, as, venue, plan, call, now, later }: Run): ExecutionReport {
  const isHooked = hasHook(plan.venue)
  const { sellable, buyTaxBps, sellTaxBps, transferTaxBps, findings } = judgeExecution({ now, later, isHooked })
  return {
    block,
    blockTimeSec: timeSec,
    later: later === null ? null : { block: as.number, blockTimeSec: as.timeSec },
    pool: venue.pool,
    dex: venue.dex,
    quote: plan.quote,
    hopPool: plan.hop?.pool ?? null,
    probe: call.to,
    sender: call.from,
    earlierBuyers: [...plan.holders],
    owner: factsOf(now).owner,
    verdict: sellable,
    taxesBps: { buy: buyTaxBps, sell: sellTaxBps, transfer: transferTaxBps },
    findings: findings.map((finding) => ({ ...finding, shownBy: [...finding.shownBy] })),
    trades: [...now.map((row) => tradeOf('now', row)), ...(later ?? []).map((row) => tradeOf('later', row))],
  }
}

function tradeOf(at: ExecutedTrade['at'], row: ProbeRow): ExecutedTrade {
  return {
    at,
    case: row.case === 'sellOfHolder' ? `sellOfHolder ${row.index}` : row.case,
    result: row.stage,
    sent: `${row.sent}`,
    arrived: `${row.arrived}`,
    left: `${row.left}`,
    expected: `${row.expected}`,
    got: `${row.got}`,
    reason: row.reason,
  }
}
