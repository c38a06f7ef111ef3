import assert from 'node:assert/strict'
import { toWord, uintAt, wordAt, wordsIn } from '../words.ts'
import { PROBE_CODE, PROBE_PLACEHOLDER, PUPPET_CODE } from './probe-code.ts'
import { readReason } from './revert-reason.ts'

/* One `eth_call` that buys, moves and sells a token: its data, its overrides, and what it returns. The contract is
 * test/differential/evm-security/contracts/Probe.sol. */

/** `probe(Plan)`. */
const SELECTOR = '0xa786c794'
const KINDS = { v2: 0, v3: 1, aerodrome: 2, v4: 3, infinity: 4 } as const
const KEY_WORDS = 6
const ROW_WORDS = 12
const MAX_ROWS = 32
/** 1,000 coins: what the purchases cost and the gas of the sender. */
const BALANCE_WEI = 1_000n * 10n ** 18n
const HOLDERS = 3

/** A pool with a contract of its own. */
export type OwnPool = {
  readonly pool: string
  readonly kind: 'v2' | 'v3' | 'aerodrome'
  /** Of kind `v2`, in millionths. */
  readonly feePpm: number
}

/** A pool of a manager. */
export type ManagedPool = {
  readonly kind: 'v4' | 'infinity'
  /** Holds the tokens of all pools: the manager itself in v4. */
  readonly pool: string
  readonly manager: string
  /** Words in hex, as the id of the pool is the hash of. */
  readonly key: string
  /** What lies there of the quote. */
  readonly depthRaw: bigint
}

export type ProbeVenue = OwnPool | ManagedPool

/** Where the key of a pool names its hook: the zero address for none. */
const HOOK_WORD = { v4: 4, infinity: 2 } as const

export function hasHook(venue: ProbeVenue): boolean {
  return 'manager' in venue && uintAt(venue.key, HOOK_WORD[venue.kind]) !== 0n
}

export type ProbePlan = {
  readonly token: string
  /** `NATIVE_TOKEN` in pools of managers that are paid with the native coin. */
  readonly quote: string
  readonly wrapped: string
  readonly venue: ProbeVenue
  /** Gives the quote for the wrapped native coin; null where the quote is that coin or the native one. */
  readonly hop: OwnPool | null
  /** Wei that the quote is had for. */
  readonly budgetWei: bigint
  /** Of Uniswap v2 or a fork, or of Aerodrome. */
  readonly router: string | null
  /** Accounts without code. */
  readonly owner: string | null
  /** The same, at most three: who bought before. */
  readonly holders: readonly string[]
}

/** Where the code stands, and who sends the call: addresses without a history. */
export type ProbeAddresses = { readonly probe: string; readonly sender: string }

export type OverrideCall = {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly overrides: Readonly<Record<string, { readonly code?: string; readonly balance?: string }>>
}

export function encodeProbe(plan: ProbePlan, { probe, sender }: ProbeAddresses): OverrideCall {
  assert(plan.holders.length <= HOLDERS, 'at most three holders')
  const { venue, hop } = plan
  const [holder0, holder1, holder2] = plan.holders
  const isManaged = 'manager' in venue
  const words = [
    ...[plan.token, plan.quote, plan.wrapped, venue.pool, KINDS[venue.kind], isManaged ? 0 : venue.feePpm],
    ...[hop?.pool ?? 0, hop === null ? 0 : KINDS[hop.kind], hop?.feePpm ?? 0, plan.budgetWei],
    ...[sender, plan.router ?? 0, plan.owner ?? 0, holder0 ?? 0, holder1 ?? 0, holder2 ?? 0],
    ...(isManaged ? [venue.depthRaw, venue.manager] : [0, 0]),
  ]
  const key = isManaged ? venue.key.slice(2) : ''
  const puppet = PUPPET_CODE.replace(PROBE_PLACEHOLDER, probe.slice(2))
  const balance = `0x${BALANCE_WEI.toString(16)}`
  const puppets = [plan.owner, ...plan.holders].filter((address) => address !== null)
  return {
    from: sender,
    to: probe,
    data: `${SELECTOR}${words.map(toWord).join('')}${key.padEnd(64 * KEY_WORDS, '0')}`,
    overrides: {
      ...Object.fromEntries(puppets.map((address) => [address, { code: puppet }])),
      [sender]: { code: puppet, balance },
      [probe]: { code: PROBE_CODE, balance },
    },
  }
}

const CASES = [
  'facts',
  'setUp',
  'buy',
  'sellAll',
  'transfer',
  'sellReceived',
  'sellAfterTransfer',
  'sellTwice',
  'sellHalf',
  'sellSmall',
  'buyMore',
  'sellMore',
  'sellAsSender',
  'sellDirectly',
  'sellThroughRouter',
  'allowance',
  'sellOfOwner',
  'sellOfHolder',
  'sellOfHolder',
  'sellOfHolder',
  'sellGift',
  'balances',
] as const
export type ProbeCase = (typeof CASES)[number]

const STAGES = [
  'done',
  'approve',
  'transfer',
  'pull',
  'nothingArrived',
  'swap',
  'pay',
  'nothingHeld',
  'broken',
  'skipped',
  'short',
] as const
/** `done`, or the step that failed. `nothingHeld`: there was nothing to try it with; `skipped`: not tried; `broken`: it used
 *  up its gas or gave numbers that no honest token has. */
export type ProbeStage = (typeof STAGES)[number]

/** What came of a case, in raw units. Of purchases `sent` is quote, `arrived` what the buyer has more, `left` what the pool
 *  has less, `expected` what the pool gave. Of sales and transfers `sent` is token, `arrived` what reached the pool or the
 *  receiver, `left` what the sender has less, `expected` the quote for all of `sent` (0: unknown), `got` what was paid. */
export type ProbeRow = {
  readonly case: ProbeCase
  /** Of several rows of one case. */
  readonly index: number
  readonly stage: ProbeStage
  readonly sent: bigint
  readonly arrived: bigint
  readonly left: bigint
  readonly expected: bigint
  readonly got: bigint
  readonly reason: string | null
}

/** Null for bytes that are no list of rows: a node without overrides returns none. */
export function readProbe(data: string): readonly ProbeRow[] | null {
  const words = wordsIn(data)
  if (words < 2 || uintAt(data, 0) !== 32n) return null
  const count = uintAt(data, 1)
  if (count !== BigInt(words - 2) || count % BigInt(ROW_WORDS) !== 0n || count > BigInt(ROW_WORDS * MAX_ROWS))
    return null
  const rows: ProbeRow[] = []
  for (let first = 2; first < words; first += ROW_WORDS) {
    const row = readRow(data, first)
    if (row === null) return null
    rows.push(row)
  }
  return rows.length === 0 || rows[0]!.case !== 'facts' ? null : rows
}

const FIRST_HOLDER = CASES.indexOf('sellOfHolder')

function readRow(data: string, first: number): ProbeRow | null {
  const id = Number(uintAt(data, first))
  const name = CASES[id]
  const stage = STAGES[Number(uintAt(data, first + 1))]
  if (name === undefined || stage === undefined) return null
  const bytes = uintAt(data, first + 7)
  const reason = [8, 9, 10, 11].map((word) => wordAt(data, first + word)).join('')
  return {
    case: name,
    index: name === 'sellOfHolder' ? id - FIRST_HOLDER : 0,
    stage,
    sent: uintAt(data, first + 2),
    arrived: uintAt(data, first + 3),
    left: uintAt(data, first + 4),
    expected: uintAt(data, first + 5),
    got: uintAt(data, first + 6),
    reason: bytes === 0n ? null : readReason(`0x${reason.slice(0, 2 * Math.min(128, Number(bytes)))}`),
  }
}

/** Of the first row: total supply, owner (null where the token names none), block and time as the contract saw them. */
export function factsOf(rows: readonly ProbeRow[]) {
  const { sent, arrived, left, expected, got } = rows[0]!
  const owner = left === 1n && arrived >> 160n === 0n ? `0x${toWord(arrived).slice(24)}` : null
  return { totalSupply: sent, owner, block: expected, timeSec: got }
}
