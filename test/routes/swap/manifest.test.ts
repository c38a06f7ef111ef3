// second run: waits for two simulations with no trade between them

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compileV0Message, joinWithoutSignatures, type LookupTable } from '../../../src/chain/solana/compile-message.ts'
import { decompileMessage } from '../../../src/chain/solana/decompile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { COMPUTE_BUDGET_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readLookupTable } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { readComputeBudget } from '../../../src/services/swap/compute-budget.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { nobody, openTradeLab, type TradeLab } from '../trading/trade-lab.ts'
import { SOL } from '../trading/trading-server.ts'
import { type AggregatorLab, openAggregatorLab, relayTo } from './aggregator.ts'

/* What a built swap is held against before anyone is asked to sign it: an aggregator that is honest, and one that is
 * not. */

const quoteReply = successOf('GET /api/v2/swap/quote')
const buildReply = successOf('POST /api/v2/swap/build')
const IN_RAW = 200_000_000n

let world: TradeLab
let lab: AggregatorLab
let mint: string
let jupiter: string

before(async () => {
  world = await openTradeLab()
  mint = world.coins.get('raydium_cpmm')!.mint
  jupiter = world.sandbox.urls['jupiter']!
  lab = await openAggregatorLab({
    SOLANA_RPC_URL: world.sandbox.urls['rpc']!,
    JUPITER_SWAP_API: 'v1',
  })
})
after(async () => {
  await lab?.stop()
  await world?.stop()
})

async function quoteFor(inputMint = SOL, outputMint = mint, amount = IN_RAW) {
  lab.answer(relayTo(jupiter))
  const query = { inputMint, outputMint, amount: String(amount) }
  return quoteReply(await lab.get('/api/v2/swap/quote', query)).quote
}

type Edit = (parts: { payer: string; instructions: make.Instruction[] }) => {
  payer?: string
  instructions: readonly make.Instruction[]
}

/** The same transaction with other instructions. */
async function edited(base64: string, edit: Edit): Promise<string> {
  const parsed = parseWireTransaction(Buffer.from(base64, 'base64'))
  assert(parsed.ok)
  const lookupTables = await Promise.all(parsed.transaction.lookups.map(({ table }) => readTable(encodeBase58(table))))
  const instructions = decompileMessage(parsed.transaction, lookupTables)?.instructions
  assert(instructions !== undefined)
  const payer = encodeBase58(parsed.transaction.keys[0]!)
  // What is added needs units too.
  const roomy = instructions.map((one) => (isUnitLimit(one) ? make.setComputeUnitLimit(1_400_000) : one))
  const changed = edit({ payer, instructions: roomy })
  const blockhash = encodeBase58(parsed.transaction.blockhash)
  const message = compileV0Message({ payer, blockhash, lookupTables, ...changed })
  return Buffer.from(joinWithoutSignatures(message)).toString('base64')
}

function isUnitLimit({ programId, data }: make.Instruction): boolean {
  return programId === COMPUTE_BUDGET_PROGRAM && data[0] === 2
}

async function readTable(address: string): Promise<LookupTable> {
  const { value } = await world.rpc('getAccountInfo', [address, { encoding: 'base64' }])
  const { addresses } = readLookupTable(Buffer.from(value.data[0], 'base64'))!
  return { address, addresses: addresses.map((key) => encodeBase58(key)) }
}

const build = (quoteResponse: unknown, userPublicKey: string, extra: object = {}) =>
  lab.post('/api/v2/swap/build', { quoteResponse, userPublicKey, ...extra })

test('what the manifest foresees is what the chain then does', async () => {
  const wallet = await world.wallet()

  const quote = await quoteFor()

  const built = buildReply(await build(quote, wallet.address))

  const foreseen = built.manifest.owners.find(({ owner }: { owner: string }) => owner === wallet.address)
  const start = await world.holdings(wallet.address)
  const record = await world.record(await world.signAndSend(wallet, built.swapTransaction))

  const end = await world.holdings(wallet.address)
  assert.deepEqual(foreseen.tokens, [{ mint, amount: String(end.tokens(mint) - start.tokens(mint)) }])
  const inAccounts = [...end.accounts.values()].reduce((sum, { lamports }) => sum + lamports, 0n)
  assert.equal(BigInt(foreseen.lamports), end.lamports + inAccounts - start.lamports)
  assert.equal(record.err, null)
  assert.equal(end.tokens(mint), BigInt(quote.outAmount))
  const most = BigInt(built.manifest.max_outflow.lamports)
  assert(start.lamports - end.lamports <= most && most < IN_RAW + 10_000_000n, `${most}`)
})

test('every edit that takes more, gives less or touches anything else is refused', async () => {
  const wallet = await world.wallet()
  const bag = world.coins.get('orca')!.mint
  await world.giveTokens(wallet.address, bag, 1_000_000n)
  const [from, stranger] = [associatedTokenAddress(wallet.address, bag), nobody()]
  const quote = await quoteFor()
  const helper = await world.wallet()
  const edits: readonly (readonly [name: string, rule: string, edit: Edit])[] = [
    [
      'lamports to a stranger',
      'recipient',
      ({ payer, instructions }) => ({
        instructions: [...instructions, make.transferLamports({ from: payer, to: stranger, lamports: 10_000_000n })],
      }),
    ],
    [
      'a power over tokens',
      'instruction',
      ({ payer, instructions }) => ({
        instructions: [
          ...instructions,
          make.approveTokens({ account: from, owner: payer, delegate: stranger, amountRaw: 5n }),
        ],
      }),
    ],
    [
      'another owner of an account',
      'instruction',
      ({ payer, instructions }) => ({
        instructions: [
          ...instructions,
          make.setTokenAuthority({ account: from, authority: payer, type: 'accountOwner', newAuthority: stranger }),
        ],
      }),
    ],
    [
      'coins that the quote does not name',
      'recipient',
      ({ payer, instructions }) => ({
        instructions: [
          ...instructions,
          make.createAssociatedTokenAccount({ payer, owner: helper.address, mint: bag }),
          make.transferTokens({
            from,
            to: associatedTokenAddress(helper.address, bag),
            authority: payer,
            amountRaw: 1_000n,
          }),
        ],
      }),
    ],
    [
      'a signature of somebody else',
      'signer',
      ({ instructions }) => ({
        instructions: [
          ...instructions,
          make.transferLamports({ from: helper.address, to: helper.address, lamports: 1n }),
        ],
      }),
    ],
    ['somebody else’s transaction', 'fee_payer', ({ instructions }) => ({ payer: helper.address, instructions })],
    [
      'a durable nonce',
      'nonce',
      ({ payer, instructions }) => ({
        instructions: [make.advanceNonce({ nonce: stranger, authority: payer }), ...instructions],
      }),
    ],
    ['no swap at all', 'tokens', ({ instructions }) => ({ instructions: instructions.slice(0, 2) })],
  ]
  for (const [name, rule, edit] of edits) {
    lab.answer(relayTo(jupiter, (same) => edited(same, edit)))
    const reply = await build(quote, wallet.address)
    assertFails(reply, 422, new RegExp(`^the transaction exceeds the request: ${rule}, `))
    assert.equal(reply.json.swapTransaction, undefined, name)
  }
  lab.answer(relayTo(jupiter, (same) => edited(same, ({ instructions }) => ({ instructions }))))
  buildReply(await build(quote, wallet.address))
})

test('a small trade is skimmed of nothing: neither by a transfer nor by an account for someone else', async () => {
  const wallet = await world.wallet()
  await world.giveTokens(wallet.address, mint, 10_000_000_000n)
  const { ctx } = lab.server
  const key = 'rt_test_router'
  ctx.store.apiKeys.addVolatile(key, { label: key, tier: 'enterprise', scopes: ['trade'], limitPer10s: 1_000_000 })
  const routed = (side: string, body: object) =>
    lab.server.post(
      `/v1/trade/${side}`,
      { mint, client_signs: true, use_router: true, wallet: wallet.address, ...body },
      { key: null, headers: { Authorization: `Bearer ${key}` } },
    )
  const [buy, sale] = [await quoteFor(SOL, mint, 10_000_000n), await quoteFor(mint, SOL, 1_000_000n)]
  const pays = (lamports: bigint): Edit => {
    return ({ payer, instructions }) => ({
      instructions: [...instructions, make.transferLamports({ from: payer, to: stranger, lamports })],
    })
  }
  const stranger = (await world.wallet()).address
  const edits: readonly (readonly [rule: RegExp, Edit])[] = [
    [/recipient/, pays(1_949_000n)],
    [/recipient/, pays(1n)],
    [
      /lamports/,
      ({ payer, instructions }) => ({
        instructions: [...instructions, make.createAssociatedTokenAccount({ payer, owner: nobody(), mint })],
      }),
    ],
  ]
  for (const [rule, edit] of edits) {
    const lies = relayTo(jupiter, (same) => edited(same, edit))
    for (const ask of [
      () => build(buy, wallet.address),
      () => build(sale, wallet.address),
      () => routed('buy', { amount_in: 0.01 }),
      () => routed('sell', { amount_in: 1_000_000 }),
    ]) {
      lab.answer(lies)
      const reply = await ask()
      assert.equal(reply.status, 422, reply.text)
      assert.match(reply.json.error, rule)
    }
  }
  lab.answer(relayTo(jupiter))
  for (const reply of [await routed('buy', { amount_in: 0.01 }), await routed('sell', { amount_in: 1_000_000 })])
    assert.equal(reply.status, 200, reply.text)
})

test('no one asked for a priority: a thousandth of the trade, 100,000 lamports at least, is what it may cost', async () => {
  const wallet = await world.wallet()
  const dear = ({ instructions }: { instructions: make.Instruction[] }) => ({
    instructions: instructions.map((one) =>
      one.programId === COMPUTE_BUDGET_PROGRAM && one.data[0] === 3 ? make.setComputeUnitPrice(10n ** 12n) : one,
    ),
  })
  for (const [amount, most] of [
    [10_000_000n, 100_000n],
    [1_000_000_000n, 1_000_000n],
    [20_000_000_000n, 5_000_000n],
  ] as const) {
    const quote = await quoteFor(SOL, mint, amount)
    lab.answer(relayTo(jupiter, (same) => edited(same, dear)))
    const { prioritizationFeeLamports } = buildReply(await build(quote, wallet.address))
    assert(prioritizationFeeLamports > Number(most) * 0.99 && prioritizationFeeLamports <= Number(most), `${amount}`)
  }
})

test('a transaction for another quote is refused: a larger one, and one that yields less', async () => {
  const wallet = await world.wallet()
  const quote = await quoteFor()
  const [larger, smaller] = [await quoteFor(SOL, mint, IN_RAW * 2n), await quoteFor(SOL, mint, IN_RAW / 2n)]
  for (const [other, rule] of [
    [larger, 'lamports'],
    [smaller, 'tokens'],
  ] as const) {
    lab.answer((request) => {
      const body = JSON.stringify({ ...JSON.parse(request.body), quoteResponse: other })
      return relayTo(jupiter)({ ...request, body }) as Promise<{ body: unknown }>
    })
    assertFails(await build(quote, wallet.address), 422, new RegExp(`exceeds the request: ${rule}, `))
  }
})

test('an emptied promise is no way around: without the least that must arrive the quote is none', async () => {
  const wallet = await world.wallet()
  const { otherAmountThreshold: _, ...quote } = await quoteFor()
  assertFails(await build(quote, wallet.address), 400, 'quoteResponse is not a whole quote')
})

test('a transaction that fails is refused: no money, or a price that moved', async () => {
  const quote = await quoteFor()
  assertFails(await build(quote, nobody()), 402, 'insufficient balance')
  const wallet = await world.wallet()
  const tight = { ...quote, slippageBps: 0, outAmount: String(BigInt(quote.outAmount) * 2n) }
  const reply = await build({ ...tight, otherAmountThreshold: tight.outAmount }, wallet.address)
  assertFails(reply, 422, 'the price moved: less than the minimum would arrive')
})

test('what is no transaction that can be run is the aggregator’s fault, not the caller’s', async () => {
  const wallet = await world.wallet()
  const quote = await quoteFor()
  const program = nobody()
  lab.answer(
    relayTo(jupiter, (same) =>
      edited(same, ({ instructions }) => ({
        instructions: [...instructions, { programId: program, accounts: [], data: new Uint8Array(0) }],
      })),
    ),
  )
  const missing = await build(quote, wallet.address)
  assert([422, 502].includes(missing.status), missing.text)
})

test('without a manifest the transaction comes as it was built', async () => {
  const wallet = await world.wallet()
  const quote = await quoteFor()
  const stranger = nobody()
  lab.answer(
    relayTo(jupiter, (same) =>
      edited(same, ({ payer, instructions }) => ({
        instructions: [...instructions, make.transferLamports({ from: payer, to: stranger, lamports: 50_000_000n })],
      })),
    ),
  )
  const built = buildReply(await build(quote, wallet.address, { manifest: false }))
  assert.equal(built.manifest, null)
  assertFails(await build(quote, wallet.address), 422, /exceeds the request: recipient/)
})

test('v2 takes the whole limit: what a swap needs is measured here, and its price is paid for that alone', async (t) => {
  const wallet = await world.wallet()
  const v2 = await openAggregatorLab({ SOLANA_RPC_URL: world.sandbox.urls['rpc']! })
  t.after(() => v2.stop())
  v2.answer(relayTo(jupiter))
  const query = { inputMint: SOL, outputMint: mint, amount: String(IN_RAW) }
  const { quote } = quoteReply(await v2.get('/api/v2/swap/quote', query))
  assert.equal(quote.mintglassGeneration, 'v2')
  const body = { quoteResponse: quote, userPublicKey: wallet.address, computeUnitPriceMicroLamports: 100_000 }
  const plain = buildReply(await v2.post('/api/v2/swap/build', { ...body, manifest: false }))
  assert.deepEqual([plain.computeUnitLimit, plain.prioritizationFeeLamports], [1_400_000, 140_000])
  const built = buildReply(await v2.post('/api/v2/swap/build', body))
  const parsed = parseWireTransaction(Buffer.from(built.swapTransaction, 'base64'))
  assert(parsed.ok)
  const { unitLimit, unitPrice } = readComputeBudget(parsed.transaction)
  assert.equal(unitPrice, 100_000n)
  assert.equal(unitLimit, built.computeUnitLimit)
  assert.equal(unitLimit, Math.ceil((built.manifest.compute_units * 140) / 100))
  assert.equal(built.prioritizationFeeLamports, Math.ceil(unitLimit! / 10))
  const record = await world.record(await world.signAndSend(wallet, built.swapTransaction))
  assert.equal(record.err, null)
  assert.equal(record.feeLamports, 5_000n + BigInt(built.prioritizationFeeLamports))
  assert.equal((await world.holdings(wallet.address)).tokens(mint), BigInt(quote.outAmount))
})
