import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { judgePayees } from '../../../src/services/manifest/judge-payees.ts'
import type { Payment } from '../../../src/services/manifest/manifest.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

const [MINT, OTHER_MINT, PAYEE, STRANGER, ACCOUNT] = [1, 2, 3, 4, 5].map(strangerAddress) as [
  string,
  string,
  string,
  string,
  string,
]

function tokenAccount(owner: string, mint = MINT, program = TOKEN_PROGRAM) {
  const data = new Uint8Array(165)
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(owner), 32)
  data[108] = 1
  return { owner: program, lamports: 1n, data }
}
type State = ReturnType<typeof tokenAccount> | null

const judge = (before: State, after: State | undefined, payment: Partial<Payment> = {}) =>
  judgePayees(new Map([[ACCOUNT, before]]), new Map(after === undefined ? [] : [[ACCOUNT, after]]), {
    payments: [{ to: ACCOUNT, owner: PAYEE, mint: MINT, raw: 1n, ...payment }],
  })?.rule ?? null

test('a token account that is paid into belongs to the payee when the transaction is executed', () => {
  assert.equal(judge(tokenAccount(PAYEE), tokenAccount(PAYEE)), null)
  assert.equal(judge(null, tokenAccount(PAYEE)), null, 'made on the way')
  assert.equal(judge(tokenAccount(PAYEE), undefined), null, 'unchanged')
  assert.equal(judge(tokenAccount(PAYEE, MINT, TOKEN_2022_PROGRAM), undefined), null)
  assert.equal(judge(tokenAccount(STRANGER), undefined), 'recipient')
  assert.equal(judge(tokenAccount(PAYEE), tokenAccount(STRANGER)), 'recipient', 'it passed on since')
  assert.equal(judge(tokenAccount(PAYEE, OTHER_MINT), undefined), 'recipient')
  assert.equal(judge(tokenAccount(PAYEE, MINT, STRANGER), undefined), 'recipient', 'of no token program')
  assert.equal(judge(null, undefined), 'recipient', 'no account at all')
})

test('payments in SOL, and those to an account that the request itself names, are not judged by its owner', () => {
  assert.equal(judge(null, undefined, { mint: null }), null)
  const payment = { to: ACCOUNT, mint: MINT, raw: 1n }
  assert.equal(judgePayees(new Map([[ACCOUNT, tokenAccount(STRANGER)]]), new Map(), { payments: [payment] }), null)
  assert.equal(judgePayees(new Map(), new Map(), { payments: null }), null)
})
