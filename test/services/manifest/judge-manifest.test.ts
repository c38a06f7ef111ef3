import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeMessage, judgeRun, type ManifestRule } from '../../../src/services/manifest/judge-manifest.ts'
import type { Intent, RunFacts } from '../../../src/services/manifest/manifest.ts'
import type { Steps } from '../../../src/services/manifest/read-steps.ts'

/* What a run did is judged on its own, too: a program could do what no instruction says. */

const INTENT: Intent = {
  payer: 'wallet',
  signers: ['wallet'],
  leastLamports: -1_000n,
  leastTokens: new Map([['coin', 50n]]),
  priorityLamports: 10n,
  payments: [],
  programs: new Set(['swap', 'token']),
  ownAccounts: new Set(['coins']),
  creates: new Set(['coins']),
  closes: new Set(['old']),
  nonce: null,
  calls: [],
  mayUseLookupTables: false,
}
const FACTS: RunFacts = {
  owners: [{ owner: 'wallet', lamports: -1_000n, tokens: new Map([['coin', 50n]]) }],
  authorities: [],
  created: [{ account: 'coins', owner: 'wallet', lamports: 9n }],
  closed: [{ account: 'old', owner: 'wallet' }],
  deposits: [],
  altered: [],
}
const ruleOf = (facts: Partial<RunFacts>, programs: readonly string[] = ['swap'], intent: Partial<Intent> = {}) =>
  judgeRun({ ...FACTS, ...facts }, programs, { ...INTENT, ...intent })?.rule ?? null
const own = (lamports: bigint, tokens: readonly (readonly [string, bigint])[]) => ({
  owners: [{ owner: 'wallet', lamports, tokens: new Map(tokens) }],
})

test('what was asked for passes, to the lamport and the base unit', () => {
  assert.equal(ruleOf({}), null)
  assert.equal(ruleOf(own(-1_001n, [['coin', 50n]])), 'lamports')
  assert.equal(ruleOf(own(-1_000n, [['coin', 49n]])), 'tokens')
  assert.equal(ruleOf({ owners: [] }), 'tokens', 'nothing arrives at all')
})

test('deposits are for new accounts of programs that may make some, and no more than they hold', () => {
  const allowed = { deposits: { programs: new Set(['dex']), mostLamports: 300n } }
  const paid = own(-1_200n, [['coin', 50n]])
  const into = (program: string, lamports: bigint) => ({ deposits: [{ account: 'record', program, lamports }] })
  assert.equal(ruleOf({ ...paid, ...into('dex', 200n) }, ['swap'], allowed), null)
  assert.equal(ruleOf({ ...paid, ...into('dex', 199n) }, ['swap'], allowed), 'lamports', 'a lamport went elsewhere')
  assert.equal(ruleOf(paid, ['swap'], allowed), 'lamports', 'nothing was made')
  assert.equal(ruleOf({ ...paid, ...into('stranger', 200n) }, ['swap'], allowed), 'lamports')
  assert.equal(ruleOf({ ...paid, ...into('dex', 200n) }), 'lamports', 'nobody allowed any')
  const more = own(-1_301n, [['coin', 50n]])
  assert.equal(ruleOf({ ...more, ...into('dex', 900n) }, ['swap'], allowed), 'lamports')
})

test('of a token that no one spoke of nothing may leave, whatever else arrives', () => {
  assert.equal(
    ruleOf(
      own(5n, [
        ['coin', 99n],
        ['other', -1n],
      ]),
    ),
    'tokens',
  )
  assert.equal(
    ruleOf(
      own(5n, [
        ['coin', 99n],
        ['other', 1n],
      ]),
    ),
    null,
  )
})

test('wrapped SOL is judged with the lamports', () => {
  const wrapped = 'So11111111111111111111111111111111111111112'
  assert.equal(
    ruleOf(
      own(-1_000n, [
        ['coin', 50n],
        [wrapped, -7n],
      ]),
    ),
    null,
  )
})

test('a power over something of the payer’s that goes to others is refused, one that comes back is not', () => {
  const change = (before: string | null, after: string | null, holder = 'wallet') => ({
    authorities: [{ account: 'coins', kind: 'delegate' as const, before, after, holder }],
  })
  assert.equal(ruleOf(change(null, 'thief')), 'authority')
  assert.equal(ruleOf(change('wallet', 'thief', 'pool')), 'authority')
  assert.equal(ruleOf(change('wallet', null, 'pool')), 'authority')
  assert.equal(ruleOf(change('thief', null)), null)
  assert.equal(ruleOf(change('thief', 'wallet')), null)
  assert.equal(ruleOf(change('one', 'two', 'pool')), null, 'not the payer’s business')
})

test('accounts of the payer that come, go or change unasked are refused, those of others are not', () => {
  assert.equal(ruleOf({ created: [{ account: 'odd', owner: 'wallet', lamports: 9n }] }), 'created_account')
  assert.equal(ruleOf({ created: [{ account: 'odd', owner: 'pool', lamports: 9n }] }), null)
  assert.equal(ruleOf({ closed: [{ account: 'coins', owner: 'wallet' }] }), 'closed_account')
  assert.equal(ruleOf({ altered: [{ account: 'coins', owner: 'wallet' }] }), 'altered_account')
  assert.equal(ruleOf({ altered: [{ account: 'vault', owner: 'pool' }] }), null)
})

test('a program that runs inside another one is judged like one that is called', () => {
  assert.equal(ruleOf({}, ['swap', 'stranger']), 'program')
  assert.equal(ruleOf({}, ['swap', 'stranger'], { programs: null }), null)
})

const STEPS: Steps = { feePayer: 'wallet', signers: ['wallet'], priorityLamports: 10n, steps: [] }
type Step = Steps['steps'][number]
const messageRule = (
  steps: readonly Step[],
  intent: Partial<Intent> = {},
  parts: Partial<Steps> = {},
  hasLookups = false,
) => judgeMessage({ ...STEPS, ...parts, steps }, hasLookups, { ...INTENT, ...intent })?.rule ?? null

test('a message is judged by who pays, signs and hides', () => {
  assert.equal(messageRule([]), null)
  assert.equal(messageRule([], {}, { feePayer: 'thief' }), 'fee_payer')
  assert.equal(messageRule([], {}, { signers: ['wallet', 'thief'] }), 'signer')
  assert.equal(messageRule([], {}, { priorityLamports: 11n }), 'priority_fee')
  assert.equal(messageRule([], { priorityLamports: null }, { priorityLamports: 11n }), null)
  assert.equal(messageRule([], {}, {}, true), 'lookup_table')
  assert.equal(messageRule([], { mayUseLookupTables: true }, {}, true), null)
})

test('account steps: made for the payer or one who is paid, ended to the payer', () => {
  const at = (step: object) => [{ programId: 'token', ...step } as Step]
  const cases: readonly (readonly [ManifestRule | null, object, Partial<Intent>?])[] = [
    [null, { kind: 'open', account: 'coins', owner: 'wallet' }],
    ['created_account', { kind: 'open', account: 'odd', owner: 'wallet' }],
    [
      'unpaid',
      { kind: 'open', account: 'fees', owner: 'operator' },
      { payments: [{ to: 'fees', mint: 'coin', raw: 1n }] },
    ],
    [
      'created_account',
      { kind: 'open', account: 'fees', owner: 'operator' },
      { payments: [{ to: 'fees', mint: null, raw: 1n }] },
    ],
    ['created_account', { kind: 'fund', account: 'odd', program: 'token' }],
    ['created_account', { kind: 'fund', account: 'coins', program: 'stranger' }],
    [null, { kind: 'initialize', account: 'coins', owner: 'wallet' }],
    ['created_account', { kind: 'initialize', account: 'coins', owner: 'thief' }],
    [null, { kind: 'close', account: 'old', to: 'wallet' }],
    ['recipient', { kind: 'close', account: 'old', to: 'thief' }],
    ['closed_account', { kind: 'close', account: 'odd', to: 'wallet' }],
    // An aggregator's own ways: what it makes on the way is not told beforehand.
    [null, { kind: 'fund', account: 'odd', program: 'token' }, { creates: null }],
    [null, { kind: 'close', account: 'odd', to: 'wallet' }, { creates: null }],
    ['recipient', { kind: 'close', account: 'odd', to: 'thief' }, { creates: null }],
    ['created_account', { kind: 'initialize', account: 'odd', owner: 'thief' }, { creates: null }],
  ]
  for (const [rule, step, intent] of cases)
    assert.equal(messageRule(at(step), intent), rule, JSON.stringify([step, rule]))
})

test('each call is made once, neither twice nor not at all', () => {
  const call = {
    programId: 'swap',
    accounts: [{ address: 'pool', isSigner: false, isWritable: true }],
    data: Uint8Array.of(1),
  }
  const step = { kind: 'call', programId: 'swap', accounts: ['pool'], data: Uint8Array.of(1) } as const
  assert.equal(messageRule([step], { calls: [call] }), null)
  assert.equal(messageRule([], { calls: [call] }), 'call')
  assert.equal(messageRule([step, step], { calls: [call] }), 'call')
  assert.equal(messageRule([{ ...step, data: Uint8Array.of(2) }], { calls: [call] }), 'call')
  assert.equal(messageRule([{ ...step, accounts: ['other'] }], { calls: [call] }), 'call')
  assert.equal(messageRule([step, step], { calls: null }), null)
})
