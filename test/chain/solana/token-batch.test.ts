import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { batchTokenInstructions, unbatched } from '../../../src/chain/solana/token-batch.ts'
import { readTransfers } from '../../../src/chain/solana/token-flows.ts'

const address = (name: string): string => keypairFromText(name).address
const close = (name: string, tokenProgram?: string) =>
  make.closeTokenAccount({
    account: address(name),
    destination: address('to'),
    authority: address('owner'),
    ...(tokenProgram === undefined ? {} : { tokenProgram }),
  })

test('a run of one program becomes one instruction: code, then accounts and bytes of each, then the bytes', () => {
  const burn = make.burnTokens({
    account: address('a'),
    mint: address('m'),
    authority: address('owner'),
    amountRaw: 7n,
  })
  const [batch, ...rest] = batchTokenInstructions([burn, close('a')])
  assert.deepEqual(rest, [])
  assert.deepEqual([...batch!.data], [255, 3, 9, 8, 7, 0, 0, 0, 0, 0, 0, 0, 3, 1, 9])
  assert.deepEqual(batch!.accounts, [...burn.accounts, ...close('a').accounts])
})

test('programs are not mixed, others stay where they are, and one alone is no batch', () => {
  const limit = make.setComputeUnitLimit(1)
  const list = [limit, close('a'), close('b', TOKEN_2022_PROGRAM), close('c', TOKEN_2022_PROGRAM), limit, close('d')]
  const out = batchTokenInstructions(list)
  assert.deepEqual(
    out.map(({ data }) => data[0]),
    [2, 9, 255, 2, 9],
  )
  assert.equal(out[2]!.programId, TOKEN_2022_PROGRAM)
})

test('an instruction has at most 255 accounts', () => {
  const out = batchTokenInstructions(Array.from({ length: 100 }, (_, at) => close(String(at))))
  assert.deepEqual(
    out.map(({ accounts }) => accounts.length),
    [255, 45],
  )
})

test('a batch is read as the instructions it holds, at the depth of the batch; one that is cut short as nothing', () => {
  const rows = [
    {
      programId: TOKEN_PROGRAM,
      accounts: ['a', 'b', 'c'],
      data: Uint8Array.of(3, 7, 0, 0, 0, 0, 0, 0, 0),
      stackHeight: 4,
    },
    { programId: TOKEN_PROGRAM, accounts: ['d', 'e', 'f'], data: Uint8Array.of(9), stackHeight: 4 },
  ]
  const data = Uint8Array.from([255, ...rows.flatMap((row) => [row.accounts.length, row.data.length, ...row.data])])
  const batch = { programId: TOKEN_PROGRAM, accounts: rows.flatMap(({ accounts }) => accounts), data, stackHeight: 4 }
  assert.deepEqual(unbatched(batch), rows)
  assert.deepEqual(readTransfers(batch), [{ from: 'a', to: 'b', amountRaw: 7n, authority: 'c' }])
  for (const cut of [
    { ...batch, data: data.subarray(0, data.length - 1) },
    { ...batch, accounts: ['a', 'b', 'c'] },
  ]) {
    assert.deepEqual(unbatched(cut), [cut])
    assert.deepEqual(readTransfers(cut), [])
  }
  const other = { ...batch, programId: 'another program' }
  assert.deepEqual(unbatched(other), [other])
})
