import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeActions } from '../../../src/chain/solana/actions/decode-actions.ts'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import type { ParsedTransaction } from '../../../src/contract/parsed-transaction.ts'
import { unbalanced } from '../../chain/solana/actions/sums.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens } from '../../support/published-tokens.ts'
import { askNode, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/wallets/decode-tx'
const success = successOf(`POST ${PATH}`)
const REQUIRED = 'signatures[] required (max 100 valid signatures)'
/** Blocks of the sandbox that are looked at whole. */
const BLOCKS = 300

let sandbox: StartedSandbox
let server: OpenServer
let url: string
before(async () => {
  sandbox = await sharedSandbox()
  url = sandbox.urls['rpc']!
  server = await openServer({ SANDBOX_URL: url })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const signaturesOf = async (address: string, limit: number): Promise<string[]> => {
  const rows: { signature: string; err: unknown }[] = await askNode(url, 'getSignaturesForAddress', [
    address,
    { limit },
  ])
  return rows.filter(({ err }) => err === null).map(({ signature }) => signature)
}
const decode = async (signatures: readonly string[]): Promise<ParsedTransaction[]> =>
  success(await server.post(PATH, { signatures })).transactions

test('the sums of what moved are the balances of the chain, by owner and to the unit', async () => {
  const [token] = await publishedTokens(sandbox)
  const rows = await decode(await signaturesOf(token!.mint, 25))
  assert(rows.length > 5)
  for (const row of rows) {
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 }
    const { meta, transaction } = await askNode(url, 'getTransaction', [row.signature, options])
    const expected = new Map<string, bigint>()
    const add = (owner: string, mint: string | null, raw: bigint) =>
      expected.set(`${owner} ${mint}`, (expected.get(`${owner} ${mint}`) ?? 0n) + raw)
    const owners = new Map<number, string>()
    for (const { accountIndex, owner } of [...meta.preTokenBalances, ...meta.postTokenBalances])
      owners.set(accountIndex, owner)
    const keys: { pubkey: string }[] = transaction.message.accountKeys
    for (const [at, { pubkey }] of keys.entries())
      add(owners.get(at) ?? pubkey, null, BigInt(meta.postBalances[at]) - BigInt(meta.preBalances[at]))
    for (const [list, sign] of [
      [meta.preTokenBalances, -1n],
      [meta.postTokenBalances, 1n],
    ] as const)
      for (const { owner, mint, uiTokenAmount } of list)
        if (mint !== WSOL) add(owner, mint, sign * BigInt(uiTokenAmount.amount))
    const changes = row.balanceChanges.map(
      ({ owner, mint, rawAmount }) => [`${owner} ${mint}`, BigInt(rawAmount)] as const,
    )
    assert.deepEqual(new Map(changes), new Map([...expected].filter(([, raw]) => raw !== 0n)), row.signature)
    assert.deepEqual([row.slot > 0, row.partial, row.fee], [true, false, meta.fee])
  }
})

test('a swap says what the wallet gave and got, in raw units and in whole tokens', async () => {
  const token = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'graduated')!
  const rows = await decode(await signaturesOf(token.pool ?? token.mint, 20))
  const swaps = rows.flatMap((row) => row.events.swaps.map((swap) => ({ row, swap })))
  assert(swaps.length > 0)
  for (const { row, swap } of swaps) {
    assert.equal(row.type, 'SWAP')
    assert.equal(swap.input.amount, Number(swap.input.rawAmount) / 10 ** swap.input.decimals!)
    const { amount, mint } = swap.input
    assert(row.description.startsWith(`${swap.trader} swapped `), row.description)
    if (mint === WSOL && amount! >= 1e-6) assert(row.description.includes(`${amount} SOL`), row.description)
    const token = [swap.input, swap.output].find((side) => side.mint !== WSOL)!
    const change = row.balanceChanges.find((one) => one.owner === swap.trader && one.mint === token.mint)!
    assert.equal(change.rawAmount, token === swap.input ? `-${token.rawAmount}` : token.rawAmount)
  }
})

test('unknown signatures, text that is none and repeated ones are left out; the first hundred count', async () => {
  const [token] = await publishedTokens(sandbox)
  const [known] = await signaturesOf(token!.mint, 1)
  const unknown = '5'.repeat(88)
  const rows = await decode([' ', 'no', known!, known!, unknown, ` ${known} `])
  assert.deepEqual(
    rows.map(({ signature }) => signature),
    [known],
  )
  assert.deepEqual(success(await server.post(PATH, { signatures: [unknown] })), {
    success: true,
    count: 0,
    transactions: [],
  })
  const many = Array.from(
    { length: 100 },
    (_, at) => `${'4'.repeat(80)}${(11 + at).toString(36).replaceAll('l', 'm').padStart(4, '1')}`,
  )
  assert.equal(
    success(await server.post(PATH, { signatures: [...new Set(many), known] })).count,
    new Set(many).size < 100 ? 1 : 0,
  )
})

test('no valid signature is 400 with the sentence', async () => {
  for (const body of [{}, { signatures: [] }, { signatures: 'x' }, { signatures: ['no', 7, null] }, []])
    assertFails(await server.post(PATH, body), 400, REQUIRED)
})

test('a node that does not answer is 502, and no empty list', async () => {
  const alone = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: 'http://127.0.0.1:1/' })
  try {
    const reply = await alone.post(PATH, { signatures: ['5'.repeat(88)] })
    assert.equal(reply.status, 502, reply.text)
  } finally {
    await alone.stop()
  }
})

test('over whole blocks of the sandbox: each lamport and each unit is in exactly one movement', async () => {
  const slots = new Set<number>()
  for (const { mint } of await publishedTokens(sandbox)) {
    const rows: { slot: number }[] = await askNode(url, 'getSignaturesForAddress', [mint, { limit: 100 }])
    for (const { slot } of rows) slots.add(slot)
  }
  let seen = 0
  const types = new Set<string>()
  for (const slot of [...slots].slice(0, BLOCKS)) {
    const options = { encoding: 'base64', maxSupportedTransactionVersion: 1, rewards: false }
    const block = await askNode(url, 'getBlock', [slot, options])
    for (const [indexInBlock, row] of block.transactions.entries()) {
      // The faucet of the sandbox holds more lamports than a double can count; this reads the node's JSON as doubles.
      if (row.meta.preBalances.some((lamports: number) => !Number.isSafeInteger(lamports))) continue
      const read = decodeTransaction(row, { slot, blockTimeSec: block.blockTime, indexInBlock })
      assert(read.ok)
      const { movements, isPartial, type } = decodeActions(read.value)
      assert.deepEqual(unbalanced(read.value, movements), [], read.value.signature)
      assert.equal(isPartial, false, read.value.signature)
      types.add(type)
      seen += 1
    }
  }
  assert(seen >= 200, `${seen} transactions`)
  for (const type of ['SWAP', 'CREATE', 'TRANSFER']) assert(types.has(type), [...types].join(' '))
})
