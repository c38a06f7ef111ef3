import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { Lending, TokenAmount } from '../../holdings-port.ts'
import { startsWith } from '../anchor-event.ts'
import { textOfKey } from '../key-texts.ts'
import { SYSTEM_PROGRAM } from '../program-ids.ts'
import type { AccountView } from '../rpc.ts'
import { bitsToNumber, isReal, oldestSlot, pctOf, soundHealth } from './lending-figures.ts'
import { readU128, readU256 } from './read-u128.ts'
import { type Accounts, type PositionReader, type Reading, viewOf } from './reader.ts'

const PROGRAM = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'
const OBLIGATION_TAG = Buffer.from('a8ce8d6a584caca7', 'hex')
const OBLIGATION_BYTES = 3_344
const RESERVE_TAG = Buffer.from('2bf2ccca1af73b7f', 'hex')
const RESERVE_BYTES = 8_624
/** Amounts of the program with a fraction ("Sf") have so many bits behind the point. */
const FRACTION_BITS = 60n

/** Source: the program's published interface, accounts `Obligation` and `Reserve`. */
const AT = {
  updatedSlot: 16,
  isStale: 24,
  market: 32,
  owner: 64,
  deposits: { first: 96, bytes: 136, count: 8, shares: 32 },
  depositedValue: 1_192,
  borrows: { first: 1_208, bytes: 200, count: 5, rate: 32, amount: 88 },
  weightedDebtValue: 2_208,
  debtValue: 2_224,
  unhealthyDebtValue: 2_256,
}
const RESERVE = {
  updatedSlot: 16,
  market: 32,
  mint: 128,
  available: 224,
  borrowed: 232,
  rate: 296,
  protocolFees: 344,
  referrerFees: 360,
  pendingReferrerFees: 376,
  shareSupply: 2_592,
}

/** Loans of Kamino: an obligation for each market (and several where the wallet opened some). Rewards of farms are not read. */
export const kaminoLoans: PositionReader = {
  protocol: 'kamino_lend',
  programs: [PROGRAM],
  scanOf: (wallet) => ({
    program: PROGRAM,
    filters: [
      { memcmp: { offset: 0, bytes: encodeBase58(OBLIGATION_TAG) } },
      { memcmp: { offset: AT.owner, bytes: wallet } },
    ],
  }),
  read: (view) => (isObligation(view.data) ? readObligation(view) : null),
}

type Entry = { readonly reserve: string; readonly at: number }

function isObligation(data: Uint8Array): boolean {
  return data.length >= OBLIGATION_BYTES && startsWith(data, OBLIGATION_TAG)
}

function entriesOf(
  data: Uint8Array,
  { first, bytes, count }: { first: number; bytes: number; count: number },
): Entry[] {
  return Array.from({ length: count }, (_, index) => first + index * bytes)
    .map((at) => ({ reserve: textOfKey(data.subarray(at, at + 32)), at }))
    .filter(({ reserve }) => reserve !== SYSTEM_PROGRAM)
}

function* readObligation({ address, data: before }: AccountView): Reading {
  const named = [...entriesOf(before, AT.deposits), ...entriesOf(before, AT.borrows)]
  // All of one moment: a deposit between two reads would show twice, or not at all.
  const accounts = yield [address, ...new Set(named.map(({ reserve }) => reserve))]
  const data = viewOf(accounts, address, PROGRAM)?.data
  if (data === undefined || !isObligation(data)) return []
  const market = textOfKey(data.subarray(AT.market, AT.market + 32))
  const deposits = entriesOf(data, AT.deposits)
  const borrows = entriesOf(data, AT.borrows)
  const reserves = [...deposits, ...borrows].map(({ reserve }) => reserveOf(accounts, reserve, market))
  if (reserves.length === 0 || reserves.some((one) => one === null)) return []
  const tokens = deposits.map(({ at }, index) => depositedOf(reserves[index]!, readU64(data, at + AT.deposits.shares)))
  const debts = borrows.map(({ at }, index) => owedOf(reserves[deposits.length + index]!, data, at))
  if (tokens.includes(null) || debts.includes(null)) return []
  const slots = reserves.map((one) => readU64(one!, RESERVE.updatedSlot))
  return [
    {
      kind: 'lend',
      protocol: 'kamino_lend',
      program: PROGRAM,
      address,
      mint: null,
      pool: market,
      sharesRaw: null,
      tokens: tokens as TokenAmount[],
      debts: debts as TokenAmount[],
      fees: null,
      range: null,
      lockedBps: 0,
      lending: { interestUntil: { slot: oldestSlot(slots), timeSec: null }, health: healthOf(data), unread: [] },
    },
  ]
}

function reserveOf(accounts: Accounts, address: string, market: string): Uint8Array | null {
  const data = viewOf(accounts, address, PROGRAM)?.data
  if (data === undefined || data.length < RESERVE_BYTES || !startsWith(data, RESERVE_TAG)) return null
  return textOfKey(data.subarray(RESERVE.market, RESERVE.market + 32)) === market ? data : null
}

function mintOf(reserve: Uint8Array): string {
  return textOfKey(reserve.subarray(RESERVE.mint, RESERVE.mint + 32))
}

/** A part of all that the reserve has and has lent, without the fees in it, rounded down. Null where the fees exceed it. */
function depositedOf(reserve: Uint8Array, shares: bigint): TokenAmount | null {
  const fees = [RESERVE.protocolFees, RESERVE.referrerFees, RESERVE.pendingReferrerFees]
  const whole = fees.reduce(
    (left, at) => left - readU128(reserve, at),
    (readU64(reserve, RESERVE.available) << FRACTION_BITS) + readU128(reserve, RESERVE.borrowed),
  )
  if (whole < 0n) return null
  const supply = readU64(reserve, RESERVE.shareSupply)
  // A share of an empty reserve is a unit.
  const amountRaw = supply === 0n || whole === 0n ? shares : ((shares * whole) / supply) >> FRACTION_BITS
  return isReal(amountRaw) ? { mint: mintOf(reserve), amountRaw } : null
}

/** What was owed when the loan was last touched, grown as the reserve's debts have grown since, rounded up as a repayment
 *  is. */
function owedOf(reserve: Uint8Array, data: Uint8Array, at: number): TokenAmount | null {
  const was = readU128(data, at + AT.borrows.amount)
  const [from, to] = [readU256(data, at + AT.borrows.rate), readU256(reserve, RESERVE.rate)]
  if (from === 0n) return null
  const now = to > from ? (was * to) / from : was
  const amountRaw = (now + (1n << FRACTION_BITS) - 1n) >> FRACTION_BITS
  return isReal(amountRaw) ? { mint: mintOf(reserve), amountRaw } : null
}

/** As the program last worked it out itself, with its own prices. */
function healthOf(data: Uint8Array): Lending['health'] {
  const slot = oldestSlot([readU64(data, AT.updatedSlot)])
  const [deposited, debt] = [readU128(data, AT.depositedValue), readU128(data, AT.debtValue)]
  const weighted = readU128(data, AT.weightedDebtValue)
  if (slot === 0 || deposited === 0n) return null
  return soundHealth({
    at: { slot, timeSec: null },
    isStale: data[AT.isStale] !== 0,
    collateralUsd: bitsToNumber(deposited, FRACTION_BITS),
    debtUsd: bitsToNumber(debt, FRACTION_BITS),
    ltvPct: pctOf(debt, deposited),
    healthFactor: weighted === 0n ? null : pctOf(readU128(data, AT.unhealthyDebtValue), weighted) / 100,
  })
}
