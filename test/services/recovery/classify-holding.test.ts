import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { TokenHolding } from '../../../src/chain/solana/token-holdings.ts'
import { classifyHolding, type MintFacts } from '../../../src/services/recovery/classify-holding.ts'

const plain: TokenHolding = {
  account: 'account',
  mint: 'mint',
  owner: 'owner',
  tokenProgram: TOKEN_PROGRAM,
  lamports: 2_039_280n,
  dataBytes: 165,
  amountRaw: 0n,
  decimals: null,
  isFrozen: false,
  isNative: false,
  rentReserveLamports: null,
  closeAuthority: null,
  delegate: null,
  withheldRaw: 0n,
  hasConfidential: false,
  extensions: [],
}
const facts = (more: Partial<NonNullable<MintFacts['mint']>> = {}): MintFacts => ({
  mint: { decimals: 6, isPaused: false, burnAuthority: null, hasTransferFee: false, ...more },
})
const classOf = (more: Partial<TokenHolding>, mint = facts()) => classifyHolding({ ...plain, ...more }, mint)

test('an account that holds nothing is empty, one with tokens can be burnt', () => {
  assert.deepEqual(classOf({}), { class: 'empty', needsHarvest: false, why: '' })
  assert.deepEqual(classOf({ amountRaw: 1n }), { class: 'burnable', needsHarvest: false, why: '' })
})

test('a delegate and the owner’s own close authority are no hindrance', () => {
  assert.equal(classOf({ delegate: 'somebody', closeAuthority: 'owner' }).class, 'empty')
})

test('frozen comes first: such accounts are skipped also when they are empty', () => {
  assert.equal(classOf({ isFrozen: true }).class, 'frozen')
  assert.equal(classOf({ isFrozen: true, amountRaw: 5n, closeAuthority: 'stranger' }).class, 'frozen')
})

test('an account that another may close stays, whatever is in it', () => {
  for (const amountRaw of [0n, 5n])
    assert.deepEqual(classOf({ amountRaw, closeAuthority: 'stranger' }), {
      class: 'foreign_authority',
      needsHarvest: false,
      why: 'only stranger may close it',
    })
})

test('wrapped SOL with some in it is distinguished, an empty account of it is empty', () => {
  assert.equal(classOf({ isNative: true, amountRaw: 1n, rentReserveLamports: 2_039_280n }).class, 'wsol')
  assert.equal(classOf({ isNative: true, rentReserveLamports: 2_039_280n }).class, 'empty')
})

test('encrypted amounts keep an account open', () => {
  assert.equal(classOf({ hasConfidential: true }).class, 'confidential_pending')
})

test('withheld fees are harvested where the mint takes them', () => {
  const withFee = facts({ hasTransferFee: true })
  assert.deepEqual(classOf({ withheldRaw: 3n }, withFee), { class: 'empty', needsHarvest: true, why: '' })
  assert.deepEqual(classOf({ withheldRaw: 3n, amountRaw: 1n }, withFee), {
    class: 'burnable',
    needsHarvest: true,
    why: '',
  })
  assert.equal(classOf({ withheldRaw: 3n }).class, 'not_burnable')
})

test('tokens of a paused mint, of one whose burns another must sign, and of one that is gone cannot be burnt', () => {
  const tokens = { amountRaw: 9n }
  assert.equal(classOf(tokens, facts({ isPaused: true })).why, 'its mint is paused')
  assert.equal(classOf(tokens, facts({ burnAuthority: 'issuer' })).why, 'burns need the signature of issuer')
  assert.equal(classOf(tokens, facts({ burnAuthority: 'owner' })).class, 'burnable')
  assert.equal(classOf(tokens, { mint: null }).class, 'not_burnable')
  // An empty account needs no mint.
  assert.equal(classOf({}, { mint: null }).class, 'empty')
  assert.equal(classOf({}, facts({ isPaused: true })).class, 'empty')
})
