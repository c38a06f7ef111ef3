import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCrowd, areJoined, LAUNCH_SLOT, mapOf, TIP_ACCOUNT, token, wallet } from '../../../support/map-evidence.ts'

/** Traces that one cause leaves count once, and only people who could have left a trace are asked for it. */

const NAMES = ['a', 'b', 'c', 'd']
const TIPS = [{ to: TIP_ACCOUNT, lamports: '1000000' }]

test('principle 1: the nonces of a custody service make no two hands of each customer in the opening rush', () => {
  const opened = (signer: string, isNonce: boolean) => {
    const made = token()
    made.know('custody', { roles: ['funder'], isBusy: true, signatureCount: 1_000 })
    for (const name of NAMES)
      made.buy(name, LAUNCH_SLOT + 2, {
        tips: TIPS,
        signers: [wallet(name), wallet(signer)],
        nonce: isNonce ? { account: wallet(`nonce of ${name}`), authority: wallet(signer) } : null,
      })
    addCrowd(made, 10)
    return mapOf(made.evidence())
  }
  const isBundled = (map: ReturnType<typeof mapOf>) =>
    map.links.some(({ type, weight }) => type === 'same_bundle' && weight === 0.5)
  assert.deepEqual(opened('custody', true).clusters, [])
  assert(!isBundled(opened('custody', true)) && !isBundled(opened('custody', false)))
  assert(isBundled(opened('tipper', false)), 'one that signs for them alone is a hand')
  assert(!isBundled(opened('tipper', true)), 'who holds the nonces is one trace with them')
})

test('principle 1: members who only hold what they were handed could not share a purchase with a newcomer', () => {
  const made = token()
  const odd = { computeUnitLimit: 231_410, computeUnitPrice: '12345' }
  made.fund('buyer', 'second', 1, 9_999_000)
  for (const name of ['buyer', 'newcomer']) made.buy(name, LAUNCH_SLOT, odd)
  made.buy('second', LAUNCH_SLOT + 900, odd)
  for (let i = 0; i < 9; i++) {
    made.fund('buyer', `holder${i}`, 0.05, 10_000_600 + i)
    made.act({
      slot: LAUNCH_SLOT + 1_300 + i,
      feePayer: wallet('buyer'),
      tokenMoves: [{ from: wallet('buyer'), to: wallet(`holder${i}`), amountRaw: '2000000' }],
    })
    made.hold(`holder${i}`, 2_000_000n)
  }
  addCrowd(made, 6)
  assert(areJoined(mapOf(made.evidence()), ['buyer', 'holder0', 'holder8', 'newcomer']))
})
