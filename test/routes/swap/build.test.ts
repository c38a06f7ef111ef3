import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compileV0Message, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import {
  type Instruction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { TIMEOUTS } from '../../../src/config/timeouts.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { readComputeBudget } from '../../../src/services/swap/compute-budget.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { noRecordings, recorded, recordedText } from '../../support/recorded.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { SOL, USDC } from '../trading/trading-server.ts'
import { type AggregatorLab, BAD_ANSWERS, openAggregatorLab, SECRET } from './aggregator.ts'

/* What is asked of the aggregator and what becomes of its answer; the manifest has tests of its own. */

const PATH = '/api/v2/swap/build'
const buildReply = successOf(`POST ${PATH}`)
const WALLET = strangerAddress(1)
const FEES = strangerAddress(2)
/** Members that no client knows and digits that no double holds. */
const QUOTE =
  `{"inputMint":"${SOL}","inAmount":"1000000","outputMint":"${USDC}","outAmount":"138082","otherAmountThreshold":"137392","contextSlot":98765432109876543210,"timeTaken":0.10,"new":[1.0,{"b":null}]}` as const

let lab: AggregatorLab
before(async () => {
  lab = await openAggregatorLab({}, { keyed: false })
})
after(() => lab?.stop())

/** An unsigned transaction of the wallet's, with these offers for its execution. */
function transaction(unitLimit: number | null, unitPrice: bigint | null): string {
  const instructions: Instruction[] = [transferLamports({ from: WALLET, to: FEES, lamports: 1n })]
  if (unitPrice !== null) instructions.unshift(setComputeUnitPrice(unitPrice))
  if (unitLimit !== null) instructions.unshift(setComputeUnitLimit(unitLimit))
  const message = compileV0Message({ payer: WALLET, blockhash: strangerAddress(3), instructions })
  return Buffer.from(joinWithoutSignatures(message)).toString('base64')
}

const builtWith = (swapTransaction: string, extra: object = {}) => {
  lab.answer(() => ({ body: { swapTransaction, lastValidBlockHeight: 5, prioritizationFeeLamports: 7, ...extra } }))
}
const bodyOf = (extra: object = {}, quote: string = QUOTE): string => {
  const rest = JSON.stringify({ userPublicKey: WALLET, manifest: false, ...extra })
  return `{"quoteResponse":${quote},${rest.slice(1)}`
}
const post = (extra?: object, quote?: string) => lab.server.send('POST', PATH, { body: bodyOf(extra, quote) })
const sent = () => JSON.parse(lab.seen.at(-1)!.body)
const budgetOf = (base64: string) => {
  const parsed = parseWireTransaction(Buffer.from(base64, 'base64'))
  assert(parsed.ok)
  return readComputeBudget(parsed.transaction)
}

test('the quote goes back whole, digit for digit, without our own member, beside the fixed options', async () => {
  builtWith(transaction(200_000, 5n))
  const reply = buildReply(await post({}, `${QUOTE.slice(0, -1)},"mintglassGeneration":"v1"}`))
  assert.equal(reply.swapTransaction, transaction(200_000, 5n))
  assert.deepEqual(
    [reply.lastValidBlockHeight, reply.prioritizationFeeLamports, reply.computeUnitLimit, reply.manifest],
    [5, 1, 200_000, null],
  )
  assert.deepEqual(
    lab.seen.map(({ method, url }) => [method, url]),
    [['POST', '/swap/v1/swap']],
  )
  assert(lab.seen[0]!.body.startsWith(`{"quoteResponse":${QUOTE},`), lab.seen[0]!.body)
  const { quoteResponse: _, ...options } = sent()
  assert.deepEqual(options, {
    userPublicKey: WALLET,
    wrapAndUnwrapSol: true,
    useSharedAccounts: false,
    dynamicComputeUnitLimit: true,
  })
})

test('the recorded build comes through as it is', { skip: noRecordings }, async () => {
  lab.answer(() => ({ body: recordedText('jupiter/post_swap.json') }))
  const reply = buildReply(await post())
  const { swapTransaction, lastValidBlockHeight } = recorded('jupiter/post_swap.json')
  assert.deepEqual([reply.swapTransaction, reply.lastValidBlockHeight], [swapTransaction, lastValidBlockHeight])
  assert.deepEqual([reply.computeUnitLimit, reply.prioritizationFeeLamports], [1_400_000, 100_000])
})

test('a quote is required, and an object', async () => {
  builtWith(transaction(1, 1n))
  for (const body of [
    undefined,
    '',
    'null',
    '[]',
    '{}',
    '{"quoteResponse":null}',
    '{"quoteResponse":"x"}',
    '{"quoteResponse":5}',
    '{"quoteResponse":[]}',
  ])
    assertFails(await lab.server.send('POST', PATH, { body }), 400, 'quoteResponse object required')
  assert.equal(lab.seen.length, 0)
})

test('a wallet is required, and an address', async () => {
  builtWith(transaction(1, 1n))
  for (const userPublicKey of [undefined, null, '', 5, {}, 'wallet', `${WALLET}0`, NO_ADDRESS])
    assertFails(await post({ userPublicKey }), 400, 'userPublicKey required')
  assert.equal(lab.seen.length, 0)
})

test('a fee account is an address where there is one', async () => {
  builtWith(transaction(1, 1n))
  for (const feeAccount of ['fees', 5, {}, [], true, `${FEES}l`])
    assertFails(await post({ feeAccount }), 400, 'feeAccount must be a valid address')
  assert.equal(lab.seen.length, 0)
  for (const feeAccount of [undefined, null, '']) {
    buildReply(await post({ feeAccount }))
    assert(!('feeAccount' in sent()))
  }
  buildReply(await post({ feeAccount: FEES }))
  assert.equal(sent().feeAccount, FEES)
})

test('a price of the compute units goes on only when it is truthy', async () => {
  builtWith(transaction(200_000, 5n))
  for (const price of [undefined, null, 0, '', false]) {
    buildReply(await post({ computeUnitPriceMicroLamports: price }))
    assert(!('computeUnitPriceMicroLamports' in sent()), String(price))
  }
  for (const price of [1, '1', 250_000]) {
    buildReply(await post({ computeUnitPriceMicroLamports: price }))
    assert.equal(sent().computeUnitPriceMicroLamports, Number(price))
  }
  lab.answer(() => ({ body: {} }))
  for (const price of [-1, 1.5, 'x', {}, true, '18446744073709551616', 1e300])
    assertFails(
      await post({ computeUnitPriceMicroLamports: price }),
      400,
      'computeUnitPriceMicroLamports: expected base units from 0, as a text of digits where they pass 2^53 - 1',
    )
  assert.equal(lab.seen.length, 0)
})

test('the transaction offers the price that was asked for, whatever the aggregator wrote', async () => {
  builtWith(transaction(200_000, 5n))
  const reply = buildReply(await post({ computeUnitPriceMicroLamports: 1_000_001 }))
  assert.deepEqual(budgetOf(reply.swapTransaction), { unitLimit: 200_000, unitPrice: 1_000_001n })
  assert.equal(reply.prioritizationFeeLamports, 200_001, 'rounded up, as the chain charges it')
  builtWith(transaction(200_000, null))
  buildReply(await post())
  assertFails(await post({ computeUnitPriceMicroLamports: 5 }), 502, /without a unit price/)
})

test('a price that the aggregator chose is bounded: it can spike', async () => {
  builtWith(transaction(1_000_000, 90_000_000n))
  const reply = buildReply(await post())
  assert.deepEqual(budgetOf(reply.swapTransaction), { unitLimit: 1_000_000, unitPrice: 100_000n })
  assert.equal(reply.prioritizationFeeLamports, 100_000)
  builtWith(transaction(1_000_000, 90_000_000n))
  const asked = buildReply(await post({ computeUnitPriceMicroLamports: 90_000_000 }))
  assert.equal(asked.prioritizationFeeLamports, 90_000_000, 'one that was asked for is not')
})

test('a quote is built by the generation that made it; one that does not say by the one that quotes', async () => {
  const keyed = await openAggregatorLab()
  keyed.answer(() => ({ body: { swapTransaction: transaction(1_400_000, 5n), lastValidBlockHeight: 5 } }))
  for (const [member, path] of [
    [',"mintglassGeneration":"v1"', '/swap/v1/swap'],
    [',"mintglassGeneration":"v2"', '/swap/v2/swap'],
    ['', '/swap/v2/swap'],
  ] as const) {
    const quote = `${QUOTE.slice(0, -1)}${member}}`
    const reply = await keyed.server.send('POST', PATH, {
      body: bodyOf({ computeUnitPriceMicroLamports: 700 }, quote),
    })
    const built = buildReply(reply)
    const seen = keyed.seen.at(-1)!
    assert.equal(seen.url, path)
    assert(seen.body.includes(`"quoteResponse":${QUOTE},`))
    // v2 takes no price: it is written into what comes back.
    assert.equal(JSON.parse(seen.body).computeUnitPriceMicroLamports, path.includes('v1') ? 700 : undefined)
    assert.deepEqual(budgetOf(built.swapTransaction), { unitLimit: 1_400_000, unitPrice: 700n })
  }
  await keyed.stop()
  builtWith(transaction(1, 1n))
  for (const said of ['"v3"', '5', 'null', '{}']) {
    const quote = `${QUOTE.slice(0, -1)},"mintglassGeneration":${said}}`
    assertFails(await post({}, quote), 400, 'quoteResponse is of no known generation')
  }
})

test('whatever the aggregator answers but a transaction is 502, and its words and key are no one’s', async () => {
  const keyed = await openAggregatorLab()
  const torn = Buffer.from(transaction(1, 1n), 'base64').subarray(0, 100).toString('base64')
  for (const answer of [
    ...BAD_ANSWERS,
    { body: { swapTransaction: '' } },
    { body: { swapTransaction: 'AQID' } },
    { body: { swapTransaction: torn } },
    { status: 500, body: { swapTransaction: transaction(1, 1n) } },
  ]) {
    keyed.answer(() => answer)
    const reply = await keyed.server.send('POST', PATH, { body: bodyOf() })
    assertFails(reply, 502, /^jupiter /)
    assert(!reply.text.includes(SECRET))
    assert.equal(keyed.seen[0]?.headers['x-api-key'], SECRET)
    keyed.server.clock.push(130_000)
  }
  assert(!keyed.server.logLines.join('').includes(SECRET))
  await keyed.stop()
})

test('a quote over which the aggregator stumbles does not rest it for everyone else', async () => {
  const other = await openAggregatorLab({}, { keyed: false })
  other.answer(({ method }) => (method === 'POST' ? { status: 500, body: {} } : { body: QUOTE }))
  for (let i = 0; i < 5; i++)
    assertFails(await other.server.send('POST', PATH, { body: bodyOf() }), 502, 'jupiter answered 500')
  assert(other.seen.length >= 8, 'as many failures as rest a provider')
  const quote = await other.get('/api/v2/swap/quote', { inputMint: SOL, outputMint: USDC, amount: '1000000' })
  assert.equal(quote.status, 200, quote.text)
  await other.stop()
})

test('an aggregator that does not answer is 502 after twelve seconds', async () => {
  const hanging = await openAggregatorLab()
  hanging.answer(() => 'hang')
  const startMs = Date.now()
  assertFails(await hanging.server.send('POST', PATH, { body: bodyOf() }), 502, /timeout|in time/)
  const tookMs = Date.now() - startMs
  assert.equal(TIMEOUTS.swapBuildMs, 12_000)
  assert(tookMs > 11_500 && tookMs < 14_000, `${tookMs} ms`)
  await hanging.stop()
})

test('a manifest needs a whole quote and a node; a switch of another kind is refused', async () => {
  builtWith(transaction(1, 1n))
  assertFails(await post({ manifest: 'no' }), 400, 'manifest: expected true or false')
  for (const quote of [
    '{}',
    QUOTE.replace('"1000000"', '"-1"'),
    QUOTE.replace(SOL, 'SOL'),
    QUOTE.replace('"137392"', 'null'),
  ])
    assertFails(await post({ manifest: true }, quote), 400, 'quoteResponse is not a whole quote')
  assert.equal(lab.seen.length, 0)
  assertFails(await post({ manifest: true }), 503, 'rpc is not configured')
  buildReply(await post({ manifest: false }, '{}'))
})

test('a body with more numbers than any quote has is refused before they are read', async () => {
  const numbers = `{"quoteResponse":{"x":[${Array(1_000_000).fill('0.0').join()}]}}`
  const startMs = Date.now()
  assertFails(await lab.server.send('POST', PATH, { body: numbers }), 413, 'payload too large')
  assert(Date.now() - startMs < 4_000, 'reading them takes many seconds')
  const padded = `{"pad":"${'x'.repeat(60_000)}",${bodyOf().slice(1)}`
  builtWith(transaction(200_000, 5n))
  buildReply(await lab.server.send('POST', PATH, { body: padded }))
})

test('a key is needed', async () => {
  assertFails(await lab.server.post(PATH, {}, { key: null }), 401, 'missing API key')
})
