import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AGGREGATOR_PROGRAM } from '../../../sandbox/programs/jupiter/aggregator-layout.ts'
import { DAMM_V1_PROGRAM } from '../../../sandbox/programs/meteora/damm-v1-layout.ts'
import type { MarketPool } from '../../../sandbox/providers/market.ts'
import { heldRaw } from '../../../sandbox/world/holdings.ts'
import { compileV0Message, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import { createAssociatedTokenAccount } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { type Built, openJupiterLab, type Quote } from './jupiter-lab.ts'

const lab = openJupiterLab()
const { chain, world, trader } = lab
const { market } = world
const QUOTE = '/swap/v1/quote'
const SWAP = '/swap/v1/swap'
const SLIPPAGE = 6001

const isDammV1 = (pool: MarketPool): boolean => chain.account(pool.address)!.owner === DAMM_V1_PROGRAM
const POOLS: readonly (readonly [name: string, pool: MarketPool])[] = [
  ...['pumpfun', 'raydium', 'raydium_cpmm', 'bonk', 'meteora_damm_v2', 'orca'].map(
    (dex) => [dex, lab.poolOf(dex)] as const,
  ),
  ['pumpswap', lab.poolOf('pumpswap', ({ baseMint }) => isHealthy(baseMint))],
  ['meteora (DLMM)', lab.poolOf('meteora', (pool) => !isDammV1(pool))],
  ['meteora (DAMM v1)', lab.poolOf('meteora', isDammV1)],
]

function isHealthy(mint: string): boolean {
  return world.plan.tokens.some((token) => token.mint === mint && token.archetype === 'healthy')
}

function quote(inputMint: string, outputMint: string, amount: bigint, extra: Record<string, string> = {}) {
  const reply = lab.get<Quote>(QUOTE, { inputMint, outputMint, amount: String(amount), ...extra })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

function build(quoteResponse: unknown, extra: Record<string, unknown> = {}) {
  const reply = lab.post<Built>(SWAP, { quoteResponse, userPublicKey: trader.address, ...extra })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

/** What the trader has more of a mint afterwards, network fee left out. */
function swapNow(quoted: { outputMint: string }, extra: Record<string, unknown> = {}) {
  const before = lab.held(quoted.outputMint)
  const { err, executed } = lab.land(build(quoted, extra).swapTransaction)
  assert.equal(err, null, executed.logs.join('\n'))
  const fee = quoted.outputMint === WSOL_MINT ? executed.feeLamports : 0n
  return { got: lab.held(quoted.outputMint) - before + fee, executed }
}

const labelOf = (pool: MarketPool): string =>
  lab.get<Record<string, string>>('/swap/v1/program-id-to-label').body[chain.account(pool.address)!.owner]!

for (const [name, pool] of POOLS)
  test(`${name}: what a buy and a sale are quoted at is what they pay, to the base unit`, () => {
    const only = { onlyDirectRoutes: 'true', dexes: labelOf(pool) }
    const buy = quote(WSOL_MINT, pool.baseMint, 200_000_000n, only)
    assert.equal(buy.routePlan.length, 1)
    assert.equal(buy.routePlan[0]!.swapInfo.label, labelOf(pool))
    const bought = swapNow(buy)
    assert.equal(String(bought.got), buy.outAmount)
    const sale = quote(pool.baseMint, WSOL_MINT, bought.got / 3n, only)
    const sold = swapNow(sale)
    assert.equal(String(sold.got), sale.outAmount)
    assert.equal(lab.held(pool.baseMint), bought.got - bought.got / 3n)
  })

test('a token that is not paired with dollars is bought and sold for them through SOL', () => {
  swapNow(quote(WSOL_MINT, USDC_MINT, 20_000_000_000n))
  for (const [name, pool] of POOLS) {
    const buy = quote(USDC_MINT, pool.baseMint, 25_000_000n)
    assert.deepEqual(
      buy.routePlan.map(({ swapInfo }) => [swapInfo.inputMint, swapInfo.outputMint]),
      [
        [USDC_MINT, WSOL_MINT],
        [WSOL_MINT, pool.baseMint],
      ],
      name,
    )
    assert.equal(buy.routePlan[1]!.swapInfo.inAmount, buy.routePlan[0]!.swapInfo.outAmount)
    const bought = swapNow(buy)
    assert.equal(String(bought.got), buy.outAmount, name)
    const sale = quote(pool.baseMint, USDC_MINT, bought.got / 2n)
    assert.equal(String(swapNow(sale).got), sale.outAmount, name)
  }
  assert.equal(chain.account(lab.trader.address)!.lamports > 0n, true)
})

test('any token is sold for any other in one transaction that fits', () => {
  for (const [from, first] of POOLS)
    for (const [to, second] of POOLS) {
      if (from === to) continue
      const through = quote(first.baseMint, second.baseMint, lab.held(first.baseMint) / 20n)
      assert.equal(String(swapNow(through).got), through.outAmount, `${from} to ${to}`)
    }
})

test('the router speaks of each swap as an event of its own, and the pool counts the trade', () => {
  const pool = lab.poolOf('pumpswap', ({ baseMint }) => isHealthy(baseMint))
  const before = market.window(pool, 'm5').buys
  const { executed } = swapNow(quote(WSOL_MINT, pool.baseMint, 1_000_000_000n))
  assert.equal(market.window(pool, 'm5').buys, before + 1)
  const inner = executed.innerInstructions.flatMap(({ instructions }) => instructions)
  const events = inner.filter(({ data }) =>
    Buffer.from(data).toString('hex').startsWith('e445a52e51cb9a1d40c6cde8260871e2'),
  )
  assert.equal(events.length, 1)
  assert.equal(encodeBase58(events[0]!.data.subarray(16, 48)), chain.account(pool.address)!.owner)
})

test('the platform fee goes to its account and is left out of what the trader gets', () => {
  const [pool] = [lab.poolOf('raydium_cpmm')]
  const taker = keypairFromText('fee taker')
  const feeAccount = openAccount(taker.address, pool.baseMint)
  for (const feeBps of [20, 255, 700]) {
    const plain = quote(WSOL_MINT, pool.baseMint, 300_000_000n)
    const quoted = quote(WSOL_MINT, pool.baseMint, 300_000_000n, { platformFeeBps: String(feeBps) })
    const fee = (BigInt(plain.outAmount) * BigInt(feeBps)) / 10_000n
    assert.deepEqual(quoted.platformFee, { amount: String(fee), feeBps })
    assert.equal(BigInt(quoted.outAmount), BigInt(plain.outAmount) - fee)
    const before = lab.held(pool.baseMint, taker.address)
    assert.equal(String(swapNow(quoted, { feeAccount }).got), quoted.outAmount)
    assert.equal(lab.held(pool.baseMint, taker.address) - before, fee)
  }
  const quoted = quote(WSOL_MINT, pool.baseMint, 300_000_000n, { platformFeeBps: '20' })
  assert.equal(lab.post(SWAP, { quoteResponse: quoted, userPublicKey: trader.address }).status, 400)
})

function openAccount(owner: string, mint: string): string {
  const tokenProgram = chain.account(mint)!.owner
  const open = createAssociatedTokenAccount({ payer: trader.address, owner, mint, tokenProgram })
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileV0Message({ payer: trader.address, blockhash, instructions: [open] })
  assert.equal(lab.land(Buffer.from(joinWithoutSignatures(message)).toString('base64')).err, null)
  return open.accounts[1]!.address
}

test('the output goes to another’s account, another pays the costs, and wrapped SOL stays wrapped when asked', () => {
  const { baseMint } = lab.poolOf('meteora_damm_v2')
  const [friend, sponsor] = [keypairFromText('friend'), keypairFromText('sponsor')]
  lab.fund(sponsor.address, 1_000_000_000n)
  const quoted = quote(WSOL_MINT, baseMint, 70_000_000n)
  const destinationTokenAccount = openAccount(friend.address, baseMint)
  assert.equal(swapNow(quoted, { destinationTokenAccount }).got, 0n)
  assert.equal(String(lab.held(baseMint, friend.address)), quoted.outAmount)
  const sale = quote(baseMint, WSOL_MINT, lab.held(baseMint) / 2n)
  const { err } = lab.land(build(sale, { wrapAndUnwrapSol: false }).swapTransaction)
  assert.equal(err, null)
  assert.equal(String(heldRaw(chain, trader.address, WSOL_MINT)), sale.outAmount)
  const wire = Buffer.from(
    build(quote(WSOL_MINT, baseMint, 70_000_000n), { payer: sponsor.address }).swapTransaction,
    'base64',
  )
  const parsed = parseWireTransaction(new Uint8Array(wire))
  assert(parsed.ok)
  assert.deepEqual(parsed.transaction.keys.slice(0, parsed.transaction.requiredSignatures).map(encodeBase58), [
    sponsor.address,
    trader.address,
  ])
})

test('a price that moved further than the slippage fails on chain and moves nothing', () => {
  const pool = lab.poolOf('pumpswap', ({ baseMint }) => isHealthy(baseMint))
  const quoted = quote(WSOL_MINT, pool.baseMint, 2_000_000_000n, { slippageBps: '50' })
  const loose = quote(WSOL_MINT, pool.baseMint, 2_000_000_000n, { slippageBps: '5000' })
  const [tight, patient] = [build(quoted), build(loose)]
  swapNow(quote(WSOL_MINT, pool.baseMint, 400_000_000_000n))
  const before = lab.held(pool.baseMint)
  const failed = lab.land(tight.swapTransaction)
  assert.deepEqual(failed.err, { InstructionError: [indexOfRouter(tight.swapTransaction), { Custom: SLIPPAGE }] })
  assert(failed.executed.logs.some((line) => line.includes('SlippageToleranceExceeded')))
  assert.equal(lab.held(pool.baseMint), before)
  assert.equal(lab.land(patient.swapTransaction).err, null)
  const got = lab.held(pool.baseMint) - before
  assert(got < BigInt(quoted.otherAmountThreshold) && got >= BigInt(loose.otherAmountThreshold))
})

function indexOfRouter(base64: string): number {
  const parsed = parseWireTransaction(new Uint8Array(Buffer.from(base64, 'base64')))
  assert(parsed.ok)
  const { keys, instructions } = parsed.transaction
  return instructions.findIndex(({ programIndex }) => encodeBase58(keys[programIndex]!) === AGGREGATOR_PROGRAM)
}

test('the least that is accepted is rounded up, and a quote that promises more than the pool pays fails', () => {
  const pool = lab.poolOf('orca')
  const quoted = quote(WSOL_MINT, pool.baseMint, 123_456_789n, { slippageBps: '37' })
  const least = (BigInt(quoted.outAmount) * (10_000n - 37n) + 9_999n) / 10_000n
  assert.equal(quoted.otherAmountThreshold, String(least))
  const boasting = { ...quoted, outAmount: String(BigInt(quoted.outAmount) * 2n) }
  const built = build(boasting).swapTransaction
  assert.deepEqual(lab.land(built).err, { InstructionError: [indexOfRouter(built), { Custom: SLIPPAGE }] })
})

test('of several paths the one that pays most is taken', () => {
  const quoted = quote(WSOL_MINT, USDC_MINT, 5_000_000_000n)
  const direct = Object.values(quoted.mostReliableAmmsQuoteReport.info).map((text) => BigInt(text))
  assert(direct.length > 0 && direct.every((amount) => amount <= BigInt(quoted.outAmount)))
  assert.equal(quoted.routePlan[0]!.percent, 100)
})

test('price impact grows with the amount', () => {
  const pool = lab.poolOf('raydium')
  const [small, large] = [100_000_000n, 50_000_000_000n].map((amount) =>
    Number(quote(WSOL_MINT, pool.baseMint, amount).priceImpactPct),
  )
  assert(small! >= 0 && large! > small! && large! < 1, `${small} ${large}`)
})

test('the second generation wants a key, builds from its own quotes and gives a pinned limit', () => {
  const pool = lab.poolOf('bonk')
  const question = { inputMint: WSOL_MINT, outputMint: pool.baseMint, amount: '150000000' }
  assert.equal(lab.get('/swap/v2/quote', question).status, 401)
  const key = { 'x-api-key': 'k' }
  const quoted = lab.get<Quote>('/swap/v2/quote', question, key)
  assert.equal(quoted.status, 200)
  assert(!('platformFee' in quoted.body))
  const before = lab.held(pool.baseMint)
  const built = lab.post<Built>('/swap/v2/swap', { quoteResponse: quoted.body, taker: trader.address }, key)
  assert.equal(built.status, 200)
  assert.equal(built.body.computeUnitPrice, '40000')
  assert.equal(built.body.prioritizationFeeLamports, 56_000)
  assert.equal(lab.land(built.body.swapTransaction).err, null)
  assert.equal(String(lab.held(pool.baseMint) - before), quoted.body.outAmount)
  const { loadedLongtailToken: _, ...poorer } = quoted.body
  assert.equal(lab.post('/swap/v2/swap', { quoteResponse: poorer, taker: trader.address }, key).status, 500)
  const tip = lab.post('/swap/v2/swap', { quoteResponse: quoted.body, taker: trader.address, tipAmount: '5' }, key)
  assert.equal(tip.status, 400)
  const both = { ...question, dexes: 'Raydium', excludeDexes: 'Whirlpool' }
  assert.equal(lab.get('/swap/v2/quote', both, key).status, 400)
})

type Written = {
  readonly programId: string
  readonly accounts: readonly { readonly pubkey: string; readonly isSigner: boolean; readonly isWritable: boolean }[]
  readonly data: string
}
type Groups = {
  readonly computeBudgetInstructions: readonly Written[]
  readonly setupInstructions: readonly Written[]
  readonly swapInstruction: Written
  readonly cleanupInstruction: Written
}

test('instructions in groups make the transaction that was built', () => {
  const pool = lab.poolOf('meteora', (one) => !isDammV1(one))
  const quoted = quote(WSOL_MINT, pool.baseMint, 250_000_000n)
  const reply = lab.post<Groups>('/swap/v1/swap-instructions', { quoteResponse: quoted, userPublicKey: trader.address })
  assert.equal(reply.status, 200)
  const { computeBudgetInstructions, setupInstructions, swapInstruction, cleanupInstruction } = reply.body
  const instructions = [...computeBudgetInstructions, ...setupInstructions, swapInstruction, cleanupInstruction].map(
    ({ programId, accounts, data }) => ({
      programId,
      accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({ address: pubkey, isSigner, isWritable })),
      data: new Uint8Array(Buffer.from(data, 'base64')),
    }),
  )
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileV0Message({ payer: trader.address, blockhash, instructions })
  const before = lab.held(pool.baseMint)
  assert.equal(lab.land(Buffer.from(joinWithoutSignatures(message)).toString('base64')).err, null)
  assert.equal(String(lab.held(pool.baseMint) - before), quoted.outAmount)
})

test('the compute budget is the one asked for, and a simulated limit is near what the swap takes', () => {
  const quoted = quote(WSOL_MINT, lab.poolOf('raydium').baseMint, 90_000_000n)
  const built = build(quoted, { computeUnitPriceMicroLamports: 123_456, dynamicComputeUnitLimit: true })
  assert.equal(built.simulationError, null)
  assert(built.computeUnitLimit < 400_000)
  assert.equal(built.prioritizationFeeLamports, Math.ceil((built.computeUnitLimit * 123_456) / 1e6))
  const { executed, err } = lab.land(built.swapTransaction)
  assert.equal(err, null)
  assert.equal(executed.feeLamports, 5_000n + BigInt(built.prioritizationFeeLamports))
  const both = { computeUnitPriceMicroLamports: 1, prioritizationFeeLamports: 1 }
  const refused = lab.post<Built>(SWAP, { quoteResponse: quoted, userPublicKey: trader.address, ...both })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.errorCode, 'INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE')
})

test('a swap that cannot run is built all the same, with what its simulation said', () => {
  const stranger = keypairFromText('has nothing').address
  const quoteResponse = quote(lab.poolOf('raydium').baseMint, WSOL_MINT, 1_000_000n)
  const reply = lab.post<Built>(SWAP, { quoteResponse, userPublicKey: stranger, dynamicComputeUnitLimit: true })
  assert.equal(reply.status, 200)
  assert.equal(reply.body.simulationError?.errorCode, 'TRANSACTION_ERROR')
  assert.equal(reply.body.computeUnitLimit, 1_400_000)
})

test('what cannot be quoted is refused in the words of upstream', () => {
  const good = { inputMint: WSOL_MINT, outputMint: USDC_MINT, amount: '1000000' }
  const unknown = keypairFromText('no mint').address
  const rows: readonly (readonly [Record<string, string>, unknown])[] = [
    [
      { ...good, outputMint: unknown },
      { error: `The token ${unknown} is not tradable`, errorCode: 'TOKEN_NOT_TRADABLE' },
    ],
    [
      { ...good, outputMint: WSOL_MINT },
      { error: 'Circular arbitrage is disabled', errorCode: 'CIRCULAR_ARBITRAGE_IS_DISABLED' },
    ],
    [{ ...good, inputMint: 'nonsense' }, { error: 'Query parameter inputMint cannot be parsed: Invalid' }],
    [{ ...good, amount: '1.5' }, { error: 'Query parameter amount cannot be parsed: Invalid' }],
    [{ ...good, amount: '0' }, { error: 'Query parameter amount cannot be parsed: Invalid' }],
    [{ ...good, amount: '18446744073709551616' }, { error: 'Query parameter amount cannot be parsed: Invalid' }],
    [{ ...good, slippageBps: '-1' }, { error: 'Query parameter slippageBps cannot be parsed: Invalid' }],
    [
      { ...good, dexes: 'Phoenix' },
      { error: 'No routes found', errorCode: 'NO_ROUTES_FOUND' },
    ],
    [
      { ...good, swapMode: 'ExactOut' },
      { error: 'ExactOut is not supported', errorCode: 'NOT_SUPPORTED' },
    ],
    [
      { ...good, amount: '18446744073709551615' },
      { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' },
    ],
  ]
  for (const [query, body] of rows) {
    const reply = lab.get(QUOTE, query)
    assert.deepEqual([reply.status, reply.body], [400, body], JSON.stringify(query))
  }
  const missing = lab.get<Uint8Array>(QUOTE, { inputMint: WSOL_MINT, outputMint: USDC_MINT })
  assert.equal(missing.status, 400)
  assert.match(Buffer.from(missing.body).toString(), /missing field `amount`/)
})

test('bodies that are none are refused, and none of them is an error of the service', () => {
  const quoteResponse = quote(WSOL_MINT, USDC_MINT, 1_000_000n)
  const broken: readonly unknown[] = [
    {},
    null,
    [],
    'text',
    { quoteResponse },
    { userPublicKey: trader.address },
    { quoteResponse, userPublicKey: 'nobody' },
    { quoteResponse: { ...quoteResponse, routePlan: [] }, userPublicKey: trader.address },
    { quoteResponse: { ...quoteResponse, routePlan: 'x' }, userPublicKey: trader.address },
    { quoteResponse: { ...quoteResponse, routePlan: [{}] }, userPublicKey: trader.address },
    { quoteResponse: { ...quoteResponse, inAmount: '-1' }, userPublicKey: trader.address },
    { quoteResponse: { ...quoteResponse, outputMint: lab.poolOf('orca').baseMint }, userPublicKey: trader.address },
    { quoteResponse: { ...quoteResponse, slippageBps: 70_000 }, userPublicKey: trader.address },
    { quoteResponse, userPublicKey: trader.address, prioritizationFeeLamports: { priorityLevelWithMaxLamports: {} } },
    {
      quoteResponse,
      userPublicKey: trader.address,
      destinationTokenAccount: USDC_MINT,
      nativeDestinationAccount: WSOL_MINT,
    },
  ]
  for (const body of broken) {
    const { status } = lab.post(SWAP, body)
    assert(status === 400 || status === 422, `${status} ${JSON.stringify(body).slice(0, 200)}`)
  }
  assert.equal(lab.raw('POST', SWAP, '{"quote').status, 422)
  assert.equal(lab.raw('GET', SWAP, '').status, 405)
  assert.equal(lab.raw('POST', QUOTE, '{}').status, 405)
  assert.equal(lab.get('/swap/v3/quote').status, 404)
})

test('a quote changes nothing on the chain', () => {
  let changes = 0
  const stop = chain.on('account', () => changes++)
  const count = chain.transactionCount()
  quote(USDC_MINT, lab.poolOf('orca').baseMint, 1_000_000n)
  stop()
  assert.deepEqual([changes, chain.transactionCount()], [0, count])
})

const RECORDED = join(import.meta.dirname, '../../../../shared/upstreams/recorded/jupiter')
test('a quote has every member of the recorded ones', { skip: existsSync(RECORDED) ? false : 'no recordings' }, () => {
  const ours: Readonly<Record<string, unknown>> = quote(WSOL_MINT, USDC_MINT, 1_000_000_000n)
  for (const name of ['quote_sol_usdc_2026-10-05.json', 'quote_sol_usdc_2025-05-31.json']) {
    const theirs = JSON.parse(readFileSync(join(RECORDED, name), 'utf8'))
    for (const [member, value] of Object.entries(theirs)) {
      assert(member in ours, `${name}: ${member}`)
      if (value !== null) assert.equal(typeof ours[member], typeof value, `${name}: ${member}`)
    }
  }
})
