import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compileV0Message, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import { decompileMessage } from '../../../src/chain/solana/decompile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { STAKE_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type AggregatorLab, openAggregatorLab, SECRET } from '../swap/aggregator.ts'
import { nobody, openTradeLab, type TradeLab } from '../trading/trade-lab.ts'
import { SOL } from '../trading/trading-server.ts'

/* What the aggregator builds for an order is held against the request before it is handed out. An aggregator that lies:
 * the sandbox's own, with its transactions rewritten on their way. */

const LIMIT = '/api/v2/orders/limit'
const DCA = '/api/v2/orders/dca'
const MAKING = 1_000_000_000n
const ORDER_PROGRAMS = new Set([
  'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X',
  'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M',
])

let world: TradeLab
let lab: AggregatorLab
let unnoded: AggregatorLab
let mint: string
let wallet: Keypair
let helper: Keypair
let asks: readonly (readonly [string, (at: AggregatorLab) => Promise<ApiReply>])[]

type Parts = { readonly payer: string; readonly instructions: make.Instruction[] }
type Edit = (parts: Parts) => { payer?: string; instructions: readonly make.Instruction[] } | string

before(async () => {
  world = await openTradeLab()
  mint = world.coins.get('raydium_cpmm')!.mint
  const env = { JUPITER_SWAP_API: 'v1' }
  lab = await openAggregatorLab({ ...env, SOLANA_RPC_URL: world.sandbox.urls['rpc']! })
  unnoded = await openAggregatorLab(env)
  ;[wallet, helper] = [await world.wallet(), await world.wallet()]
  relay((same) => same)
  const pair = { inputMint: SOL, outputMint: mint }
  // The market gives far less.
  const limit = { ...pair, makingAmount: String(MAKING), takingAmount: '18446744073709551615', maker: wallet.address }
  const dca = { ...pair, inAmount: '4000000000', cycleSecondsApart: 3_600, numberOfCycles: 4, user: wallet.address }
  const order = await opened(await lab.post(`${LIMIT}/create`, limit), 'order')
  const position = await opened(await lab.post(`${DCA}/create`, dca), 'dca')
  asks = [
    ['limit/create', (at) => at.post(`${LIMIT}/create`, limit)],
    ['limit/cancel', (at) => at.post(`${LIMIT}/cancel`, { order, maker: wallet.address })],
    ['dca/create', (at) => at.post(`${DCA}/create`, dca)],
    ['dca/close', (at) => at.post(`${DCA}/close`, { dca: position, user: wallet.address })],
  ]
})
after(async () => {
  await lab?.stop()
  await unnoded?.stop()
  await world?.stop()
})

async function opened(reply: ApiReply, name: 'order' | 'dca'): Promise<string> {
  assert.equal(reply.status, 200, reply.text)
  const record = await world.record(await world.signAndSend(wallet, reply.json.tx))
  assert.equal(record.err, null)
  return reply.json[name]
}

/** Both servers' aggregator hands out what `edit` makes of the sandbox's transactions. */
function relay(edit: (base64: string) => string): void {
  const answering: Parameters<AggregatorLab['answer']>[0] = async ({ method, url, body }) => {
    const reply = await fetch(`${world.sandbox.urls['jupiter']}${url}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': SECRET },
      ...(method === 'POST' ? { body } : {}),
    })
    const json = (await reply.json()) as { transaction?: string }
    if (json.transaction === undefined) return { status: reply.status, body: json }
    return { body: { ...json, transaction: edit(json.transaction) } }
  }
  lab.answer(answering)
  unnoded.answer(answering)
}

function edited(base64: string, edit: Edit): string {
  const parsed = parseWireTransaction(Buffer.from(base64, 'base64'))
  assert(parsed.ok)
  const instructions = decompileMessage(parsed.transaction, [])?.instructions
  assert(instructions !== undefined)
  const payer = encodeBase58(parsed.transaction.keys[0]!)
  const changed = edit({ payer, instructions: [...instructions] })
  if (typeof changed === 'string') return changed
  const blockhash = encodeBase58(parsed.transaction.blockhash)
  return Buffer.from(joinWithoutSignatures(compileV0Message({ payer, blockhash, ...changed }))).toString('base64')
}

const adds =
  (...more: readonly make.Instruction[]): Edit =>
  ({ instructions }) => ({ instructions: [...instructions, ...more] })

/** The call of the order program with other accounts or data. */
const calls =
  (change: (call: make.Instruction) => make.Instruction): Edit =>
  ({ instructions }) => ({
    instructions: instructions.map((one) => (ORDER_PROGRAMS.has(one.programId) ? change(one) : one)),
  })

const withAccount = (at: number, address: string) =>
  calls((call) => ({
    ...call,
    accounts: call.accounts.map((use, index) => (index === at ? { ...use, address } : use)),
  }))
const withByte = (at: number, value: number) =>
  calls((call) => {
    const data = Uint8Array.from(call.data)
    data[at] = value
    return { ...call, data }
  })

const system = (code: number, accounts: readonly string[], tail: Uint8Array, signs: string): make.Instruction => ({
  programId: SYSTEM_PROGRAM,
  accounts: accounts.map((address) => ({ address, isSigner: address === signs, isWritable: true })),
  data: Buffer.concat([Buffer.from([code, 0, 0, 0]), tail]),
})

/** Every kind of thing that a transaction may do beyond an order, with the attacker named. */
async function evils(): Promise<readonly (readonly [name: string, edit: Edit])[]> {
  const own = wallet.address
  const thief = helper.address
  const bag = world.coins.get('orca')!.mint
  await world.giveTokens(own, bag, 1_000_000n)
  await world.giveTokens(thief, bag, 1n)
  const [from, to] = [associatedTokenAddress(own, bag), associatedTokenAddress(thief, bag)]
  const wrapped = associatedTokenAddress(own, SOL)
  const nonce = await world.nonce(own)
  const seed = { payer: own, base: own, seed: 'x', lamports: 3_000_000n, dataBytes: 0 }
  const made = { ...seed, account: nobody(), owner: TOKEN_PROGRAM }
  return [
    ['lamports to a stranger', adds(make.transferLamports({ from: own, to: nobody(), lamports: 1_949_000n }))],
    ['a lamport to a stranger', adds(make.transferLamports({ from: own, to: thief, lamports: 1n }))],
    ['coins', adds(make.transferTokens({ from, to, authority: own, amountRaw: 1n }))],
    ['approve', adds(make.approveTokens({ account: from, owner: own, delegate: thief, amountRaw: 5n }))],
    [
      'an owner',
      adds(make.setTokenAuthority({ account: from, authority: own, type: 'accountOwner', newAuthority: thief })),
    ],
    ['a close elsewhere', adds(make.closeTokenAccount({ account: wrapped, destination: thief, authority: own }))],
    ['a close of another', adds(make.closeTokenAccount({ account: from, destination: own, authority: own }))],
    ['assign', adds(system(1, [own], Buffer.alloc(32, 7), own))],
    [
      'a durable nonce',
      ({ instructions }) => ({
        instructions: [make.advanceNonce({ nonce: nonce.account, authority: own }), ...instructions],
      }),
    ],
    ['what a nonce holds', adds(system(5, [nonce.account, thief, own], Buffer.alloc(8, 1), own))],
    ['another payer', ({ instructions }) => ({ payer: thief, instructions })],
    ['another signer', adds(make.transferLamports({ from: thief, to: thief, lamports: 1n }))],
    ['an account of a stranger', adds(make.createAssociatedTokenAccount({ payer: own, owner: nobody(), mint: bag }))],
    ['an account of a program', adds(system(3, [own, made.account], Buffer.alloc(100, 1), own))],
    ['a stake', adds({ programId: STAKE_PROGRAM, accounts: [], data: Buffer.from([1, 0, 0, 0]) })],
    ['a stranger’s program', adds({ programId: nobody(), accounts: [], data: new Uint8Array(0) })],
    [
      'a second call',
      ({ instructions }) => ({
        instructions: instructions.flatMap((one) => (ORDER_PROGRAMS.has(one.programId) ? [one, one] : [one])),
      }),
    ],
    [
      'no call',
      ({ instructions }) => ({ instructions: instructions.filter(({ programId }) => !ORDER_PROGRAMS.has(programId)) }),
    ],
    ['the thief as its owner', withAccount(1, thief)],
    ['the thief as its payer', withAccount(0, thief)],
    ['another call of the program', withByte(0, 1)],
    ['garbage', () => Buffer.from('no transaction').toString('base64')],
    ['nothing', () => ''],
  ]
}

test('what was asked for is handed out, with and without a node', async () => {
  relay((same) => edited(same, ({ instructions }) => ({ instructions })))
  for (const [name, ask] of asks)
    for (const at of [lab, unnoded]) {
      const reply = await ask(at)
      assert.equal(reply.status, 200, `${name}: ${reply.text}`)
      successOf(`POST /api/v2/orders/${name}`)(reply)
    }
})

test('every transaction that does anything else is refused on all four routes, with and without a node', async () => {
  for (const [name, edit] of await evils()) {
    relay((same) => edited(same, edit))
    for (const [route, ask] of asks)
      for (const at of [lab, unnoded]) {
        const reply = await ask(at)
        assert([422, 502].includes(reply.status), `${name} on ${route}: ${reply.text}`)
        assert.equal(reply.json.tx, undefined)
        assert(
          !['an account of a stranger', 'lamports to a stranger'].includes(name) || reply.status === 422,
          reply.text,
        )
      }
  }
})

test('an order has the terms that were asked for: mints, amounts, no other fee, no slippage, no bounds', async () => {
  const [limit, dca] = [asks[0]![1], asks[2]![1]]
  const other = world.coins.get('orca')!.mint
  const limitEdits: readonly Edit[] = [
    ...[7, 8].map((at) => withAccount(at, other)),
    // Where the tokens lie, whose account they come from, and who gets a referral fee.
    ...[3, 4, 6].map((at) => withAccount(at, nobody())),
    // A unit of what is given, and of what is taken.
    ...[16, 24].map((at) => withByte(at, 1)),
    // An expiry, a fee, and slippage of a quarter.
    withByte(32, 1),
    withByte(33, 1),
    withByte(36, 100),
    calls((call) => ({ ...call, data: Buffer.concat([call.data, Buffer.of(0)]) })),
  ]
  const dcaEdits: readonly Edit[] = [
    ...[3, 4].map((at) => withAccount(at, other)),
    ...[5, 6, 7].map((at) => withAccount(at, nobody())),
    ...[16, 24, 32, 40, 41, 42].map((at) => withByte(at, 1)),
  ]
  for (const [ask, edits] of [
    [limit, limitEdits],
    [dca, dcaEdits],
  ] as const)
    for (const [at, edit] of edits.entries()) {
      relay((same) => edited(same, edit))
      for (const server of [lab, unnoded]) {
        const reply = await ask(server)
        assertFails(reply, 422, /^the transaction exceeds the request: call, /)
        assert.equal(reply.json.tx, undefined, `${at}`)
      }
    }
})

test('what ends is what was named, and comes back to its owner', async () => {
  const [cancel, close] = [asks[1]![1], asks[3]![1]]
  for (const [ask, positions] of [
    [cancel, [2, 4]],
    [close, [1, 6, 7]],
  ] as const)
    for (const at of positions) {
      relay((same) => edited(same, withAccount(at, nobody())))
      for (const server of [lab, unnoded]) assertFails(await ask(server), 422, /exceeds the request: call, /)
    }
})

test('an aggregator that names another order than it opens is refused', async () => {
  lab.answer(async ({ url, body }) => {
    const reply = await fetch(`${world.sandbox.urls['jupiter']}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': SECRET },
      body,
    })
    return { body: { ...((await reply.json()) as object), order: nobody() } }
  })
  assertFails(await asks[0]![1](lab), 502, /^jupiter built no transaction/)
})

test('the priority of an order is lowered to what no one asked for', async () => {
  relay((same) =>
    edited(same, ({ instructions }) => ({
      instructions: [make.setComputeUnitPrice(10_000_000_000n), ...instructions.slice(1)],
    })),
  )
  const reply = await asks[0]![1](lab)
  const parsed = parseWireTransaction(Buffer.from(reply.json.tx, 'base64'))
  assert(parsed.ok)
  const price = decompileMessage(parsed.transaction, [])!.instructions[0]!
  // 200,000 units: a thousandth of the SOL given.
  assert.deepEqual(Buffer.from(price.data), Buffer.from(make.setComputeUnitPrice(5_000_000n).data))
})

test('an order that its wallet cannot pay for is 402, and one that would fail says how', async () => {
  relay((same) => same)
  const body = { inputMint: SOL, outputMint: mint, makingAmount: String(MAKING), takingAmount: '1', maker: nobody() }
  assertFails(await lab.post(`${LIMIT}/create`, body), 402, 'insufficient balance')
})

test('someone else may pay for a limit order, and pays for nothing else', async () => {
  relay((same) => same)
  const [maker, payer] = [await world.wallet(), await world.wallet()]
  const body = { inputMint: SOL, outputMint: mint, makingAmount: String(MAKING), takingAmount: '18446744073709551615' }
  const asked = { ...body, maker: maker.address, payer: payer.address }
  const reply = await lab.post(`${LIMIT}/create`, asked)
  assert.equal(reply.status, 200, reply.text)
  relay((same) => edited(same, adds(make.transferLamports({ from: payer.address, to: maker.address, lamports: 5n }))))
  assertFails(await lab.post(`${LIMIT}/create`, asked), 422, /recipient/)
  assertFails(await lab.post(`${LIMIT}/create`, { ...asked, payer: helper.address }), 422, /recipient|fee_payer|signer/)
})
