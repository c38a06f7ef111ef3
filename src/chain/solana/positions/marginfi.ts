import { readU32, readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { Lending, TokenAmount } from '../../holdings-port.ts'
import { startsWith } from '../anchor-event.ts'
import { textOfKey } from '../key-texts.ts'
import type { AccountView } from '../rpc.ts'
import { bitsToNumber, isReal, oldestTime, pctOf, soundHealth } from './lending-figures.ts'
import { readU128 } from './read-u128.ts'
import { type Accounts, type PositionReader, type Reading, viewOf } from './reader.ts'

const PROGRAM = 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA'
const ACCOUNT_TAG = Buffer.from('43b2826d7e721c2a', 'hex')
const ACCOUNT_BYTES = 2_312
const BANK_TAG = Buffer.from('8e31a6f2324261bc', 'hex')
const BANK_BYTES = 1_864
/** Shares and their worth are signed numbers with so many bits behind the point. */
const FRACTION_BITS = 48n

/** Source: the program's published interface, accounts `MarginfiAccount` and `Bank`. */
const AT = {
  group: 8,
  owner: 40,
  balances: { first: 72, bytes: 104, count: 16, bank: 1, deposits: 40, debts: 56 },
  health: { equityAssets: 1_904, equityDebts: 1_920, assets: 1_872, debts: 1_888, time: 1_936, flags: 1_944 },
}
const BANK = { mint: 8, group: 41, shareValue: 80, debtShareValue: 96, updatedSec: 288, kind: 785 }
/** Banks of tokens, of SOL and of stake; the others hold shares of another lender's reserve. */
const LAST_OWN_KIND = 2
/** Of the health that the account keeps: computed whole, and with prices that were good. */
const ENGINE_AND_PRICES = 6

/** Accounts of marginfi. Emissions are not read. */
export const marginfiAccounts: PositionReader = {
  protocol: 'marginfi',
  programs: [PROGRAM],
  scanOf: (wallet) => ({
    program: PROGRAM,
    filters: [
      { memcmp: { offset: 0, bytes: encodeBase58(ACCOUNT_TAG) } },
      { memcmp: { offset: AT.owner, bytes: wallet } },
    ],
  }),
  read: (view) => (isAccount(view.data) ? readAccount(view) : null),
}

type Balance = { readonly bank: string; readonly deposits: bigint; readonly debts: bigint }

function isAccount(data: Uint8Array): boolean {
  return data.length >= ACCOUNT_BYTES && startsWith(data, ACCOUNT_TAG)
}

function balancesOf(data: Uint8Array): Balance[] {
  const { first, bytes, count, bank, deposits, debts } = AT.balances
  return Array.from({ length: count }, (_, index) => first + index * bytes)
    .filter((at) => data[at] === 1)
    .map((at) => ({
      bank: textOfKey(data.subarray(at + bank, at + bank + 32)),
      deposits: readI128(data, at + deposits),
      debts: readI128(data, at + debts),
    }))
}

function* readAccount({ address, data: before }: AccountView): Reading {
  // All of one moment: a deposit between two reads would show twice, or not at all.
  const accounts = yield [address, ...new Set(balancesOf(before).map(({ bank }) => bank))]
  const data = viewOf(accounts, address, PROGRAM)?.data
  if (data === undefined || !isAccount(data)) return []
  const group = textOfKey(data.subarray(AT.group, AT.group + 32))
  const held = balancesOf(data).map((balance) => ({ ...balance, data: bankOf(accounts, balance.bank, group) }))
  if (held.length === 0 || held.some((one) => one.data === null)) return []
  const own = held.filter((one) => one.data![BANK.kind]! <= LAST_OWN_KIND)
  const side = (of: 'deposits' | 'debts') =>
    own.filter((one) => one[of] > 0n).map((one) => amountOf(one.data!, one[of], of))
  const [tokens, debts] = [side('deposits'), side('debts')]
  if ([...tokens, ...debts].includes(null)) return []
  const unread = held
    .filter((one) => !own.includes(one))
    .map(({ bank }) => `A balance in bank ${bank}, which holds shares of another lender's reserve.`)
  const updates = own.map((one) => readU64(one.data!, BANK.updatedSec))
  return [
    {
      kind: 'lend',
      protocol: 'marginfi',
      program: PROGRAM,
      address,
      mint: null,
      pool: group,
      sharesRaw: null,
      tokens: tokens as TokenAmount[],
      debts: debts as TokenAmount[],
      fees: null,
      range: null,
      lockedBps: 0,
      lending: {
        interestUntil: { slot: null, timeSec: oldestTime(updates) },
        health: healthOf(data),
        unread,
      },
    },
  ]
}

function bankOf(accounts: Accounts, address: string, group: string): Uint8Array | null {
  const data = viewOf(accounts, address, PROGRAM)?.data
  if (data === undefined || data.length < BANK_BYTES || !startsWith(data, BANK_TAG)) return null
  return textOfKey(data.subarray(BANK.group, BANK.group + 32)) === group ? data : null
}

/** Shares times what the bank last counted them worth: the product keeps the point where it was. Deposits are rounded down
 *  and debts up, as withdrawals and repayments are. */
function amountOf(bank: Uint8Array, shares: bigint, of: 'deposits' | 'debts'): TokenAmount | null {
  const value = readI128(bank, of === 'deposits' ? BANK.shareValue : BANK.debtShareValue)
  if (value < 0n) return null
  const bits = (shares * value) >> FRACTION_BITS
  const amountRaw = of === 'deposits' ? bits >> FRACTION_BITS : (bits + (1n << FRACTION_BITS) - 1n) >> FRACTION_BITS
  return isReal(amountRaw) ? { mint: textOfKey(bank.subarray(BANK.mint, BANK.mint + 32)), amountRaw } : null
}

/** As the program last worked it out itself, with its own prices. */
function healthOf(data: Uint8Array): Lending['health'] {
  const { equityAssets, equityDebts, assets, debts, time, flags } = AT.health
  const timeSec = oldestTime([readU64(data, time)])
  const isWhole = (readU32(data, flags) & ENGINE_AND_PRICES) === ENGINE_AND_PRICES
  const [held, owed] = [readI128(data, equityAssets), readI128(data, equityDebts)]
  const [limit, weighted] = [readI128(data, assets), readI128(data, debts)]
  if (timeSec === 0 || !isWhole || held <= 0n || [owed, limit, weighted].some((one) => one < 0n)) return null
  return soundHealth({
    at: { slot: null, timeSec },
    isStale: false,
    collateralUsd: bitsToNumber(held, FRACTION_BITS),
    debtUsd: bitsToNumber(owed, FRACTION_BITS),
    ltvPct: pctOf(owed, held),
    healthFactor: weighted === 0n ? null : pctOf(limit, weighted) / 100,
  })
}

function readI128(data: Uint8Array, at: number): bigint {
  return BigInt.asIntN(128, readU128(data, at))
}
