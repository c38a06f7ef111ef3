import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { startsWith } from '../anchor-event.ts'
import { textOfKey } from '../key-texts.ts'
import type { AccountView } from '../rpc.ts'
import { isReal, oldestTime } from './lending-figures.ts'
import { type HeldToken, type Reading, type ShareReader, viewOf } from './reader.ts'

const PROGRAM = 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'
const LENDING_TAG = Buffer.from('87c75210f983b6f1', 'hex')
const LENDING_BYTES = 196
/** Source: the program's published interface, account `Lending`. */
const AT = { mint: 8, shareMint: 40, exchangePrice: 115, updatedSec: 123 }
const EXCHANGE_PRICE_ONE = 1_000_000_000_000n

/** Tokens of Jupiter Lend's Earn (jlUSDC and others): shares of what was lent, at the price that the program last wrote down. */
export const jupiterEarnShares: ShareReader = {
  protocol: 'jupiter_lend',
  program: PROGRAM,
  mintOffset: AT.shareMint,
  mayBe: (_token, authority) => authority?.owner === PROGRAM,
  read: (view, token) => (isLendingOf(view.data, token.mint) ? readShares(view, token) : null),
}

function isLendingOf(data: Uint8Array, mint: string): boolean {
  if (data.length < LENDING_BYTES || !startsWith(data, LENDING_TAG)) return false
  return textOfKey(data.subarray(AT.shareMint, AT.shareMint + 32)) === mint
}

function* readShares({ address: pool }: AccountView, { account, mint, amountRaw: sharesRaw }: HeldToken): Reading {
  const data = viewOf(yield [pool], pool, PROGRAM)?.data
  if (data === undefined || !isLendingOf(data, mint)) return []
  const amountRaw = (sharesRaw * readU64(data, AT.exchangePrice)) / EXCHANGE_PRICE_ONE
  if (!isReal(amountRaw)) return []
  return [
    {
      kind: 'lend',
      protocol: 'jupiter_lend',
      program: PROGRAM,
      address: account,
      mint,
      pool,
      sharesRaw,
      tokens: [{ mint: textOfKey(data.subarray(AT.mint, AT.mint + 32)), amountRaw }],
      debts: [],
      fees: null,
      range: null,
      lockedBps: 0,
      lending: {
        interestUntil: { slot: null, timeSec: oldestTime([readU64(data, AT.updatedSec)]) },
        health: null,
        unread: [],
      },
    },
  ]
}
