import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedCounterparties } from '../../../src/services/evidence/shared-counterparties.ts'
import { BINANCE, LAUNCH_SLOT, token, wallet } from '../../support/map-evidence.ts'

const names = ['a', 'b', 'c'].map(wallet)
const pay = (from: string, to: string) => ({
  slot: LAUNCH_SLOT,
  solMoves: [{ from, to, lamports: '1000000' }],
})

test('wallets that moved SOL with three of the wallets are listed, those with more of them first; exchanges are known already', () => {
  const made = token()
  for (const name of names) {
    made.act(pay(name, wallet('deposit')))
    made.act(pay(wallet('payer'), name))
    made.act(pay(BINANCE, name))
  }
  made.act(pay(wallet('d'), wallet('payer')))
  for (const name of names.slice(1)) made.act(pay(name, wallet('of two')))
  const known = new Set([...names, wallet('d')])
  const found = sharedCounterparties(made.evidence().transactions, known)
  assert.deepEqual(found, [wallet('payer'), wallet('deposit')])
})

test('what moves inside a trade of the token is a fee, and names no partner', () => {
  const made = token()
  for (const name of ['a', 'b', 'c']) made.buy(name, LAUNCH_SLOT + 9, pay(wallet(name), wallet('service')))
  assert.deepEqual(sharedCounterparties(made.evidence().transactions, new Set(names)), [])
})
