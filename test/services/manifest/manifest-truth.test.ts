import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TAPE_DEXES } from '../../../src/contract/tape-event.ts'
import { differences, observeDeltas } from './observe-deltas.ts'
import { proveManifests } from './prove-manifests.ts'
import { openTradeLab, type SeenTransaction, type TradeLab } from './trade-lab.ts'

/* A short run; `node bench/trade/manifest-truth.ts --count 1000` is the long one. */

const COUNT = 48
const SEED = 20_261_122

let lab: TradeLab

before(async () => {
  lab = await openTradeLab()
})
after(async () => {
  await lab?.stop()
})

test('what a manifest shows is what the chain then does, for every DEX, side and way of signing', async () => {
  const { compared, mismatches, traits } = await proveManifests(lab, COUNT, SEED)
  assert.deepEqual(mismatches, [])
  assert.equal(compared, COUNT)
  const dexes = new Set([...traits.keys()].flatMap((trait) => /^(\S+) (?:buy|sell)$/.exec(trait)?.[1] ?? []))
  assert.equal(dexes.size, TAPE_DEXES.length, [...dexes].join())
  for (const trait of ['custodial', 'client-signed', 'durable nonce', 'second hop', 'makes a token account', 'bundle'])
    assert((traits.get(trait) ?? 0) > 0, trait)
})

test('the comparison sees a lamport and a base unit too many', () => {
  const seen = {
    transaction: { message: { accountKeys: ['wallet', 'account', 'pool'] } },
    meta: {
      preBalances: [100, 20, 5],
      postBalances: [90, 20, 15],
      preTokenBalances: [{ accountIndex: 1, mint: 'coin', owner: 'wallet', uiTokenAmount: { amount: '7' } }],
      postTokenBalances: [{ accountIndex: 1, mint: 'coin', owner: 'wallet', uiTokenAmount: { amount: '9' } }],
    },
  } as unknown as SeenTransaction
  const observed = observeDeltas(seen)
  const shown = (lamports: bigint, raw: bigint) =>
    new Map([
      ['wallet', { lamports, tokens: new Map([['coin', raw]]) }],
      ['pool', { lamports: 10n, tokens: new Map<string, bigint>() }],
    ])
  assert.deepEqual(differences(shown(-10n, 2n), observed), [])
  assert.equal(differences(shown(-11n, 2n), observed).length, 1)
  assert.equal(differences(shown(-10n, 3n), observed).length, 1)
  assert.equal(differences(new Map([...shown(-10n, 2n)].slice(0, 1)), observed).length, 1)
})
