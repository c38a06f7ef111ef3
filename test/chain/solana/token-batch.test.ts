import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { batchTokenInstructions } from '../../../src/chain/solana/token-batch.ts'

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
