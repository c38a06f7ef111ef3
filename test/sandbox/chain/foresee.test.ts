import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foresee } from '../../../sandbox/chain/foresee.ts'
import type { AccountState, SandboxChain } from '../../../sandbox/chain/types.ts'
import { mint2022Bytes } from '../../../sandbox/world/account-bytes.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { ALICE, BOB, createToken, fund, openChain, SOL, sign } from './chain-fixture.ts'

/* What is foreseen is held against what the runtime does. */

const STRANGER = keypairFromText('stranger').address
const WRAPPED = associatedTokenAddress(ALICE.address, NATIVE_MINT)
const FEE_LAMPORTS = 5_000n

/** Foreseen and real states of every account the instructions may write. */
function compare(chain: SandboxChain, instructions: readonly make.Instruction[]) {
  const now = (address: string): AccountState | null => {
    const state = chain.account(address)
    return state !== null && address === ALICE.address ? { ...state, lamports: state.lamports - FEE_LAMPORTS } : state
  }
  const look = foresee(instructions, now, chain.minimumBalanceLamports)
  const run = chain.simulate(sign(chain, instructions).wire)
  assert(
    'postAccounts' in run && run.postAccounts !== null,
    JSON.stringify(run, (_, v) => String(v)),
  )
  const rows = [...run.postAccounts].map(([address, real]) => ({ address, real, foreseen: look(address) }))
  assert(rows.length > 0)
  return rows
}

function expectForeseen(chain: SandboxChain, instructions: readonly make.Instruction[]): void {
  for (const { address, real, foreseen } of compare(chain, instructions)) {
    assert.notEqual(foreseen, undefined, `${address} is not foreseen`)
    assert.deepEqual(comparable(foreseen), comparable(real), address)
  }
}

function comparable(state: AccountState | null | undefined) {
  return state && { ...state, data: Buffer.from(state.data).toString('hex') }
}

const open = (mint: string, tokenProgram = TOKEN_PROGRAM, owner = ALICE.address) =>
  make.createAssociatedTokenAccount({ payer: ALICE.address, owner, mint, tokenProgram })

test('accounts that are made are foreseen, of both token programs, and those that are there are left alone', () => {
  const chain = openChain()
  const classic = createToken(chain, 'classic coin', 1_000n)
  const newer = createToken(chain, 'newer coin', 1_000n, TOKEN_2022_PROGRAM)
  expectForeseen(chain, [
    make.setComputeUnitLimit(300_000),
    open(classic.mint, TOKEN_PROGRAM, STRANGER),
    open(newer.mint, TOKEN_2022_PROGRAM, STRANGER),
    open(classic.mint),
    make.memo('hello', [ALICE.address]),
  ])
})

test('wrapping SOL is foreseen, into a new account and into one that holds some', () => {
  const chain = openChain()
  const wrap = [
    open(NATIVE_MINT),
    make.transferLamports({ from: ALICE.address, to: WRAPPED, lamports: 3n * SOL }),
    make.syncNative(WRAPPED),
  ]
  expectForeseen(chain, wrap)
  assert(chain.send(sign(chain, wrap).wire).ok)
  chain.advanceSlot()
  expectForeseen(chain, [...wrap, make.setComputeUnitLimit(200_000)])
})

test('payments are foreseen: to one who was not there, and of all someone has', () => {
  const chain = openChain()
  fund(chain, ALICE.address, 5n * SOL)
  expectForeseen(chain, [
    make.transferLamports({ from: ALICE.address, to: STRANGER, lamports: SOL }),
    make.transferLamports({ from: ALICE.address, to: BOB.address, lamports: 4n * SOL - FEE_LAMPORTS }),
  ])
})

test('what is not understood makes what it may write unknown, and nothing else', () => {
  const chain = openChain()
  const { mint, alice, bob } = createToken(chain, 'moved coin', 1_000n)
  const move = make.transferTokens({ from: alice, to: bob, authority: ALICE.address, amountRaw: 10n })
  const pay = make.transferLamports({ from: ALICE.address, to: STRANGER, lamports: SOL })
  const rows = compare(chain, [pay, move])
  const unknown = rows.filter(({ foreseen }) => foreseen === undefined).map(({ address }) => address)
  assert.deepEqual(unknown.sort(), [alice, bob].sort())
  for (const { address, real, foreseen } of rows)
    if (foreseen !== undefined) assert.deepEqual(comparable(foreseen), comparable(real), `${address} of ${mint}`)
})

test('an account of a mint with a fee or frozen by default is not foreseen', () => {
  for (const extensions of [{ transferFeeBps: 100 }, { defaultFrozen: true }]) {
    const chain = openChain()
    const mint = keypairFromText(`mint ${JSON.stringify(extensions)}`).address
    const data = mint2022Bytes({
      mint,
      mintAuthority: ALICE.address,
      freezeAuthority: ALICE.address,
      supplyRaw: 0n,
      decimals: 6,
      updateAuthority: ALICE.address,
      text: { name: 'Fee', symbol: 'FEE', uri: '' },
      ...extensions,
    })
    const lamports = chain.minimumBalanceLamports(data.length)
    chain.setAccount(mint, { lamports, owner: TOKEN_2022_PROGRAM, data, executable: false })
    const account = associatedTokenAddress(ALICE.address, mint, TOKEN_2022_PROGRAM)
    const row = compare(chain, [open(mint, TOKEN_2022_PROGRAM)]).find(({ address }) => address === account)
    assert(row?.real)
    assert.equal(row.foreseen, undefined)
  }
})

test('an account of a mint that carries metadata and a permanent delegate is foreseen', () => {
  const chain = openChain()
  const mint = keypairFromText('plain newer mint').address
  const data = mint2022Bytes({
    mint,
    mintAuthority: null,
    freezeAuthority: null,
    supplyRaw: 0n,
    decimals: 6,
    updateAuthority: ALICE.address,
    text: { name: 'Plain', symbol: 'PLN', uri: '' },
    permanentDelegate: ALICE.address,
  })
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(mint, { lamports, owner: TOKEN_2022_PROGRAM, data, executable: false })
  expectForeseen(chain, [open(mint, TOKEN_2022_PROGRAM)])
})
