import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHolders } from '../../../src/chain/solana/holders.ts'
import { readLargestAccounts } from '../../../src/chain/solana/largest-accounts.ts'
import { readLatestBlockhash } from '../../../src/chain/solana/latest-blockhash.ts'
import { readOwnedTokens } from '../../../src/chain/solana/owned-tokens.ts'
import { readOwnerBalances } from '../../../src/chain/solana/owner-balances.ts'
import { createSolanaRpc, type SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { replyBytesOf } from '../../../src/chain/solana/rpc-call.ts'
import { readSignatures } from '../../../src/chain/solana/signature-pages.ts'
import { readHeight, readStatuses } from '../../../src/chain/solana/signature-status.ts'
import { simulateTransaction } from '../../../src/chain/solana/simulate.ts'
import { readLamportsPerByte } from '../../../src/chain/solana/sysvars.ts'
import { NODE_REPLY_BYTES } from '../../../src/config/upstream-limits.ts'
import { type Outcome, ok } from '../../../src/contract/outcome.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { startScriptedNode } from '../../support/node-of.ts'

/* What a node, or whoever stands before it, may answer: values made into others in any member. None of it throws, and
 * none of it comes through. */

const A = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const HASH = 'EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k'
/** JSON texts that are no amount of a u64. */
const NO_AMOUNTS = [
  '"NaN"',
  '"1_000"',
  '0.1',
  '-5',
  '"-5"',
  '1e300',
  '1000000000000000001',
  '18446744073709551615',
  '18446744073709551616',
  '"99999999999999999999"',
  'null',
  '[]',
  '{}',
  '""',
  '"0x10"',
  'true',
]
const NO_SLOTS = ['-5', '0.5', '1e300', '99999999999999999999', '"7"', 'null']
/** The last two are base58 of the right length in letters, and of 24 and 33 bytes. */
const NO_HASHES = [
  '""',
  '"NaN"',
  `"${HASH}1"`,
  `"${HASH.slice(1)}0"`,
  'null',
  '5',
  '{}',
  `"${'2'.repeat(32)}"`,
  `"${'z'.repeat(44)}"`,
]

async function nodeAnswering(result: string, read: (rpc: SolanaRpc) => Promise<Outcome<unknown>>) {
  const node = await startScriptedNode(() => result)
  try {
    return await read(createSolanaRpc(node.rpc))
  } finally {
    await node.close()
  }
}

async function refuses(result: string, read: (rpc: SolanaRpc) => Promise<Outcome<unknown>>): Promise<void> {
  const outcome = await nodeAnswering(result, read)
  assert.equal(outcome.ok ? `told ${show(outcome.value)}` : outcome.code, 'upstream_failed', result)
}

async function takes(result: string, read: (rpc: SolanaRpc) => Promise<Outcome<unknown>>): Promise<void> {
  const outcome = await nodeAnswering(result, read)
  assert.ok(outcome.ok, `${result}: ${outcome.ok ? '' : outcome.message}`)
}

const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const show = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))
const account = (lamports: string, owner = `"${A}"`): string =>
  `{"lamports":${lamports},"owner":${owner},"data":["AQID","base64"],"executable":false,"rentEpoch":18446744073709551615}`
const accounts = (lamports: string, slot = '5', owner?: string): string =>
  `{"context":{"slot":${slot}},"value":[${account(lamports, owner)}]}`

type ScanFilter = Parameters<SolanaRpc['programAccounts']>[1]['filters'][number]

test('lamports that no account can hold fail a read, and the largest ones come through', async () => {
  const read = (rpc: SolanaRpc) => rpc.accounts([A])
  for (const lamports of NO_AMOUNTS) await refuses(accounts(lamports), read)
  for (const slot of NO_SLOTS) await refuses(accounts('5', slot), read)
  for (const owner of ['""', '5', '"not an address"']) await refuses(accounts('5', '5', owner), read)
  for (const lamports of ['0', '5', '9007199254740993', '999999999999999999', '"999999999999999999"'])
    await takes(accounts(lamports), read)
})

test('program accounts and simulations fail on them just so', async () => {
  const scan = (rpc: SolanaRpc) => rpc.programAccounts(A, { filters: [] })
  const simulate = (rpc: SolanaRpc) => simulateTransaction(rpc, new Uint8Array(3), [A])
  const row = (lamports: string, pubkey = `"${A}"`) => `[{"pubkey":${pubkey},"account":${account(lamports)}}]`
  const simulated = (lamports: string, units = '5') =>
    `{"context":{"slot":5},"value":{"err":null,"logs":[],"unitsConsumed":${units},"accounts":[${account(lamports)}]}}`
  for (const lamports of NO_AMOUNTS) {
    await refuses(row(lamports), scan)
    await refuses(simulated(lamports), simulate)
  }
  for (const pubkey of NO_HASHES) await refuses(row('5', pubkey), scan)
  for (const units of ['-1', '0.5', '1e300']) await refuses(simulated('5', units), simulate)
  await takes(row('5'), scan)
  await takes(simulated('5'), simulate)
})

test('a blockhash that is not 32 bytes, or a height that cannot be, is none', async () => {
  const hash = (text: string, height = '7') =>
    `{"context":{"slot":5},"value":{"blockhash":${text},"lastValidBlockHeight":${height}}}`
  for (const text of NO_HASHES) await refuses(hash(text), readLatestBlockhash)
  for (const height of NO_SLOTS) await refuses(hash(`"${HASH}"`, height), readLatestBlockhash)
  await takes(hash(`"${HASH}"`), readLatestBlockhash)
})

test('a null row among the largest accounts fails the read', async () => {
  const read = (rpc: SolanaRpc) => readLargestAccounts(rpc, A)
  const row = (address: string, amount: string) => `{"value":[{"address":${address},"amount":${amount}}]}`
  for (const rows of ['null', '{"value":null}', '{"value":[null]}', '{"value":[{}]}', '5']) await refuses(rows, read)
  for (const address of NO_HASHES) await refuses(row(address, '"5"'), read)
  for (const amount of ['"NaN"', '"-5"', '5', '"18446744073709551616"']) await refuses(row(`"${A}"`, amount), read)
  await takes(row(`"${A}"`, '"18446744073709551615"'), read)
})

test('holders and balances of owners are not summed over rows that are none', async () => {
  const balances = (rpc: SolanaRpc) => readOwnerBalances(rpc, A, [A])
  for (const value of ['null', '[null]', '[{"account":null}]', '[{"account":{"data":[5,"base64"]}}]', '{}'])
    await refuses(`{"value":${value}}`, balances)
  await takes(`{"value":[{"pubkey":"${A}","account":{"data":["AQAAAAAAAAA=","base64"]}}]}`, balances)
  const holders = (rpc: SolanaRpc) => readHolders({ rpc, pages: null }, { mint: A, tokenProgram: A, supplyRaw: 5n })
  await refuses('{"value":[null]}', holders)
})

test('a list that names an account twice, or those of others, is none: its sums would be false', async () => {
  const other = HASH
  const tokens = (mint: string, owner: string) =>
    Buffer.concat([decodeBase58Fixed(mint, 32)!, decodeBase58Fixed(owner, 32)!, u64(7n), Buffer.alloc(93)])
  const row = (pubkey: string, program = A, data = tokens(A, A)) => {
    data[108] = 1
    return `{"pubkey":"${pubkey}","account":{"lamports":5,"owner":"${program}","data":["${data.toString('base64')}","base64"],"executable":false}}`
  }
  const scan = (rpc: SolanaRpc) => rpc.programAccounts(A, { filters: [] })
  await takes(`[${row(A)},${row(other)}]`, scan)
  await refuses(`[${row(A)},${row(A)}]`, scan)
  await refuses(`[${row(A, other)}]`, scan)
  // What the filters leave out is left out here, too: the node may list accounts of another owner.
  const state = (byte: number): ScanFilter => ({ memcmp: { offset: 108, bytes: encodeBase58(Uint8Array.of(byte)) } })
  for (const [filter, count] of [
    [{ dataSize: 165 }, 2],
    [{ dataSize: 82 }, 0],
    [state(1), 2],
    [state(2), 0],
  ] as const) {
    const rows = await nodeAnswering(`[${row(A)},${row(other)}]`, async (rpc) => {
      const scanned = await rpc.programAccounts(A, { filters: [filter] })
      return scanned.ok ? ok(scanned.value.length) : scanned
    })
    assert.deepEqual(rows, ok(count))
  }
  for (const read of [
    (rpc: SolanaRpc) => readOwnedTokens(rpc, A, { mint: A }),
    (rpc: SolanaRpc) => readOwnerBalances(rpc, A, [A]),
  ]) {
    await takes(`{"value":[${row(A)},${row(other)}]}`, read)
    await refuses(`{"value":[${row(A)},${row(A)}]}`, read)
  }
  const owned = (rpc: SolanaRpc) => readOwnedTokens(rpc, A, { mint: A })
  await refuses(`{"value":[${row(A, A, tokens(A, other))}]}`, owned)
  await refuses(`{"value":[${row(A, A, tokens(other, A))}]}`, owned)
})

test('the transaction of another signature is none, and a list of signatures holds each once and no more than asked', async () => {
  const wire = Buffer.concat([
    Buffer.of(1),
    Buffer.alloc(64, 7),
    Buffer.of(1, 0, 1, 2),
    Buffer.alloc(64, 9),
    Buffer.alloc(32, 3),
    Buffer.of(1, 1, 0, 0),
  ])
  const meta = '{"err":null,"fee":5,"preBalances":[1,1],"postBalances":[1,1]}'
  const reply = `{"slot":5,"transaction":["${wire.toString('base64')}","base64"],"meta":${meta}}`
  await takes(reply, (rpc) => rpc.transaction(encodeBase58(Buffer.alloc(64, 7))))
  await refuses(reply, (rpc) => rpc.transaction(encodeBase58(Buffer.alloc(64, 8))))
  for (const fee of ['-138000', '0.5', '1e300', '"5"', 'null'])
    await refuses(reply.replace('"fee":5', `"fee":${fee}`), (rpc) => rpc.transaction(encodeBase58(Buffer.alloc(64, 7))))
  const rows = (...names: string[]) => `[${names.map((name) => `{"signature":"${name}","slot":5,"err":null}`)}]`
  const two = (rpc: SolanaRpc) => rpc.signaturesOf(A, { limit: 2 })
  await takes(rows('a', 'b'), two)
  await refuses(rows('a', 'a'), two)
  await refuses(rows('a', 'b', 'c'), two)
  // A node that always begins at the newest.
  await refuses(rows('a', 'b'), (rpc) => readSignatures(rpc, A, { maxPages: 3, perPage: 2 }))
})

test('rent that no chain has had is none', async () => {
  const rent = (perByte: bigint) => {
    const data = Buffer.alloc(17)
    data.writeBigUInt64LE(perByte, 0)
    data.writeDoubleLE(2, 8)
    return readLamportsPerByte(data)
  }
  assert.deepEqual([rent(3_480n), rent(348n), rent(3_481n), rent(10n ** 9n)], [6_960, 696, null, null])
})

test('statuses and heights of slots that cannot be are untold', async () => {
  for (const slot of NO_SLOTS) {
    await refuses(`{"absoluteSlot":${slot},"blockHeight":5}`, readHeight)
    await refuses(`{"absoluteSlot":5,"blockHeight":${slot}}`, readHeight)
    const node = await startScriptedNode(() => `{"context":{"slot":5},"value":[{"slot":${slot},"err":null}]}`)
    assert.deepEqual(await readStatuses(createSolanaRpc(node.rpc), ['s']), [undefined])
    await node.close()
  }
})
test('a reply nested 100,000 deep, with a large integer or without, is no reply', async () => {
  for (const big of ['', ',9007199254740993']) {
    const deep = `${'['.repeat(100_000)}5${big}${']'.repeat(100_000)}`
    for (const read of [
      (rpc: SolanaRpc) => rpc.transaction('signature'),
      (rpc: SolanaRpc) => rpc.call('getSlot', []),
      (rpc: SolanaRpc) => rpc.accounts([A]),
    ])
      await refuses(`{"err":${deep}}`, read)
  }
})

test('a reply longer than its call can need is refused before it is parsed', async () => {
  const { byMethod, call, accounts, aroundAccount } = NODE_REPLY_BYTES
  const text = (bytes: number) => 'x'.repeat(bytes)
  await refuses(`{"slot":5,"pad":"${text(byMethod['getTransaction']!)}"}`, (rpc) => rpc.transaction('signature'))
  const row = (bytes: number) => `[{"signature":"a","slot":5,"err":null,"memo":"${text(bytes)}"}]`
  const most = byMethod['getSignaturesForAddress']!
  await refuses(row(most), (rpc) => rpc.signaturesOf(A))
  await takes(row(most - 1_000), (rpc) => rpc.signaturesOf(A))
  await refuses(`"${text(call)}"`, (rpc) => rpc.call('getGenesisHash', []))
  await takes(`"${text(call - 1_000)}"`, (rpc) => rpc.call('getGenesisHash', []))
  const together = (method: string) => replyBytesOf(...Array.from({ length: 10 }, () => method))
  // Ten are seldom all of the longest, and one turn of the loop parses them.
  assert.equal(together('getTransaction'), NODE_REPLY_BYTES.calls)
  assert.equal(together('getTokenAccountsByOwner'), byMethod['getTokenAccountsByOwner'])
  assert.equal(replyBytesOf('getSlot', 'getTransaction'), call + byMethod['getTransaction']!)
  const account = (bytes: number) =>
    `{"context":{"slot":5},"value":[{"lamports":1,"owner":"${A}","executable":false,"rentEpoch":0,"space":${bytes},"data":["${Buffer.alloc(bytes).toString('base64')}","base64"]}]}`
  const long = 3 * 2 ** 20
  await refuses(account(long), (rpc) => rpc.accounts([A]))
  await takes(account(long), (rpc) => rpc.accounts([A], { accountBytes: long }))
  const besides = accounts + aroundAccount
  await refuses(account(besides), (rpc) => rpc.accounts([A], { dataSlice: { offset: 0, length: 8 } }))
})
