import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TIMEOUTS } from '../../../src/config/timeouts.ts'
import { noRecordings, recordedText } from '../../support/recorded.ts'
import { recordedOf } from '../../support/recorded-kinds.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { SOL, USDC } from '../trading/trading-server.ts'
import { type AggregatorLab, BAD_ANSWERS, openAggregatorLab, SECRET } from './aggregator.ts'

const PATH = '/api/v2/swap/quote'
const quoteReply = successOf(`GET ${PATH}`)
const ASKED = { inputMint: SOL, outputMint: USDC, amount: '1000000' }
const QUOTE =
  '{"inputMint":"So11111111111111111111111111111111111111112","inAmount":"1000000","outputMint":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","outAmount":"138082","otherAmountThreshold":"137392","swapMode":"ExactIn","slippageBps":50,"platformFee":null,"priceImpactPct":"0.000012","routePlan":[{"swapInfo":{"ammKey":"BZtgQEyS6eXUXicYPHecYQ7PybqodXQMvkjUbP4R8mUU","label":"y"},"percent":100,"bps":null}],"contextSlot":98765432109876543210,"timeTaken":0.10,"newMember":[1.0,{"a":-0}]}'

let lab: AggregatorLab
before(async () => {
  lab = await openAggregatorLab({}, { keyed: false })
})
after(() => lab?.stop())

const asked = () => Object.fromEntries(new URL(lab.seen.at(-1)!.url, 'http://x').searchParams)
/** Quotes what it is asked for. */
const ask = (query: Readonly<Record<string, string>>) => {
  lab.answer(({ url }) => {
    const { searchParams } = new URL(url, 'http://x')
    const body = QUOTE.replace('"inAmount":"1000000"', `"inAmount":"${searchParams.get('amount')}"`)
    return { body: body.replace('"slippageBps":50', `"slippageBps":${searchParams.get('slippageBps')}`) }
  })
  return lab.get(PATH, query)
}

test('the quote comes as the aggregator gave it, member for member and digit for digit, under quote', async () => {
  const reply = await ask(ASKED)
  const { quote } = quoteReply(reply)
  assert.equal(reply.text, `{"success":true,"quote":${QUOTE.slice(0, -1)},"mintglassGeneration":"v1"}}`)
  assert.equal(quote.outAmount, '138082')
  assert.deepEqual(
    lab.seen.map(({ method, url }) => [method, new URL(url, 'http://x').pathname]),
    [['GET', '/swap/v1/quote']],
  )
  assert.deepEqual(asked(), { ...ASKED, slippageBps: '50' })
})

for (const path of recordedOf('jupiterQuotes'))
  test(`${path} is a quote in the shape of the route`, { skip: noRecordings }, async () => {
    lab.answer(() => ({ body: recordedText(path) }))
    const { inputMint, outputMint, inAmount, slippageBps } = JSON.parse(recordedText(path))
    const query = { inputMint, outputMint, amount: inAmount, slippageBps: String(slippageBps) }
    const { quote } = quoteReply(await lab.get(PATH, query))
    assert.deepEqual(quote, { ...JSON.parse(recordedText(path)), mintglassGeneration: 'v1' })
  })

test('both mints are required, and addresses', async () => {
  for (const query of [
    {},
    { amount: '1' },
    { ...ASKED, inputMint: '' },
    { ...ASKED, outputMint: 'USDC' },
    { ...ASKED, inputMint: `${SOL}0` },
    { ...ASKED, inputMint: SOL.replace('S', '0') },
  ])
    assertFails(await ask(query as Record<string, string>), 400, 'inputMint, outputMint required')
  assert.equal(lab.seen.length, 0, 'the aggregator is not asked')
})

test('an amount is required: a whole number of base units above 0 that the chain can count', async () => {
  const { amount, ...mints } = ASKED
  assertFails(await ask(mints), 400, 'amount (in base units) required')
  for (const bad of [
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    'x',
    'NaN',
    'Infinity',
    '1e999',
    '18446744073709551616',
    '0x10',
    amount + 'n',
  ])
    assertFails(await ask({ ...ASKED, amount: bad }), 400, 'amount (in base units) required')
  assert.equal(lab.seen.length, 0)
  for (const [good, sent] of [
    ['1', '1'],
    [' 7 ', '7'],
    ['1e6', '1000000'],
    ['5.0', '5'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
  ] as const) {
    quoteReply(await ask({ ...ASKED, amount: good }))
    assert.equal(asked()['amount'], sent)
  }
})

test('the slippage is 50 unless it is given, and clamped to 1..10000', async () => {
  for (const [given, sent] of [
    ['0', '1'],
    ['-5', '1'],
    ['1', '1'],
    ['75', '75'],
    ['10000', '10000'],
    ['10001', '10000'],
    ['1e9', '10000'],
    ['x', '50'],
    ['', '50'],
  ] as const) {
    quoteReply(await ask({ ...ASKED, slippageBps: given }))
    assert.equal(asked()['slippageBps'], sent, given)
  }
})

test('a platform fee goes on clamped to 2500, and only when there is one', async () => {
  for (const [given, sent] of [
    ['20', '20'],
    ['2500', '2500'],
    ['2501', '2500'],
    ['0', undefined],
    ['-3', undefined],
    ['x', undefined],
    ['', undefined],
  ] as const) {
    quoteReply(await ask({ ...ASKED, platformFeeBps: given }))
    assert.equal(asked()['platformFeeBps'], sent, given)
  }
})

test('whatever the aggregator answers but a quote is 502, and its words and key are no one’s', async () => {
  const keyed = await openAggregatorLab()
  for (const answer of [
    ...BAD_ANSWERS,
    { body: { ...JSON.parse(QUOTE), outAmount: 5 } },
    { status: 400, body: QUOTE },
  ]) {
    keyed.answer(() => answer)
    const reply = await keyed.get(PATH, ASKED)
    assertFails(reply, 502, /^jupiter /)
    assert(!reply.text.includes(SECRET), reply.text)
    assert.equal(keyed.seen[0]?.headers['x-api-key'], SECRET, 'the aggregator gets its key')
    // 429 and 5xx rest the provider: the next case begins again.
    keyed.server.clock.push(130_000)
  }
  assert(!keyed.server.logLines.join('').includes(SECRET))
  await keyed.stop()
})

test('a documented refusal is reported by its name', async () => {
  lab.answer(() => ({ status: 400, body: { error: 'words', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' } }))
  assertFails(await lab.get(PATH, ASKED), 502, 'jupiter answered 400: COULD_NOT_FIND_ANY_ROUTE')
})

test('an aggregator that does not answer is 502 after eight seconds', async () => {
  const hanging = await openAggregatorLab()
  hanging.answer(() => 'hang')
  const startMs = Date.now()
  assertFails(await hanging.get(PATH, ASKED), 502, /timeout|in time/)
  const tookMs = Date.now() - startMs
  assert.equal(TIMEOUTS.swapQuoteMs, 8_000)
  assert(tookMs > 7_500 && tookMs < 10_000, `${tookMs} ms`)
  await hanging.stop()
})

test('with a key the newer generation is asked, and either can be chosen', async () => {
  for (const [env, keyed, path] of [
    [{}, true, '/swap/v2/quote'],
    [{ JUPITER_SWAP_API: 'v1' }, true, '/swap/v1/quote'],
    [{ JUPITER_SWAP_API: 'v2' }, false, '/swap/v2/quote'],
  ] as const) {
    const other = await openAggregatorLab(env, { keyed })
    other.answer(() => ({ body: QUOTE }))
    const { quote } = quoteReply(await other.get(PATH, ASKED))
    assert.equal(new URL(other.seen[0]!.url, 'http://x').pathname, path)
    assert.equal(quote.mintglassGeneration, path.split('/')[2])
    await other.stop()
  }
})

test('a key is needed', async () => {
  assertFails(await lab.server.get(PATH, { key: null }), 401, 'missing API key')
})
