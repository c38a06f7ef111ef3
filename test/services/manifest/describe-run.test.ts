import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { type AccountState, describeRun } from '../../../src/services/manifest/describe-run.ts'

const address = (name: string) => keypairFromText(`describe ${name}`).address
const [wallet, thief, token, account] = [address('wallet'), address('thief'), address('coin'), address('account')]
const RENT = 2_039_280n

type Fields = {
  readonly mint?: string
  readonly owner?: string
  readonly raw?: bigint
  readonly delegate?: string
  readonly closeAuthority?: string
  readonly frozen?: boolean
  readonly lamports?: bigint
  readonly program?: string
  readonly extensions?: Uint8Array
}

/** A token account by its documented layout. */
function tokens(fields: Fields = {}): AccountState {
  const {
    mint = token,
    owner = wallet,
    raw = 0n,
    delegate,
    closeAuthority,
    frozen = false,
    program = TOKEN_PROGRAM,
  } = fields
  const data = Buffer.alloc(165)
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(owner), 32)
  data.writeBigUInt64LE(raw, 64)
  if (delegate !== undefined) {
    data.writeUInt32LE(1, 72)
    data.set(addressBytes(delegate), 76)
  }
  data[108] = frozen ? 2 : 1
  if (mint === NATIVE_MINT) data.writeUInt32LE(1, 109)
  if (delegate !== undefined) data.writeBigUInt64LE(1n, 121)
  if (closeAuthority !== undefined) {
    data.writeUInt32LE(1, 129)
    data.set(addressBytes(closeAuthority), 133)
  }
  const whole = fields.extensions === undefined ? data : Buffer.concat([data, Uint8Array.of(2), fields.extensions])
  return { owner: program, lamports: fields.lamports ?? RENT, data: whole }
}

const plain = (lamports: bigint, owner = SYSTEM_PROGRAM): AccountState => ({ owner, lamports, data: new Uint8Array(0) })
const extension = (type: number, ...bytes: number[]) => Uint8Array.of(type, 0, bytes.length, 0, ...bytes)

function run(
  before: Readonly<Record<string, AccountState | null>>,
  after: Readonly<Record<string, AccountState | null>>,
) {
  return describeRun(new Map(Object.entries(before)), new Map(Object.entries(after)))
}

test('lamports in a token account are its owner’s, and only what changed is listed', () => {
  const { owners } = run(
    { [wallet]: plain(10_000_000n), [account]: null, [thief]: plain(5n) },
    { [wallet]: plain(7_000_000n), [account]: tokens({ raw: 9n }), [thief]: plain(5n) },
  )
  assert.deepEqual(owners, [{ owner: wallet, lamports: RENT - 3_000_000n, tokens: new Map([[token, 9n]]) }])
})

test('an account that passes to someone else is a loss of all that is in it', () => {
  const facts = run({ [account]: tokens({ raw: 50n }) }, { [account]: tokens({ raw: 50n, owner: thief }) })
  assert.deepEqual(facts.owners, [
    { owner: wallet, lamports: -RENT, tokens: new Map([[token, -50n]]) },
    { owner: thief, lamports: RENT, tokens: new Map([[token, 50n]]) },
  ])
  assert.deepEqual(facts.authorities, [{ account, kind: 'owner', before: wallet, after: thief, holder: wallet }])
})

test('a delegate, a close authority and another program are powers given', () => {
  const given = (after: AccountState) => run({ [account]: tokens({ raw: 1n }) }, { [account]: after }).authorities
  assert.deepEqual(given(tokens({ raw: 1n, delegate: thief })), [
    { account, kind: 'delegate', before: null, after: thief, holder: wallet },
  ])
  assert.deepEqual(given(tokens({ raw: 1n, closeAuthority: thief })), [
    { account, kind: 'close', before: null, after: thief, holder: wallet },
  ])
  const seized = run({ [wallet]: plain(9n) }, { [wallet]: plain(9n, token) }).authorities
  assert.deepEqual(seized, [{ account: wallet, kind: 'program', before: SYSTEM_PROGRAM, after: token, holder: wallet }])
})

test('an account that is created with a delegate or a close authority of others is listed, one without is not', () => {
  assert.deepEqual(run({ [account]: null }, { [account]: tokens() }).authorities, [])
  assert.equal(run({ [account]: null }, { [account]: tokens({ delegate: thief }) }).authorities[0]?.kind, 'delegate')
  assert.equal(run({ [account]: null }, { [account]: tokens({ closeAuthority: thief }) }).authorities[0]?.kind, 'close')
})

test('accounts that are created and closed are listed with their owners; deposits are those of programs', () => {
  const other = address('record')
  const record = { owner: token, lamports: 890_880n, data: new Uint8Array(8) }
  const facts = run(
    { [account]: null, [other]: null, [thief]: tokens() },
    { [account]: tokens({ owner: thief }), [other]: record, [thief]: null },
  )
  assert.deepEqual(facts.created, [{ account, owner: thief, lamports: tokens().lamports }])
  assert.deepEqual(facts.closed, [{ account: thief, owner: wallet }])
  assert.deepEqual(facts.deposits, [{ account: other, program: token, lamports: 890_880n }])
})

test('a frozen account, another mint and new settings are listed as altered; amounts and withheld fees are not', () => {
  const altered = (before: Fields, after: Fields) =>
    run({ [account]: tokens(before) }, { [account]: tokens(after) }).altered.length
  assert.equal(altered({ raw: 1n }, { raw: 2n }), 0)
  assert.equal(altered({}, { frozen: true }), 1)
  assert.equal(altered({}, { mint: thief }), 1)
  const program = TOKEN_2022_PROGRAM
  const withheld = (...bytes: number[]) => ({ program, extensions: extension(2, ...bytes) })
  assert.equal(altered(withheld(0, 0), withheld(9, 0)), 0, 'fees withheld')
  const memo = (on: number) => ({ program, extensions: extension(8, on) })
  assert.equal(altered(memo(0), memo(1)), 1, 'memos required')
  assert.equal(altered({ program, extensions: extension(7) }, memo(1)), 1, 'an extension more')
})
