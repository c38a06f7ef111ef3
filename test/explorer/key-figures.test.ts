import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyFigures } from '../../explorer/src/pages/key-figures.ts'

test('a key has names, times in UTC and its fee wallet in SOL; what has no value is left out', () => {
  const dashboard = {
    success: true,
    wallet: '8aiMezBLdo6GNfVfeLyL6FYFAMu6rBH98vmAULxHMQ7C',
    keyPrefix: 'mg_rsvJ',
    limitPer10s: null,
    createdAt: 1_795_929_333_607,
    oldKeyValidUntil: 1_795_929_393_607,
    feeWalletBalance: 13_201_492_392,
    allowedDomains: null,
    stats: { totalTransactions: 0 },
  }
  assert.deepEqual(keyFigures(dashboard), [
    ['Wallet', '8aiMezBLdo6GNfVfeLyL6FYFAMu6rBH98vmAULxHMQ7C'],
    ['The key begins with', 'mg_rsvJ'],
    ['Created', '2026-11-29 05:15:33 UTC'],
    ['The old key works until', '2026-11-29 05:16:33 UTC'],
    ['The fee wallet holds', '13.201492392 SOL'],
  ])
  assert.deepEqual(keyFigures({ limitPer10s: 1_000 }), [['Requests in 10 seconds', '1,000']])
  assert.deepEqual(keyFigures({ apiKeyId: 7, label: `a\u202Eb${'c'.repeat(70)}`, tier: 'data', feeWallet: 'x' }), [
    ['Number of the key', '7'],
    ['Label', `ab${'c'.repeat(58)}…`],
    ['Tier', 'data'],
    ['Fee wallet', 'x'],
  ])
  assert.deepEqual(keyFigures({ createdAt: 'soon', feeWalletBalance: 0, unknown: 1 }), [
    ['Created', '–'],
    ['The fee wallet holds', '0 SOL'],
  ])
})
