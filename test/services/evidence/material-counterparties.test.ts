import assert from 'node:assert/strict'
import { test } from 'node:test'
import { materialCounterparties } from '../../../src/services/evidence/material-counterparties.ts'
import { BINANCE, LAUNCH_SLOT, token, wallet } from '../../support/map-evidence.ts'

const PEOPLE = new Set(['a', 'b', 'c'].map(wallet))
const TOKEN = wallet('other coin')

/** Both ends have `held` with it: the sender before, the receiver after. */
function move(from: string, to: string, amount: bigint, held: bigint, mint: string | null = null) {
  return {
    slot: LAUNCH_SLOT,
    ...(mint === null
      ? { solMoves: [{ from, to, lamports: `${amount}` }] }
      : { otherMoves: [{ mint, from, to, amountRaw: `${amount}` }] }),
    holdings: [
      { wallet: from, mint, beforeRaw: `${held}`, afterRaw: `${held - amount}` },
      { wallet: to, mint, beforeRaw: `${held - amount}`, afterRaw: `${held}` },
    ],
  }
}

test('wallets that gave or got half of what one of them had are listed, those with more of them first; exchanges are not', () => {
  const made = token()
  made.act(move(wallet('a'), wallet('till'), 900_000_000n, 1_000_000_000n))
  made.act(move(wallet('courier'), wallet('b'), 40n, 60n, TOKEN))
  made.act(move(wallet('courier'), wallet('c'), 30n, 60n, TOKEN))
  made.act(move(wallet('b'), BINANCE, 900_000_000n, 1_000_000_000n))
  const found = materialCounterparties(made.evidence().transactions, PEOPLE)
  assert.deepEqual(found, [wallet('courier'), wallet('till')])
})

test('a smaller part, a speck, a trade and payments among themselves list no one', () => {
  const made = token()
  made.act(move(wallet('a'), wallet('shop'), 400_000_000n, 1_000_000_000n))
  made.act(move(wallet('advertiser'), wallet('a'), 1_000_000n, 1_000_000n))
  made.act(move(wallet('a'), wallet('b'), 900_000_000n, 1_000_000_000n))
  made.buy('c', LAUNCH_SLOT + 9, move(wallet('c'), wallet('service'), 900_000_000n, 1_000_000_000n))
  assert.deepEqual(materialCounterparties(made.evidence().transactions, PEOPLE), [])
})
