import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInstruction } from '../../../sandbox/rpc/parse-instruction.ts'
import { encodeParsedInstruction } from '../../../src/chain/solana/encode-parsed-instruction.ts'
import * as build from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { noRecordings, recorded, recordedFiles } from '../../support/recorded.ts'

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => keypairFromText(`instruction ${name}`).address) as [
  string,
  string,
  string,
  string,
]

function parsed({ programId, accounts, data }: build.Instruction) {
  const found = parseInstruction(
    programId,
    accounts.map(({ address }) => address),
    data,
  )
  // biome-ignore lint/suspicious/noExplicitAny: wire JSON
  return found as { program: string; parsed: any } | null
}

test('what our builders write reads back by name', () => {
  assert.deepEqual(parsed(build.transferLamports({ from: A, to: B, lamports: 5n })), {
    program: 'system',
    parsed: { type: 'transfer', info: { source: A, destination: B, lamports: 5 } },
  })
  assert.deepEqual(
    parsed(build.createAccount({ payer: A, account: B, lamports: 9n, dataBytes: 82, owner: TOKEN_PROGRAM }))?.parsed,
    {
      type: 'createAccount',
      info: { source: A, newAccount: B, lamports: 9, space: 82, owner: TOKEN_PROGRAM },
    },
  )
  assert.deepEqual(
    parsed(build.initializeMint({ mint: A, decimals: 6, mintAuthority: B, freezeAuthority: C }))?.parsed,
    {
      type: 'initializeMint2',
      info: { mint: A, decimals: 6, mintAuthority: B, freezeAuthority: C },
    },
  )
  assert.equal(
    parsed(build.initializeMint({ mint: A, decimals: 6, mintAuthority: B }))?.parsed.info.freezeAuthority,
    undefined,
  )
  assert.deepEqual(parsed(build.mintTokens({ mint: A, to: B, authority: C, amountRaw: 7n }))?.parsed.info, {
    mint: A,
    account: B,
    amount: '7',
    mintAuthority: C,
  })
  assert.deepEqual(parsed(build.approveTokens({ account: A, delegate: B, owner: C, amountRaw: 7n }))?.parsed, {
    type: 'approve',
    info: { source: A, delegate: B, amount: '7', owner: C },
  })
  assert.deepEqual(parsed(build.closeTokenAccount({ account: A, destination: B, authority: C }))?.parsed, {
    type: 'closeAccount',
    info: { account: A, destination: B, owner: C },
  })
  assert.deepEqual(
    parsed(build.setTokenAuthority({ account: A, authority: B, type: 'freezeAccount', newAuthority: null }))?.parsed,
    {
      type: 'setAuthority',
      info: { mint: A, authority: B, authorityType: 'freezeAccount', newAuthority: null },
    },
  )
  assert.equal(
    parsed(build.setTokenAuthority({ account: A, authority: B, type: 'accountOwner', newAuthority: C }))?.parsed.info
      .account,
    A,
  )
  assert.equal(
    parsed(build.withdrawExcessLamports({ account: A, destination: B, authority: C }))?.parsed.type,
    'withdrawExcessLamports',
  )
  assert.deepEqual(parsed(build.createAssociatedTokenAccount({ payer: A, owner: B, mint: C }))?.parsed.info, {
    source: A,
    account: parsed(build.createAssociatedTokenAccount({ payer: A, owner: B, mint: C }))?.parsed.info.account,
    wallet: B,
    mint: C,
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
  })
  assert.deepEqual(parsed(build.memo('hello'))?.parsed, 'hello')
  assert.deepEqual(parsed(build.delegateStake({ stake: A, vote: B, staker: C }))?.parsed.info.stakeAuthority, C)
  assert.equal(parsed(build.deactivateStake({ stake: A, staker: C }))?.parsed.type, 'deactivate')
  assert.equal(parsed(build.withdrawStake({ stake: A, withdrawer: B, to: C, lamports: 3n }))?.parsed.info.lamports, 3)
  const table = build.createLookupTable({ authority: A, payer: B, recentSlot: 5 })
  assert.deepEqual(
    [parsed(table.instruction)?.program, parsed(table.instruction)?.parsed.info.recentSlot],
    ['address-lookup-table', 5],
  )
  assert.deepEqual(
    parsed(build.extendLookupTable({ table: A, authority: B, payer: C, addresses: [D] }))?.parsed.info.newAddresses,
    [D],
  )
})

test('a multisig authority is named with its signers', () => {
  const plain = build.transferTokens({ from: A, to: B, authority: C, amountRaw: 1n })
  const more = [...plain.accounts.map(({ address }) => address), D, A]
  assert.deepEqual(parseInstruction(TOKEN_PROGRAM, more, plain.data)?.parsed, {
    type: 'transfer',
    info: { source: A, destination: B, amount: '1', multisigAuthority: C, signers: [D, A] },
  })
})

test('Token-2022 families read by their second number', () => {
  const read = (accounts: string[], ...data: number[]) =>
    parseInstruction(TOKEN_2022_PROGRAM, accounts, Uint8Array.from(data))?.parsed
  assert.deepEqual(read([A, B, C, D], 26, 1, 100, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0), {
    type: 'transferCheckedWithFee',
    info: {
      source: A,
      mint: B,
      destination: C,
      authority: D,
      tokenAmount: { amount: '100', decimals: 2, uiAmount: 1, uiAmountString: '1' },
      feeAmount: { amount: '3', decimals: 2, uiAmount: 0.03, uiAmountString: '0.03' },
    },
  })
  assert.deepEqual(read([A], 28, 0, 2), {
    type: 'initializeDefaultAccountState',
    info: { mint: A, accountState: 'frozen' },
  })
  assert.deepEqual(read([A], 36, 0, ...new Array(64).fill(0)), { type: 'initializeTransferHook', info: { mint: A } })
  assert.deepEqual(read([A, B], 44, 1), { type: 'pause', info: { mint: A, authority: B } })
  assert.equal(read([A], 27, 0), undefined)
  assert.equal(read([A, B], 44, 9), undefined)
})

test('what a node leaves partially decoded stays so', () => {
  assert.equal(parsed(build.setComputeUnitLimit(5)), null)
  assert.equal(parseInstruction(COMPUTE_BUDGET_PROGRAM, [], Uint8Array.of(2, 0, 0, 0, 0)), null)
  assert.equal(
    parseInstruction(TOKEN_PROGRAM, [A], build.transferTokens({ from: A, to: B, authority: C, amountRaw: 1n }).data),
    null,
  )
  assert.equal(parseInstruction(SYSTEM_PROGRAM, [A, B], Uint8Array.of(2, 0, 0, 0, 1)), null)
  assert.equal(parseInstruction(SYSTEM_PROGRAM, [A, B], new Uint8Array(0)), null)
  assert.equal(parseInstruction(STAKE_PROGRAM, [A, B], Uint8Array.of(250, 0, 0, 0)), null)
  assert.equal(parseInstruction(MEMO_PROGRAM, [], Uint8Array.of(0xff, 0xfe)), null)
  assert.equal(parseInstruction(ASSOCIATED_TOKEN_PROGRAM, [A], Uint8Array.of(1)), null)
})

type Row = { program?: string; programId: string; parsed?: unknown }
test('instructions of mainnet, written back to bytes, parse to what the node said', { skip: noRecordings }, () => {
  let compared = 0
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const row = value as Row
    if (row.program !== undefined && row.parsed !== undefined && row.programId !== undefined) {
      const raw = encodeParsedInstruction(row.program, row.parsed)
      if (raw === null) return
      assert.deepEqual(parseInstruction(row.programId, raw.accounts, raw.data), {
        program: row.program,
        parsed: row.parsed,
      })
      compared++
    } else for (const member of Object.values(value)) walk(member)
  }
  for (const file of recordedFiles('solana-rpc/transactions').filter((name) => name.startsWith('parsed_')))
    walk(recorded(`solana-rpc/transactions/${file}`))
  assert.ok(compared > 20, `only ${compared} instructions compared`)
})
