import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseWritten, type WrittenNumber } from '../../src/contract/exact-amount.ts'
import { createJupiterSwap } from '../../src/upstreams/jupiter-swap.ts'
import type { OpaqueObject, SwapGeneration, SwapOrder } from '../../src/upstreams/swap-capabilities.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded, recordedText } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

type Answer = { readonly text: string; readonly status?: number; readonly type?: string }

async function swapOver(answer: Answer | (() => Answer), generation: SwapGeneration = 'v1') {
  const server = await startLocalServer((_request, response) => {
    const { text, status = 200, type = 'application/json' } = typeof answer === 'function' ? answer() : answer
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  servers.push(server)
  return { swap: createJupiterSwap(testClient(server.url).client, generation), server }
}

const QUESTION = {
  inputMint: 'So11111111111111111111111111111111111111112',
  outputMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  amountRaw: 18_446_744_073_709_551_615n,
  slippageBps: 50,
  platformFeeBps: 0,
}
const QUOTE = {
  inputMint: QUESTION.inputMint,
  inAmount: String(QUESTION.amountRaw),
  outputMint: QUESTION.outputMint,
  outAmount: '2',
  otherAmountThreshold: '1',
}
const ORDER: SwapOrder = {
  generation: 'v1',
  quote: QUOTE,
  wallet: 'wallet',
  feeAccount: null,
  computeUnitPrice: null,
}
const BUILT = { text: JSON.stringify({ swapTransaction: 'AQ==', lastValidBlockHeight: 5 }) }

for (const path of recordedOf('jupiterQuotes')) {
  test(`${path} comes through with every member, every number as it was written`, { skip: noRecordings }, async () => {
    const text = recordedText(path)
    const { swap } = await swapOver({ text })
    const { inputMint, outputMint, inAmount, slippageBps } = recorded(path)
    const quote = await swap.quote({ ...QUESTION, inputMint, outputMint, amountRaw: BigInt(inAmount), slippageBps })
    assert(quote.ok, quote.ok ? '' : quote.message)
    assert.deepEqual(JSON.parse(JSON.stringify(quote.value)), JSON.parse(text))
    assert.equal(JSON.stringify(quote.value), JSON.stringify(parseWritten(text)))
    for (const number of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [])
      assert(JSON.stringify(quote.value).includes(number), number)
  })
}

for (const path of recordedOf('jupiterBuilds')) {
  test(`${path} is built`, { skip: noRecordings }, async () => {
    const reply = recorded(path)
    const { swap } = await swapOver({ text: recordedText(path) })
    assert.deepEqual(await swap.build(ORDER), {
      ok: true,
      value: {
        transaction: reply.swapTransaction,
        lastValidBlockHeight: reply.lastValidBlockHeight,
        prioritizationFeeLamports: reply.prioritizationFeeLamports,
        computeUnitLimit: null,
        simulationError: null,
      },
    })
  })
}

test('numbers that a double cannot hold come and go digit by digit', async () => {
  const text = `{"inputMint":"${QUESTION.inputMint}","inAmount":"${QUESTION.amountRaw}","outputMint":"${QUESTION.outputMint}","outAmount":"2","otherAmountThreshold":"1","contextSlot":12345678901234567890,"timeTaken":0.10,"x":[-0,1e21,{"__proto__":1.0}]}`
  const { swap } = await swapOver({ text })
  const quote = await swap.quote(QUESTION)
  assert.equal(quote.ok && JSON.stringify(quote.value), text)
  const other = await swapOver(BUILT)
  await other.swap.build({ ...ORDER, quote: parseWritten(text) as OpaqueObject })
  assert(other.server.seen[0]!.body.includes(`"quoteResponse":${text}`))
})

test('a quote for something else than was asked is none', async () => {
  const own = { ...QUOTE, swapMode: 'ExactIn', slippageBps: QUESTION.slippageBps }
  const { swap } = await swapOver({ text: JSON.stringify(own) })
  assert((await swap.quote(QUESTION)).ok)
  for (const other of [
    { inputMint: QUESTION.outputMint },
    { outputMint: QUESTION.inputMint },
    { inAmount: '1' },
    { inAmount: 'Infinity' },
    { inAmount: '-1' },
    { inAmount: 5 },
    { outAmount: '18446744073709551616' },
    { outAmount: '1e3' },
    { otherAmountThreshold: '3' },
    { swapMode: 'ExactOut' },
    { slippageBps: QUESTION.slippageBps + 1 },
    { slippageBps: 0.5 },
    { slippageBps: String(QUESTION.slippageBps) },
    { slippageBps: null },
    { swapMode: null },
    { priceImpactPct: 9_007_199_254_740_992 },
    { routePlan: null },
    { routePlan: [null] },
    { routePlan: [7] },
    { routePlan: [{ swapInfo: { inputMint: 'z'.repeat(44) } }] },
    { routePlan: [{ swapInfo: { ammKey: '1'.repeat(64) } }] },
    { platformFee: 7 },
  ]) {
    const lying = await swapOver({ text: JSON.stringify({ ...own, ...other }) })
    const quote = await lying.swap.quote(QUESTION)
    assert.equal(quote.ok ? 'told' : quote.code, 'upstream_failed', JSON.stringify(other))
  }
})

test('a question goes out with all digits, a platform fee only when there is one', async () => {
  const { swap, server } = await swapOver({ text: JSON.stringify(QUOTE) })
  await swap.quote(QUESTION)
  await swap.quote({ ...QUESTION, platformFeeBps: 20 })
  const asked = server.seen.map(({ method, url }) => [method, url])
  const plain = `/swap/v1/quote?inputMint=${QUESTION.inputMint}&outputMint=${QUESTION.outputMint}&amount=18446744073709551615&slippageBps=50`
  assert.deepEqual(asked, [
    ['GET', plain],
    ['GET', `${plain}&platformFeeBps=20`],
  ])
})

test('v1 gets the fixed options, and a fee account and a price when they are given', async () => {
  const { swap, server } = await swapOver(BUILT)
  const fixed = { wrapAndUnwrapSol: true, useSharedAccounts: false, dynamicComputeUnitLimit: true }
  await swap.build(ORDER)
  await swap.build({ ...ORDER, feeAccount: 'fees', computeUnitPrice: 9_007_199_254_740_993n })
  assert.equal(server.seen[0]!.url, '/swap/v1/swap')
  assert.deepEqual(JSON.parse(server.seen[0]!.body), { quoteResponse: QUOTE, userPublicKey: 'wallet', ...fixed })
  const written = parseWritten(server.seen[1]!.body) as Record<string, unknown>
  assert.equal((written['computeUnitPriceMicroLamports'] as WrittenNumber).text, '9007199254740993')
  assert.equal(written['feeAccount'], 'fees')
})

test('v2 is asked at its own paths, with the members it has', async () => {
  const { swap, server } = await swapOver({ text: JSON.stringify(QUOTE) }, 'v2')
  assert.equal(swap.generation, 'v2')
  await swap.quote(QUESTION)
  await swap.build({ ...ORDER, generation: 'v2', feeAccount: 'fees', computeUnitPrice: 5n })
  assert.match(server.seen[0]!.url, /^\/swap\/v2\/quote\?/)
  assert.equal(server.seen[1]!.url, '/swap/v2/swap')
  assert.deepEqual(JSON.parse(server.seen[1]!.body), {
    quoteResponse: QUOTE,
    taker: 'wallet',
    wrapAndUnwrapSol: true,
    feeAccount: 'fees',
  })
})

test('a quote goes back to the generation that made it, whichever makes new ones', async () => {
  const { swap, server } = await swapOver(BUILT, 'v2')
  await swap.build(ORDER)
  assert.equal(server.seen[0]!.url, '/swap/v1/swap')
})

test('documented refusals are named, and nothing else of what the provider says', async () => {
  for (const [body, message] of [
    ['{"error":"secret words","errorCode":"TOKEN_NOT_TRADABLE"}', 'testProvider answered 400: TOKEN_NOT_TRADABLE'],
    ['{"error":"secret words","error_code":"NO_ROUTES_FOUND"}', 'testProvider answered 400: NO_ROUTES_FOUND'],
    ['{"error":"secret words","errorCode":"SECRET_WORDS"}', 'testProvider answered 400'],
    ['{"errorCode":{"a":1}}', 'testProvider answered 400'],
    ['null', 'testProvider answered 400'],
    ['secret', 'testProvider answered 400'],
    [JSON.stringify(QUOTE), 'testProvider answered 400'],
  ] as const) {
    const { swap } = await swapOver({ text: body, status: 400 })
    assert.deepEqual(await swap.quote(QUESTION), { ok: false, code: 'upstream_refused', message })
    assert.deepEqual(await swap.build(ORDER), { ok: false, code: 'upstream_refused', message })
  }
})

test('pages, other shapes and answers that nest without end are failures', async () => {
  for (const answer of [
    { text: '<html>400</html>', status: 403, type: 'text/html' },
    { text: JSON.stringify({ ...QUOTE, outAmount: 2 }) },
    { text: '[]' },
    { text: '{' },
    { text: `${'['.repeat(200_000)}${']'.repeat(200_000)}` },
  ]) {
    const { swap } = await swapOver(answer)
    const quote = await swap.quote(QUESTION)
    assert.match(quote.ok ? '' : quote.code, /^upstream_(failed|refused)$/, answer.text.slice(0, 40))
  }
  for (const text of ['{}', '{"swapTransaction":""}', '{"swapTransaction":"AQ==","lastValidBlockHeight":-1}']) {
    const built = await (await swapOver({ text })).swap.build(ORDER)
    assert.equal(built.ok ? '' : built.code, 'upstream_failed', text)
  }
})

test('a failure of the provider is tried again, for building moves nothing', async () => {
  let left = 2
  const { swap, server } = await swapOver(() => (left-- > 0 ? { text: '{}', status: 503 } : BUILT))
  assert.equal((await swap.build(ORDER)).ok, true)
  assert.equal(server.seen.length, 3)
})
