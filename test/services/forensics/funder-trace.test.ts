import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FUNDER_TRACE, paysStrangers, traceFunder } from '../../../src/services/forensics/funder-trace.ts'
import { ANY_OWNER as BINANCE } from '../../support/bundle-of.ts'
import { DEV, fundedBy, observedWalletOf } from '../../support/forensic-evidence.ts'
import { walletAt } from '../../support/layer-inputs.ts'

const [A, B, C] = [walletAt(1), walletAt(2), walletAt(3)] as const
const chain = (...path: readonly string[]) =>
  path.slice(0, -1).map((address, i) => observedWalletOf(address, { funding: fundedBy(path[i + 1]!) }))
const funder = (own = {}) => ({
  address: A,
  transactionsRead: 40,
  payees: FUNDER_TRACE.servicePayees,
  spanSecs: FUNDER_TRACE.serviceSpanSecs,
  payeesLookedAt: 8,
  launchers: 2,
  ...own,
})

test('nothing is said of a creator whose first money is unknown', () => {
  const nothing = {
    devRootFunder: null,
    devFunderTerminal: null,
    devFunderPeeled: null,
    devFunderPeel: null,
    privacyHops: null,
  }
  assert.deepEqual(traceFunder(null, [], []), nothing)
  assert.deepEqual(traceFunder(DEV, [], []), nothing)
  assert.deepEqual(traceFunder(DEV, [observedWalletOf(DEV)], []), nothing)
})

test('money straight from an exchange ends there', () => {
  const { devRootFunder, devFunderTerminal, devFunderPeeled, privacyHops } = traceFunder(DEV, chain(DEV, BINANCE), [])
  assert.deepEqual(devFunderTerminal, { address: BINANCE, name: 'Binance 2', category: 'exchange' })
  assert.deepEqual([devRootFunder, devFunderPeeled, privacyHops], [BINANCE, false, 0])
})

test('through relays the root funder is the last wallet before the exchange, and two relays are a peel', () => {
  const one = traceFunder(DEV, chain(DEV, A, BINANCE), [])
  assert.deepEqual([one.devRootFunder, one.devFunderPeeled], [A, false])
  const two = traceFunder(DEV, chain(DEV, A, B, BINANCE), [])
  assert.deepEqual([two.devRootFunder, two.devFunderPeeled], [B, true])
  assert.deepEqual(
    two.devFunderPeel!.map(({ address }) => address),
    [A, B, BINANCE],
  )
})

test('a wallet with a life of its own is no relay', () => {
  const lively = (signatureCount: number) =>
    chain(DEV, A, B, BINANCE).map((one) => (one.address === B ? { ...one, signatureCount } : one))
  assert.equal(traceFunder(DEV, lively(FUNDER_TRACE.relaySignatures), []).devFunderPeeled, true)
  assert.equal(traceFunder(DEV, lively(FUNDER_TRACE.relaySignatures + 1), []).devFunderPeeled, false)
})

test('a trace that just ends is unknown, one that ends at a busy address is a service', () => {
  assert.deepEqual(traceFunder(DEV, chain(DEV, A, B), []).devFunderTerminal, {
    address: B,
    name: null,
    category: 'unknown',
  })
  const busy = [...chain(DEV, A), observedWalletOf(A, { isBusy: true, funding: fundedBy(B) })]
  const { devFunderTerminal, devFunderPeel } = traceFunder(DEV, busy, [])
  assert.deepEqual([devFunderTerminal!.category, devFunderPeel!.length], ['service', 1])
})

test('principle 12: an unnamed payer of strangers is a service: it ends the trace and costs nothing', () => {
  const { devFunderTerminal, privacyHops, devFunderPeel } = traceFunder(DEV, chain(DEV, A, C, BINANCE), [funder()])
  assert.deepEqual([devFunderTerminal!.category, privacyHops, devFunderPeel!.length], ['service', 0, 1])
})

test('serving the public needs many payees, over days, of whom few launch tokens', () => {
  assert(paysStrangers(funder()))
  assert(!paysStrangers(undefined))
  assert(!paysStrangers(funder({ payees: FUNDER_TRACE.servicePayees - 1 })))
  assert(!paysStrangers(funder({ spanSecs: FUNDER_TRACE.serviceSpanSecs - 1 })))
  assert(!paysStrangers(funder({ launchers: 3 })), 'an operator pays creators')
})

test('circles and any other tangle of funding end', () => {
  const indexes = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 30 })
  fc.assert(
    fc.property(indexes, (edges) => {
      const wallets = edges.map(([to, from]) => observedWalletOf(walletAt(to), { funding: fundedBy(walletAt(from)) }))
      const { devFunderPeel } = traceFunder(walletAt(0), wallets, [])
      const path = (devFunderPeel ?? []).map(({ address }) => address)
      assert(path.length <= FUNDER_TRACE.maxHops)
      assert.equal(new Set([walletAt(0), ...path]).size, path.length + 1)
    }),
  )
})

test('a creator whose own beginning is out of reach is traced from what a provider says', () => {
  const said = { provider: 'helius', from: BINANCE, lamports: '5000000', timeSec: 1, slot: null, signature: 'sig' }
  const busy = { ...observedWalletOf(DEV), isBusy: true }
  assert.equal(traceFunder(DEV, [busy], []).devRootFunder, null)
  const { devRootFunder, devFunderTerminal, devFunderPeel } = traceFunder(DEV, [busy], [], said)
  assert.equal(devFunderTerminal?.address, BINANCE)
  assert.equal(devFunderPeel?.[0]?.signature, 'sig')
  const own = traceFunder(DEV, chain(DEV, A, BINANCE), [], said)
  assert.deepEqual(own, traceFunder(DEV, chain(DEV, A, BINANCE), []), 'the chain is believed first')
  assert.equal(typeof devRootFunder, 'string')
})
