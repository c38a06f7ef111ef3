import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type Known, type Rule } from './judge.ts'
import type { Heard, Wish, Work, Worked } from './work.ts'

/** The judge of `bench/crash/double-send.ts` sees every way in which the promise can be broken. */

const WALLET = 'wallet'
let nextId = 0

function workOf(markers: readonly [string, string] = ['main', 'odd'], more: Partial<Work> = {}): Work {
  const wish = (marker: string): Wish => ({ marker, markerLamports: 5n, body: '{}', ownSignature: null })
  const wishes = [wish(markers[0]), wish(markers[1])] as const
  const who = { apiKey: 'key', userRef: 'alice', wallet: WALLET, idempotencyKey: 'k', path: '/v1/trade/buy' }
  return { kind: 'withdraw', id: nextId++, ...who, wishes, ...more }
}

function heard(atMs: number, answer: Partial<Heard> = {}): Heard {
  const base = { wish: 0 as const, status: 200, text: 'first', code: null, stage: null, signature: 'sig' }
  return { ...base, sentAtMs: atMs - 1, atMs, ...answer }
}

const MISMATCH = { wish: 1 as const, status: 409, code: 'idempotency_mismatch', signature: null }
const NOT_LANDED = { status: 504, code: 'not_landed', stage: 'send' }

/** A chain on which these signatures went through, each for the addresses that it names. */
function chainOf(paid: Readonly<Record<string, readonly string[]>>, failed: readonly string[] = []): Known {
  const all = Object.values(paid).flat()
  return {
    paid: (address) => (address === WALLET ? [...new Set(all)] : (paid[address] ?? [])),
    fate: (signature) => (all.includes(signature) ? 'succeeded' : failed.includes(signature) ? 'failed' : 'absent'),
    lamports: (address) => 5n * BigInt(paid[address]?.length ?? 0),
    ledger: (signature) => (all.includes(signature) ? 'landed' : failed.includes(signature) ? 'failed' : 'expired'),
  }
}

function rulesBroken(worked: readonly Worked[], facts: Known): Rule[] {
  return [...new Set(judge(worked, facts, [WALLET]).violations.map(({ rule }) => rule))]
}

test('one payment, its replays and a refused other body break nothing', () => {
  const one: Worked = { work: workOf(), heard: [heard(1), heard(2), heard(3, MISMATCH)] }
  const { violations, checks } = judge([one], chainOf({ main: ['sig'] }), [WALLET])
  assert.deepEqual(violations, [])
  assert.deepEqual([checks['landed'], checks['replays'], checks['mismatches']], [1, 1, 1])
})

test('money that moved twice is seen, whatever was answered', () => {
  const one: Worked = { work: workOf(), heard: [heard(1)] }
  assert(rulesBroken([one], chainOf({ main: ['sig', 'other'] })).includes('once'))
  const both: Worked = { work: workOf(), heard: [heard(1)] }
  assert(rulesBroken([both], chainOf({ main: ['sig'], odd: ['other'] })).includes('once'))
})

test('a payment of the wrong size is seen', () => {
  const one: Worked = { work: workOf(), heard: [heard(1)] }
  assert.deepEqual(rulesBroken([one], { ...chainOf({ main: ['sig'] }), lamports: () => 10n }), ['once'])
})

test('two keys that are answered with one payment are seen', () => {
  const twins = ['a', 'b'].map((idempotencyKey, at): Worked => {
    return { work: workOf(['main', `odd${at}`], { idempotencyKey }), heard: [heard(1)] }
  })
  assert.deepEqual(rulesBroken(twins, chainOf({ main: ['sig'] })), ['once'])
  twins[1]!.heard[0] = heard(1, { signature: 'other' })
  assert.deepEqual(rulesBroken(twins, chainOf({ main: ['sig', 'other'] })), [])
})

test('money that moved without an answer is seen', () => {
  const refused: Worked = {
    work: workOf(),
    heard: [heard(1, { status: 422, code: 'no_route', stage: 'quote', signature: null })],
  }
  assert.deepEqual(rulesBroken([refused], chainOf({})), [])
  assert.deepEqual(rulesBroken([refused], chainOf({ main: ['sig'] })), ['accounted'])
  assert.deepEqual(rulesBroken([refused], chainOf({ nobody: ['sig'] })), ['accounted'])
})

test('another answer to the same request is seen', () => {
  const chain = chainOf({ main: ['sig'] })
  assert.deepEqual(rulesBroken([{ work: workOf(), heard: [heard(1), heard(2, { text: 'other' })] }], chain), ['replay'])
  const late = [heard(1), heard(2, { status: 202, code: 'pending', stage: 'confirm' })]
  assert.deepEqual(rulesBroken([{ work: workOf(), heard: late }], chain), ['replay'])
})

test('another body that is taken, or refused for another reason, is seen', () => {
  const chain = chainOf({ main: ['sig'] })
  const answered = [heard(1), heard(3, { ...MISMATCH, status: 400, code: 'bad_request' })]
  assert.deepEqual(rulesBroken([{ work: workOf(), heard: answered }], chain), ['mismatch'])
  const same = [heard(1), heard(3, { wish: 1 })]
  assert(rulesBroken([{ work: workOf(), heard: same }], chain).includes('mismatch'))
})

test('an answer that the chain denies is seen', () => {
  const told = (answer: Partial<Heard>): Worked[] => [{ work: workOf(), heard: [heard(1, answer)] }]
  assert.deepEqual(rulesBroken(told({}), chainOf({})), ['truth'])
  assert.deepEqual(rulesBroken(told(NOT_LANDED), chainOf({})), [])
  assert(rulesBroken(told(NOT_LANDED), chainOf({ main: ['sig'] })).includes('truth'))
  const failed = { status: 422, code: 'simulation_failed', stage: 'confirm' }
  assert.deepEqual(rulesBroken(told(failed), chainOf({}, ['sig'])), [])
  assert(rulesBroken(told(failed), chainOf({ main: ['sig'] })).includes('truth'))
  assert.deepEqual(rulesBroken(told({ signature: null }), chainOf({})), ['truth'])
})

test('a key that never came to an end, and a server that broke, are seen', () => {
  const pending = { status: 202, code: 'pending', stage: 'confirm' }
  assert.deepEqual(rulesBroken([{ work: workOf(), heard: [heard(1, pending)] }], chainOf({})), ['decided'])
  assert.deepEqual(rulesBroken([{ work: workOf(), heard: [] }], chainOf({})), ['decided'])
  const broken = heard(1, { status: 500, code: 'internal', signature: null })
  assert.deepEqual(rulesBroken([{ work: workOf(), heard: [broken, heard(2)] }], chainOf({ main: ['sig'] })), [
    'healthy',
  ])
})

test('a broadcast is answered with the signature of its caller', () => {
  const work = workOf(['main', 'odd'], { kind: 'broadcast' })
  assert.deepEqual(rulesBroken([{ work, heard: [heard(1)] }], chainOf({ main: ['sig'] })), ['own signature'])
})

test('a ledger that says something else than the chain is seen', () => {
  const chain = chainOf({ main: ['sig'] })
  const one: Worked = { work: workOf(['main', 'odd'], { kind: 'buy' }), heard: [heard(1)] }
  assert.deepEqual(rulesBroken([one], chain), [])
  for (const status of ['pending', 'expired', null])
    assert.deepEqual(rulesBroken([one], { ...chain, ledger: () => status }), ['ledger'])
})
