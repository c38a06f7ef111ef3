import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { FundingKind } from '../../sandbox/world/plan-types.ts'
import {
  payByPeeling,
  payThroughHops,
  payThroughOwnRelays,
  payThroughService,
  withdrawAlike,
  withdrawScattered,
} from '../../sandbox/world/recipes/team.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { serviceOf, vaultOf } from './services.ts'
import type { Stage } from './stage.ts'

export type Need = { readonly wallet: string; readonly lamports: bigint }
export type MoneyRequest = { readonly needs: readonly Need[]; readonly doneSecsAgo: number }
export type Money = {
  readonly kind: FundingKind
  readonly rootFunder: string | null
  readonly relays: readonly string[]
  /** What someone has to give back after the launch. */
  readonly debts: readonly Need[]
}

const HOP_LAMPORTS = 2_000_000n
const GAS_LAMPORTS = 30_000_000n
const PAYOUTS_AT_ONCE = 8
const OLDEST_SECS = 29 * DAY_SECS

const totalOf = (needs: readonly Need[]): bigint => needs.reduce((sum, { lamports }) => sum + lamports, 0n)

/** How the wallets of one hand come by their SOL. */
export function payOperator(stage: Stage, way: string, request: MoneyRequest): Money {
  const { draft, cast, random, label } = stage
  const { needs, doneSecsAgo } = request
  const payees = { label, payees: needs, doneSecsAgo }
  switch (way) {
    case 'direct':
      return plain(payThroughHops(draft, cast, random, payees, 1))
    case 'own relays':
      return plain(payThroughOwnRelays(draft, cast, random, payees, random.integer(1, 3)))
    case 'peel chain':
      return plain(payByPeeling(draft, cast, random, payees))
    case 'exchange, one sum':
      return plain(withdrawAlike(draft, cast, random, payees))
    case 'exchange, scattered':
      return plain(withdrawScattered(draft, cast, random, payees, random.integer(12, 72) * HOUR_SECS))
    case 'privacy service':
      return plain(payThroughService(draft, cast, random, payees, random.pick(cast.privacyServices)))
    case 'weeks before': {
      const early = Math.min(OLDEST_SECS - 6 * HOUR_SECS, doneSecsAgo + random.integer(9, 20) * DAY_SECS)
      return plain(payThroughHops(draft, cast, random, { ...payees, doneSecsAgo: early }, 1))
    }
    case 'two sources':
      return payFromTwo(stage, request)
    case 'tree':
      return payByTree(stage, request)
    case 'bridge':
      return payByBridge(stage, request)
    case 'loans':
      return payByLoans(stage, request)
    case 'unnamed program':
      return payByProgram(stage, request)
    case 'wrapped SOL':
    case 'closed accounts':
      return payInAccounts(stage, request, way === 'wrapped SOL')
    case 'coin payroll':
      return payInCoins(stage, request)
    case 'advanced and repaid':
      return payInAdvance(stage, request)
    default:
      throw new Error(`no operator is paid by "${way}"`)
  }
}

type Trail = Pick<Money, 'kind' | 'rootFunder' | 'relays'>

function plain({ kind, rootFunder, relays }: Trail): Money {
  return { kind, rootFunder, relays, debts: [] }
}

/** A wallet that has what it needs from an exchange. */
function openRoot({ draft, cast, random, label }: Stage, name: string, lamports: bigint, secsAgo: number): string {
  const root = addWallet(draft, 'relay', `${name}/${label}`)
  pay(draft, 'direct', random.pick(cast.exchanges), root, lamports, Math.min(OLDEST_SECS, secsAgo))
  return root
}

/** A little SOL for fees, from an exchange like anyone's. */
function giveGas({ draft, cast, random }: Stage, wallets: readonly string[], doneSecsAgo: number): void {
  for (const wallet of wallets) {
    const lamports = GAS_LAMPORTS + solAmount(random, 0, 0.02)
    pay(
      draft,
      'scattered',
      random.pick(cast.exchanges),
      wallet,
      lamports,
      doneSecsAgo + random.integer(1, 40) * HOUR_SECS,
    )
  }
}

function payFromTwo(stage: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const half = Math.ceil(needs.length / 2)
  const { draft, cast, random, label } = stage
  const one = payByPeeling(draft, cast, random, { label, payees: needs.slice(0, half), doneSecsAgo })
  withdrawScattered(draft, cast, random, { label, payees: needs.slice(half), doneSecsAgo }, 30 * HOUR_SECS)
  return plain(one)
}

/** One wallet pays a few, each of those a few more, two to four times over. */
function payByTree(stage: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const { draft, random, label } = stage
  const depth = random.integer(2, 4)
  const stepSecs = random.integer(4, 35) * MINUTE_SECS
  const relays: string[] = []
  type Payment = { readonly to: string; readonly lamports: bigint; readonly level: number; readonly next: Payment[] }
  const grow = (own: readonly Need[], level: number): Payment[] => {
    if (level === depth || own.length < 2)
      return own.map(({ wallet, lamports }) => ({ to: wallet, lamports, level, next: [] }))
    const branches = Math.min(own.length, random.integer(2, 4))
    return Array.from({ length: branches }, (_, b) => {
      const next = grow(
        own.filter((_, i) => i % branches === b),
        level + 1,
      )
      const to = addWallet(draft, 'relay', `tree/${label}/${relays.length}`)
      relays.push(to)
      return { to, lamports: sumOf(next), level, next }
    })
  }
  const sumOf = (payments: readonly Payment[]): bigint =>
    payments.reduce((sum, { lamports }) => sum + lamports + HOP_LAMPORTS, HOP_LAMPORTS)
  const branches = grow(needs, 0)
  const root = openRoot(stage, 'tree', sumOf(branches), doneSecsAgo + (depth + 2) * stepSecs)
  const give = (from: string, payments: readonly Payment[]): void => {
    payments.forEach(({ to, lamports, level, next }, i) => {
      pay(draft, 'multi_hop', from, to, lamports, doneSecsAgo + (depth - level) * stepSecs + i * random.integer(2, 9))
      give(to, next)
    })
  }
  give(root, branches)
  return { kind: 'multi_hop', rootFunder: root, relays: [root, ...relays], debts: [] }
}

function payByBridge({ draft, random }: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const authority = serviceOf(draft, 'bridge relayer')
  const vault = vaultOf(draft, 'bridge')
  for (const { wallet, lamports } of needs)
    addMoment(draft, doneSecsAgo + random.integer(60, 20 * HOUR_SECS), [
      { do: 'payOut', program: 'bridge', vault, authority, payouts: [{ to: wallet, lamports }] },
    ])
  return { kind: 'scattered', rootFunder: null, relays: [], debts: [] }
}

function payByLoans(stage: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const { draft, random } = stage
  const vault = vaultOf(draft, 'lending')
  const wallets = needs.map(({ wallet }) => wallet)
  giveGas(stage, wallets, doneSecsAgo + 3 * HOUR_SECS)
  for (const { wallet, lamports } of needs)
    addMoment(draft, doneSecsAgo + random.integer(60, 3 * HOUR_SECS), [
      { do: 'payOut', program: 'lending', vault, authority: wallet, payouts: [{ to: wallet, lamports }] },
    ])
  return { kind: 'scattered', rootFunder: null, relays: [], debts: [] }
}

/** A program of the operator's own pays several wallets at once. */
function payByProgram(stage: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const { draft, random, label } = stage
  const total = totalOf(needs)
  const startSecsAgo = doneSecsAgo + random.integer(2, 8) * HOUR_SECS
  const root = openRoot(stage, 'payer', total + 60n * HOP_LAMPORTS, startSecsAgo + 1_800)
  const vault = addWallet(draft, 'relay', `vault/${label}`)
  const program = 'unnamed'
  addMoment(draft, startSecsAgo, [
    { do: 'openVault', program, vault, payer: root, lamports: total + 5n * HOP_LAMPORTS },
  ])
  for (let at = 0; at < needs.length; at += PAYOUTS_AT_ONCE) {
    const payouts = needs.slice(at, at + PAYOUTS_AT_ONCE).map(({ wallet: to, lamports }) => ({ to, lamports }))
    addMoment(draft, doneSecsAgo + random.integer(30, 90 * MINUTE_SECS), [
      { do: 'payOut', program, vault, authority: root, payouts },
    ])
  }
  return { kind: 'direct', rootFunder: root, relays: [root, vault], debts: [] }
}

/** In wrapped SOL, or in accounts that are closed in favour of the wallet. */
function payInAccounts(stage: Stage, { needs, doneSecsAgo }: MoneyRequest, isToken: boolean): Money {
  const { draft, random } = stage
  const cost = BigInt(needs.length * 3 + 4) * HOP_LAMPORTS
  const root = openRoot(stage, 'wrapper', totalOf(needs) + cost, doneSecsAgo + random.integer(2, 9) * HOUR_SECS)
  if (isToken)
    giveGas(
      stage,
      needs.map(({ wallet }) => wallet),
      doneSecsAgo + HOUR_SECS,
    )
  needs.forEach(({ wallet, lamports }, i) => {
    const secsAgo = doneSecsAgo + 300 + i * random.integer(15, 90)
    addMoment(draft, secsAgo, [
      { do: 'payWrapped', from: root, to: wallet, lamports, how: isToken ? 'token' : 'close' },
    ])
    if (isToken) addMoment(draft, secsAgo - random.integer(20, 250), [{ do: 'unwrap', wallet }])
  })
  return { kind: 'direct', rootFunder: root, relays: [root], debts: [] }
}

/** Everyone gets units of a listed token and sells them. */
function payInCoins(stage: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const { draft, cast, random } = stage
  const mint = random.pick(cast.otherMints)
  // What two trades cost, and how the price moves.
  const quoteRaw = (totalOf(needs) * 108n) / 100n
  const startSecsAgo = doneSecsAgo + random.integer(5, 30) * HOUR_SECS
  const root = openRoot(
    stage,
    'payroll',
    quoteRaw + BigInt(needs.length + 20) * 3n * HOP_LAMPORTS,
    startSecsAgo + 3_600,
  )
  giveGas(
    stage,
    needs.map(({ wallet }) => wallet),
    startSecsAgo,
  )
  addMoment(draft, startSecsAgo, [{ do: 'buy', mint, wallet: root, quoteRaw }])
  const stepSecs = random.integer(10, 60)
  let left = totalOf(needs)
  needs.forEach(({ wallet, lamports }, i) => {
    const sharePct = (Number(lamports) / Number(left)) * 100
    left -= lamports
    const secsAgo = startSecsAgo - 200 - i * stepSecs
    addMoment(draft, secsAgo, [{ do: 'sendToken', mint, from: root, to: wallet, sharePct: Math.min(100, sharePct) }])
    const sellSecsAgo =
      doneSecsAgo + random.integer(0, Math.max(60, Math.min(2 * HOUR_SECS, secsAgo - doneSecsAgo - 60)))
    addMoment(draft, sellSecsAgo, [{ do: 'sell', mint, wallet, sharePct: 100 }])
  })
  return { kind: 'direct', rootFunder: root, relays: [root], debts: [] }
}

/** Wallets that have nothing to do with each other advance the money and get it back afterwards. */
function payInAdvance({ draft, cast, random, label }: Stage, { needs, doneSecsAgo }: MoneyRequest): Money {
  const lenders = addWallets(draft, 'relay', `lender/${label}`, Math.ceil(needs.length / 3))
  const debts = lenders.map((lender, l) => {
    const own = needs.filter((_, i) => i % lenders.length === l)
    const secsAgo = doneSecsAgo + random.integer(30, 200) * MINUTE_SECS
    const lamports = totalOf(own) + BigInt(own.length + 3) * HOP_LAMPORTS
    pay(draft, 'scattered', random.pick(cast.exchanges), lender, lamports, secsAgo + random.integer(1, 30) * HOUR_SECS)
    own.forEach((need, i) => {
      pay(draft, 'direct', lender, need.wallet, need.lamports, secsAgo - i * 40 - random.integer(0, 25 * MINUTE_SECS))
    })
    return { wallet: lender, lamports: totalOf(own) / 4n }
  })
  return { kind: 'scattered', rootFunder: null, relays: lenders, debts }
}
