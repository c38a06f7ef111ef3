import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSolanaRpc, type SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { MAX_TRANSACTION_VERSION } from '../../../src/chain/solana/rpc-call.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { type NodeRequest, type ScriptedNode, startScriptedNode } from '../../support/node-of.ts'
import { noRecordings, recorded, recordedText } from '../../support/recorded.ts'
import { recordedOf } from '../../support/recorded-kinds.ts'

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read by hand
type Row = any

const nodes: ScriptedNode[] = []
after(() => Promise.all(nodes.map((node) => node.close())))

async function rpcOver(
  answer: (call: NodeRequest) => string | number,
): Promise<{ rpc: SolanaRpc; calls: NodeRequest[]; node: ScriptedNode }> {
  const node = await startScriptedNode(answer)
  nodes.push(node)
  return { rpc: createSolanaRpc(node.rpc), calls: node.calls, node }
}

/** The node's part of a recorded file: with or without the request, the envelope, the list around it. */
function resultIn(path: string): Row {
  const file = recorded(path)
  const answer = file.response ?? file
  if (Array.isArray(answer)) return answer
  return 'result' in answer ? answer.result : answer
}
const json = (value: unknown): string => JSON.stringify(value)
const bytes = (text: string): number[] => [...Buffer.from(text, 'base64')]

// --- recorded replies ---

for (const path of recordedOf('nodeAccounts')) {
  test(`${path} comes through \`accounts\` and \`call\` as it is`, { skip: noRecordings }, async () => {
    const { request } = recorded(path)
    const result = resultIn(path)
    const addresses: string[] = [request.params[0]].flat()
    const accounts: Row[] = [result.value].flat()
    // The reply's own text where it is this very method; the other method wraps one account in a list.
    const { rpc } = await rpcOver(() => json({ context: result.context, value: accounts }))
    const called = await rpc.call(request.method, request.params)
    assert.deepEqual(called.ok && (called.value as Row).value, accounts)
    const outcome = await rpc.accounts(addresses)
    if (accounts.some((account) => !Array.isArray(account.data))) {
      assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed', 'parsed accounts were not asked for')
      return
    }
    assert(outcome.ok)
    assert.equal(outcome.value.slot, result.context.slot)
    assert.equal(outcome.value.accounts.length, addresses.length)
    for (const [at, view] of outcome.value.accounts.entries()) {
      assert.equal(view!.address, addresses[at])
      assert.equal(view!.lamports, BigInt(accounts[at].lamports))
      assert.equal(view!.owner, accounts[at].owner)
      assert.equal(view!.executable, accounts[at].executable)
      assert.deepEqual([...view!.data], bytes(accounts[at].data[0]))
    }
  })
}

for (const path of [...recordedOf('nodeProgramAccounts'), ...recordedOf('nodeTokenAccounts')]) {
  test(`${path} comes through \`programAccounts\` as it is, or is refused where it is parsed`, {
    skip: noRecordings,
  }, async () => {
    const result = resultIn(path)
    const rows: Row[] = Array.isArray(result) ? result : result.value
    const { rpc } = await rpcOver(() => json(rows))
    const outcome = await rpc.programAccounts(rows[0]?.account.owner ?? 'Program', { filters: [] })
    const called = await rpc.call('getProgramAccounts', [])
    assert.deepEqual(called.ok && called.value, rows)
    if (rows.some(({ account }) => !Array.isArray(account.data))) {
      assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed')
      return
    }
    assert(outcome.ok)
    assert.equal(outcome.value.length, rows.length)
    for (const [at, view] of outcome.value.entries()) {
      const { pubkey, account } = rows[at]
      assert.equal(view.address, pubkey)
      assert.equal(view.lamports, BigInt(account.lamports))
      assert.equal(view.owner, account.owner)
      assert.equal(view.executable, account.executable)
      assert.deepEqual([...view.data], bytes(account.data[0]))
    }
  })
}

for (const path of [...recordedOf('nodeOther'), ...recordedOf('nodeInflation')]) {
  test(`${path} comes through \`call\` as it is`, { skip: noRecordings }, async () => {
    const { rpc } = await rpcOver(() => json(resultIn(path)))
    const outcome = await rpc.call('any', [])
    assert.deepEqual(outcome, { ok: true, value: resultIn(path) })
  })
}

for (const path of recordedOf('nodeSignatures')) {
  test(`${path} comes through \`signaturesOf\` as it is`, { skip: noRecordings }, async () => {
    const rows: Row[] = resultIn(path)
    const { rpc, calls } = await rpcOver(() => json(rows))
    const outcome = await rpc.signaturesOf('Wallet', { limit: 1_000, before: 'b', until: 'u' })
    assert(outcome.ok)
    assert.equal(outcome.value.length, rows.length)
    for (const [at, row] of outcome.value.entries()) {
      const { signature, slot, err, memo, blockTime } = rows[at]
      assert.deepEqual(row, { signature, slot, err, memo, blockTime })
    }
    assert.deepEqual(calls[0]!.params, ['Wallet', { commitment: 'confirmed', limit: 1_000, before: 'b', until: 'u' }])
  })
}

for (const path of [...recordedOf('nodeTransactions'), ...recordedOf('nodeStakeTransactions')]) {
  test(`${path} comes through \`transaction\` as it is`, { skip: noRecordings }, async () => {
    const result = resultIn(path)
    for (const row of Array.isArray(result) ? result : [result]) {
      const { rpc } = await rpcOver(() => json(row))
      const called = await rpc.call('getTransaction', [])
      assert.deepEqual(called.ok && called.value, row)
      const outcome = await rpc.transaction(signatureIn(row.transaction) ?? 'S')
      if (Array.isArray(row.transaction)) assert.deepEqual(outcome, { ok: true, value: row })
      else {
        assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed', 'only base64 was asked for')
        // The rest of the record is the same in every encoding; parsed inner instructions are not.
        const meta = { ...row.meta, innerInstructions: compiledOnly(row.meta.innerInstructions) }
        const encoded = { ...row, meta, transaction: ['AA==', 'base64'] }
        const again = await (await rpcOver(() => json(encoded))).rpc.transactions(['S', 'T'])
        assert.deepEqual(again, [
          { ok: true, value: encoded },
          { ok: true, value: encoded },
        ])
      }
    }
  })
}

/** The first signature of base64. */
function signatureIn(transaction: Row): string | null {
  const parsed = Array.isArray(transaction) ? parseWireTransaction(Buffer.from(transaction[0], 'base64')) : null
  return parsed?.ok ? encodeBase58(parsed.transaction.signatures[0]!) : null
}

function compiledOnly(groups: Row[] | null): Row[] | null {
  if (groups === null) return null
  return groups.filter(({ instructions }) => instructions.every((one: Row) => 'programIdIndex' in one))
}

for (const path of recordedOf('nodeBlock')) {
  test(`${path} comes through \`block\` as it is`, { skip: noRecordings }, async () => {
    const text = recordedText(path)
    const { rpc, calls } = await rpcOver(() => text)
    const outcome = await rpc.block(254_170_887)
    const file = recorded(path)
    assert(outcome.ok && outcome.value !== null)
    const { transactions, ...block } = outcome.value
    assert.deepEqual(block, {
      slot: 254_170_887,
      blockHash: file.blockhash,
      parentHash: file.previousBlockhash,
      parentSlot: file.parentSlot,
      blockHeight: file.blockHeight ?? null,
      blockTimeSec: file.blockTime ?? null,
      transactionCount: file.transactions.length,
    })
    assert.equal(transactions.length, file.transactions.length)
    for (const [transactionIndex, transaction] of transactions.entries()) {
      const blockTime = file.blockTime ?? null
      assert.deepEqual(transaction, {
        slot: 254_170_887,
        blockTime,
        transactionIndex,
        ...file.transactions[transactionIndex],
      })
    }
    assert.deepEqual(calls[0]!.params, [
      254_170_887,
      {
        encoding: 'base64',
        transactionDetails: 'full',
        rewards: false,
        commitment: 'confirmed',
        maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION,
      },
    ])
  })
}

for (const path of recordedOf('nodeEmptyBlock')) {
  test(`${path} comes through \`block\` as it is`, { skip: noRecordings }, async () => {
    const { rewards: _, ...file } = resultIn(path)
    const { rpc } = await rpcOver(() => json(resultIn(path)))
    const { blockhash, previousBlockhash, blockTime, ...rest } = file
    const head = { slot: 0, blockHash: blockhash, parentHash: previousBlockhash, blockTimeSec: blockTime }
    assert.deepEqual(await rpc.block(0), { ok: true, value: { ...head, ...rest, transactionCount: 0 } })
  })
}

// --- our own replies ---

const OWNER = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const account = (lamports: number | string, data = 'AQID', owner = OWNER) =>
  `{"lamports":${lamports},"owner":"${owner}","executable":false,"rentEpoch":18446744073709551615,"data":["${data}","base64"]}`
const keyAt = (n: number) =>
  encodeBase58(Uint8Array.from({ length: 32 }, (_, at) => (at < 2 ? (n >> (8 * at)) & 255 : 1)))
const keys = (count: number) => Array.from({ length: count }, (_, n) => keyAt(n))

test('accounts travel a hundred at a time, in order, null for missing ones, at the oldest slot', async () => {
  const all = keys(230)
  const { rpc, calls } = await rpcOver(({ params }) => {
    const asked = params[0] as string[]
    const value = asked.map((key) => (key === keyAt(150) ? 'null' : account(all.indexOf(key))))
    return `{"context":{"slot":${1_000 - asked.length}},"value":[${value}]}`
  })
  const outcome = await rpc.accounts(keys(230), { dataSlice: { offset: 32, length: 8 } })
  assert(outcome.ok)
  assert.equal(outcome.value.slot, 900)
  assert.deepEqual(
    outcome.value.accounts.map((view) => view && Number(view.lamports)),
    keys(230).map((_, n) => (n === 150 ? null : n)),
  )
  assert.deepEqual(calls.map(({ params }) => (params[0] as string[]).length).sort(), [100, 100, 30])
  assert.deepEqual(calls[0]!.params[1], {
    encoding: 'base64',
    commitment: 'confirmed',
    dataSlice: { offset: 32, length: 8 },
  })
})

test('no addresses, no request', async () => {
  const { rpc, calls } = await rpcOver(() => 'null')
  assert.deepEqual(await rpc.accounts([]), { ok: true, value: { slot: 0, accounts: [] } })
  assert.equal(calls.length, 0)
})

test('lamports past 2^53 are exact, in single accounts and in scans', async () => {
  const { rpc } = await rpcOver(({ method }) =>
    method === 'getMultipleAccounts'
      ? `{"context":{"slot":1},"value":[${account('9007199254740993')}]}`
      : `[{"pubkey":"${OWNER}","account":${account('9007199254740993')}}]`,
  )
  const single = await rpc.accounts(['k'])
  const scan = await rpc.programAccounts(OWNER, { filters: [] })
  assert.equal(single.ok && single.value.accounts[0]!.lamports, 9_007_199_254_740_993n)
  assert.equal(scan.ok && scan.value[0]!.lamports, 9_007_199_254_740_993n)
})

test('balances past 2^53 come as bigints, others as numbers', async () => {
  const meta = '{"err":null,"fee":5000,"preBalances":[9007199254740993,1],"postBalances":[999999999999999999,2]}'
  const body = Buffer.concat([Buffer.from([1]), Buffer.alloc(64, 7), Buffer.alloc(100, 1)]).toString('base64')
  const text = `{"slot":5,"blockTime":null,"version":1,"transaction":["${body}","base64"],"meta":${meta}}`
  const [hash, parent] = [7, 8].map((byte) => encodeBase58(new Uint8Array(32).fill(byte)))
  const { rpc } = await rpcOver(({ method }) =>
    method === 'getBlock'
      ? `{"blockhash":"${hash}","previousBlockhash":"${parent}","parentSlot":4,"transactions":[${text}]}`
      : text,
  )
  const one = await rpc.transaction('S')
  const block = await rpc.block(5)
  assert.deepEqual(one.ok && one.value?.meta?.preBalances, [9_007_199_254_740_993n, 1])
  assert.deepEqual(block.ok && block.value?.transactions[0]?.meta?.postBalances, [999_999_999_999_999_999n, 2])
})

test('a scan asks with its filters and slice, and views of one scan do not overlap', async () => {
  const data = (n: number) => Buffer.alloc(40, n).toString('base64')
  const { rpc, calls } = await rpcOver(
    () => `[${keys(5_000).map((key, n) => `{"pubkey":"${key}","account":${account(n, data(n % 251))}}`)}]`,
  )
  const filters = [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: 'Mint' } }]
  const outcome = await rpc.programAccounts(OWNER, { filters, dataSlice: { offset: 32, length: 40 } })
  assert(outcome.ok)
  for (const [n, view] of outcome.value.entries()) {
    assert.equal(view.address, keyAt(n))
    assert.deepEqual(Buffer.from(view.data), Buffer.alloc(40, n % 251))
  }
  assert.deepEqual(calls[0]!.params, [
    OWNER,
    { encoding: 'base64', commitment: 'confirmed', filters, dataSlice: { offset: 32, length: 40 } },
  ])
})

test('a scan that the node refuses carries its code', async () => {
  const { rpc, calls } = await rpcOver(() => -32010)
  const outcome = await rpc.programAccounts('P', { filters: [] })
  assert.deepEqual([outcome.ok ? '' : outcome.code, outcome.ok ? 0 : outcome.rpcCode], ['upstream_refused', -32010])
  assert.equal(calls.length, 1)
})

test('transactions ask for version 1, null is not found, and failures stay with their own', async () => {
  const found = '{"slot":5,"transaction":["AA==","base64"],"meta":null}'
  const { rpc, calls } = await rpcOver(({ params }) =>
    params[0] === 'a' ? found : params[0] === 'b' ? 'null' : -32602,
  )
  const [a, b, c] = await rpc.transactions(['a', 'b', 'c'])
  assert.deepEqual(a, { ok: true, value: JSON.parse(found) })
  assert.deepEqual(b, { ok: true, value: null })
  assert.equal(c!.ok ? 0 : c!.rpcCode, -32602)
  assert.deepEqual(calls[0]!.params[1], {
    encoding: 'base64',
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 1,
  })
})

test('a skipped slot has no block; a block that is not there yet is a failure', async () => {
  for (const code of [-32007, -32009]) {
    assert.deepEqual(await (await rpcOver(() => code)).rpc.block(5), { ok: true, value: null })
  }
  assert.deepEqual(await (await rpcOver(() => 'null')).rpc.block(5), { ok: true, value: null })
  const soon = await (await rpcOver(() => -32004)).rpc.block(5)
  assert.equal(soon.ok ? 0 : soon.rpcCode, -32004)
})

test('a time before there were chains, or after tomorrow, is none', async () => {
  const times = [1, -5, 1.5, 1_790_000_000, Math.floor(Date.now() / 1_000) + 3 * 86_400]
  const rows = times.map((blockTime, at) => ({
    signature: `${at}`.repeat(64),
    slot: 5,
    err: null,
    memo: null,
    blockTime,
  }))
  const { rpc } = await rpcOver(() => json(rows))
  const outcome = await rpc.signaturesOf('Wallet', { limit: 10 })
  assert(outcome.ok)
  assert.deepEqual(
    outcome.value.map(({ blockTime }) => blockTime),
    [null, null, null, 1_790_000_000, null],
  )
})

test('answers of another shape are failures, never values', async () => {
  for (const text of [
    '5',
    '{}',
    '[{}]',
    '"x"',
    '[null]',
    '{"context":{"slot":1},"value":[]}',
    '{"transactions":[{}]}',
  ]) {
    const { rpc } = await rpcOver(() => text)
    const outcomes = [
      await rpc.accounts(['a']),
      await rpc.transaction('a'),
      await rpc.block(1),
      await rpc.signaturesOf('a'),
      await rpc.programAccounts('a', { filters: [] }),
    ]
    for (const outcome of outcomes) assert.equal(outcome.ok ? text : outcome.code, 'upstream_failed')
  }
})

test('a relay hands the bytes on', async () => {
  const { rpc } = await rpcOver(() => '  1')
  const outcome = await rpc.relay(Buffer.from('{"jsonrpc":"2.0","id":7,"method":"getSlot"}'), { maxBytes: 1_000 })
  assert.equal(outcome.ok && Buffer.from(outcome.value.body).toString(), '{"jsonrpc":"2.0","result":  1,"id":7}')
})

test('a caller who leaves ends the call', async () => {
  const { rpc } = await rpcOver(() => '1')
  const signal = AbortSignal.abort()
  for (const outcome of [
    await rpc.call('getSlot', [], { signal }),
    await rpc.accounts(['a'], { signal }),
    await rpc.programAccounts('a', { filters: [], signal }),
    await rpc.relay(Buffer.from('{}'), { maxBytes: 1_000, signal }),
  ]) {
    assert.equal(outcome.ok ? '' : outcome.code, 'cancelled')
  }
})
