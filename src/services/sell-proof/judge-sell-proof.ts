import { counted, oneOrMany } from '../../contract/counted.ts'
import {
  type ExecutionAdapter,
  FROZEN_TRAP_SHARE,
  type LegVerdict,
  NOTED_LOSS_PCT,
  type SellCase,
  type SellLeg,
  type SellReason,
  type SellReasonCode,
  type SellStatus,
  TAXED_LOSS_PCT,
} from '../evidence-bundle/sell-proof.ts'

export type JudgeInput = {
  readonly cases: readonly SellCase[]
  readonly gaps: readonly SellReason[]
  readonly sampledHolders: number
  readonly frozenHolders: number
  /** Program that the mint itself calls on every transfer. */
  readonly hookProgram?: string
}
export type SellVerdict = {
  readonly status: SellStatus
  readonly reasons: readonly SellReason[]
  readonly legs: { readonly token: LegVerdict; readonly pool: LegVerdict }
}

/** What a reason makes of its leg; the rest only explain. */
const STATUS_OF: Readonly<Partial<Record<SellReasonCode, SellStatus>>> = {
  sell_fails: 'blocked',
  sell_fails_above_size: 'blocked',
  cannot_receive: 'blocked',
  holders_frozen: 'blocked',
  pool_sell_fails: 'blocked',
  sell_opens_later: 'time_locked',
  sell_closes_later: 'time_locked',
  pool_failed_otherwise: 'not_proven',
}
const WORST_FIRST: readonly SellStatus[] = ['blocked', 'time_locked', 'taxed', 'not_proven', 'sellable']
/** Fees are rounded up to whole base units: on fewer than these the rounding would count as a fee. */
const MEASURABLE_RAW = 10_000n
/** A seller's own shortage is no trap. */
const OWN_SHORTAGE = new Set(['token:InsufficientFunds', 'token:NotRentExempt', 'token:InvalidAccountData'])

/** Pure: the same cases give the same verdict. */
export function judgeSellProof(input: JudgeInput): SellVerdict {
  const tokenCases = input.cases.filter(({ leg }) => leg === 'token')
  const poolCases = input.cases.filter(({ leg }) => leg === 'pool')
  const isOfToken = ofTokenBy(input.hookProgram ?? null)
  const cloned = tokenCases.filter(({ adapter }) => adapter === 'local')
  const token = [
    ...judgeTransfers(cloned),
    ...judgeRefusals(
      tokenCases.filter(({ adapter }) => adapter === 'node'),
      isOfToken,
    ),
    ...judgeFreezing(input, cloned),
    ...judgeFees(tokenCases),
  ]
  const pool = judgePool(poolCases, isOfToken)
  const legs = {
    token: verdictOf(tokenCases, token, gapsOf(input, 'token')),
    pool: verdictOf(
      poolCases.filter(({ holder }) => holder !== 'frozen'),
      pool,
      gapsOf(input, 'pool'),
    ),
  }
  const status = WORST_FIRST.find((one) => legs.token.status === one || legs.pool.status === one)!
  return { status, reasons: [...token, ...pool, ...input.gaps], legs }
}

function gapsOf({ gaps }: JudgeInput, leg: SellLeg): readonly SellReason[] {
  return gaps.filter((gap) => gap.leg === leg)
}

function verdictOf(
  cases: readonly SellCase[],
  reasons: readonly SellReason[],
  gaps: readonly SellReason[],
): LegVerdict {
  const adapter: ExecutionAdapter | null = cases[0]?.adapter ?? null
  const found = reasons.map(statusOf)
  const trap = WORST_FIRST.find((status) => found.includes(status))
  if (trap !== undefined && trap !== 'sellable') return { status: trap, adapter }
  const isSold = cases.some(({ direction, ok }) => direction === 'sell' && ok)
  return { status: isSold && gaps.length === 0 ? 'sellable' : 'not_proven', adapter }
}

function statusOf({ code, detail }: SellReason): SellStatus {
  if (code === 'transfer_fee' || code === 'transfer_fee_later' || code === 'pool_underpays')
    return Number.parseFloat(detail) >= TAXED_LOSS_PCT ? 'taxed' : 'sellable'
  return STATUS_OF[code] ?? 'sellable'
}

type IsOfToken = (one: SellCase) => boolean

/** Whether a refusal is the token's doing: its program refused, or the hook that its mint calls did, itself or through
 *  a program that it called. The runtime's lines about programs cannot be written by programs. */
function ofTokenBy(hookProgram: string | null): IsOfToken {
  return ({ ok, error, logsTail }) => {
    if (ok || error === null) return false
    if (error.startsWith('token:')) return !OWN_SHORTAGE.has(error)
    if (hookProgram === null) return false
    return (
      error.startsWith(`program:${hookProgram}:`) ||
      logsTail.some((line) => line.startsWith(`Program ${hookProgram} failed: `))
    )
  }
}

/** Transfers of ordinary holders that a node simulated, because code could not be cloned. The same refusal in several
 *  sizes, of each of several holders where there are several, is a block; what only one of them meets may be its
 *  own. */
function judgeRefusals(cases: readonly SellCase[], isOfToken: IsOfToken): SellReason[] {
  const holders = new Set(cases.map(({ owner }) => owner))
  const refusals = new Map<string, SellCase[]>()
  for (const one of cases) if (isOfToken(one)) refusals.set(one.error!, [...(refusals.get(one.error!) ?? []), one])
  const [worst] = [...refusals.values()].sort((a, b) => b.length - a.length)
  if (worst === undefined) return []
  const owners = new Set(worst.map(({ owner }) => owner))
  const sizes = new Set(worst.map(({ sizePct }) => sizePct))
  if (owners.size < Math.min(2, holders.size) || sizes.size < 2) return []
  const detail = `${worst.length} of ${cases.length} transfers by ${counted(owners.size, 'ordinary holder')}: ${worst[0]!.error}`
  return [{ code: 'sell_fails', leg: 'token', detail }]
}

/** Sales by who sells and how much, over the times; purchases; what the permanent delegate can take. */
function judgeTransfers(cases: readonly SellCase[]): SellReason[] {
  const reasons: SellReason[] = []
  const add = (code: SellReasonCode, detail: string) => reasons.push({ code, leg: 'token', detail })
  for (const holder of ['fresh', 'old'] as const) {
    const sells = cases.filter((one) => one.direction === 'sell' && one.holder === holder)
    const sizes = [...new Set(sells.map(({ sizePct }) => sizePct))].sort((a, b) => a - b)
    const nowOf = (sizePct: number) => sells.find((one) => one.sizePct === sizePct && one.atOffsetSec === 0)
    for (const sizePct of sizes) {
      const ofSize = sells.filter((one) => one.sizePct === sizePct)
      const now = nowOf(sizePct)
      const failing = ofSize.find(({ ok }) => !ok)
      if (now === undefined || failing === undefined) continue
      const what = `${holder} wallet, ${sizePct} %: ${failing.error}`
      const later = ofSize.find((one) => one.ok !== now.ok)
      if (later !== undefined && now.ok) add('sell_closes_later', `${what} after ${failing.atOffsetSec} s`)
      else if (later !== undefined) add('sell_opens_later', `${what}, until ${later.atOffsetSec} s from now`)
      else if (sizes.some((smaller) => smaller < sizePct && nowOf(smaller)?.ok)) add('sell_fails_above_size', what)
      else add('sell_fails', what)
    }
  }
  // Of an old account only its sales count: its owner may have chosen that it takes no more.
  const refused = cases.find(
    ({ direction, holder, atOffsetSec, ok }) => direction === 'buy' && holder === 'fresh' && atOffsetSec === 0 && !ok,
  )
  if (refused !== undefined) add('cannot_receive', `fresh wallet, ${refused.sizePct} %: ${refused.error}`)
  const seized = cases.find(({ direction, ok }) => direction === 'seize' && ok)
  if (seized !== undefined)
    add('can_be_seized', 'the permanent delegate moved a new holder’s tokens without its signature')
  return reasons
}

/** One frozen account among many is a sanction, many are a trap. */
function judgeFreezing({ sampledHolders, frozenHolders }: JudgeInput, cases: readonly SellCase[]): SellReason[] {
  const held = cases.find(({ holder, ok }) => holder === 'frozen' && !ok)
  if (held === undefined || frozenHolders < sampledHolders * FROZEN_TRAP_SHARE) return []
  const detail = `${frozenHolders} of ${counted(sampledHolders, 'ordinary holder')} ${oneOrMany(frozenHolders, 'is', 'are')} frozen: ${held.error}`
  return [{ code: 'holders_frozen', leg: 'token', detail }]
}

function judgeFees(cases: readonly SellCase[]): SellReason[] {
  const measured = cases.filter(
    ({ direction, sizePct, amountRaw }) =>
      direction !== 'seize' && (sizePct === 100 || BigInt(amountRaw) >= MEASURABLE_RAW),
  )
  const worst = (some: readonly SellCase[]) => some.reduce((max, { lossPct }) => Math.max(max, lossPct ?? 0), 0)
  const nowPct = worst(measured.filter(({ atOffsetSec }) => atOffsetSec === 0))
  const laterPct = worst(measured.filter(({ atOffsetSec }) => atOffsetSec > 0))
  const reasons: SellReason[] = []
  if (nowPct >= NOTED_LOSS_PCT)
    reasons.push({ code: 'transfer_fee', leg: 'token', detail: `${nowPct} % of a transfer is withheld` })
  if (laterPct > nowPct && laterPct >= NOTED_LOSS_PCT)
    reasons.push({ code: 'transfer_fee_later', leg: 'token', detail: `${laterPct} % of a transfer will be withheld` })
  return reasons
}

/** Sales through a pool. What the token programs or the mint's hook refuse is the token's doing; what the DEX refuses
 *  may be ours. A seller who is frozen proves nothing about the pool. */
function judgePool(cases: readonly SellCase[], isOfToken: IsOfToken): SellReason[] {
  const reasons: SellReason[] = []
  const add = (code: SellReasonCode, detail: string) => reasons.push({ code, leg: 'pool', detail })
  const tried = cases.filter(({ holder }) => holder !== 'frozen')
  const failed = tried.filter(({ ok }) => !ok)
  const ofToken = failed.find(isOfToken)
  const otherwise = failed.find((one) => one !== ofToken && one.direction === 'sell')
  if (ofToken !== undefined) add('pool_sell_fails', `${ofToken.sizePct} %: ${ofToken.error}`)
  else if (otherwise !== undefined) add('pool_failed_otherwise', `${otherwise.sizePct} %: ${otherwise.error}`)
  const lossPct = tried.reduce((max, one) => Math.max(max, one.lossPct ?? 0), 0)
  if (lossPct >= TAXED_LOSS_PCT) add('pool_underpays', `${lossPct} % less than the pool's formula says`)
  return reasons
}
