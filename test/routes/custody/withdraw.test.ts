// second run: waits for a transaction to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { compileV0Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed } from '../../../src/chain/solana/keypair.ts'
import { decodeMintInfo } from '../../../src/chain/solana/mint-info.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { CUSTODY } from '../../../src/config/custody.ts'
import { TRADING } from '../../../src/config/trading.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { publishedTokens } from '../../support/published-tokens.ts'
import { readAccount } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { chainFee, nobody, openTradeLab, type TradeLab, traded } from '../trading/trade-lab.ts'
import { SOL } from '../trading/trading-server.ts'

const success = successOf('POST /v1/wallets/{id}/withdraw')
const ONE_SOL = 1_000_000_000n

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

type Account = { readonly id: string; readonly address: string }
let made = 0

/** A new custodial wallet with so much SOL. */
async function fundedWallet(lamports = ONE_SOL, more: object = {}): Promise<Account & { userRef: string }> {
  const userRef = `saver-${made++}`
  const { json } = await lab.post('/v1/wallets', { user_ref: userRef, ...more })
  const { id, address } = json.wallet
  if (lamports > 0n) await lab.sandbox.control('POST', '/airdrop', { address, lamports: String(lamports) })
  return { id, address, userRef }
}

function withdraw({ id }: Account, body: unknown, idempotencyKey?: string): Promise<ApiReply> {
  return lab.post(`/v1/wallets/${id}/withdraw`, body, idempotencyKey === undefined ? {} : { idempotencyKey })
}

/** Instructions of someone's own. */
async function send(payer: Keypair, instructions: readonly make.Instruction[], signers: readonly Keypair[] = []) {
  const { value } = await lab.rpc('getLatestBlockhash')
  const message = compileV0Message({ payer: payer.address, blockhash: value.blockhash, instructions })
  const { wire, signature } = signMessage(message, [payer, ...signers])
  await lab.rpc('sendTransaction', [Buffer.from(wire).toString('base64'), { encoding: 'base64' }])
  await lab.confirmed(signature)
}

/** A new mint of the payer's with two decimals. */
async function newMint(payer: Keypair): Promise<string> {
  const mint = keypairFromSeed(randomBytes(32))
  await send(
    payer,
    [
      make.createAccount({
        payer: payer.address,
        account: mint.address,
        lamports: await lab.rent(82),
        dataBytes: 82,
        owner: TOKEN_PROGRAM,
      }),
      make.initializeMint({
        mint: mint.address,
        decimals: 2,
        mintAuthority: payer.address,
        freezeAuthority: payer.address,
      }),
    ],
    [mint],
  )
  return mint.address
}

/** Another token account of an owner beside the associated one. */
async function newTokenAccount(payer: Keypair, owner: string, mint: string, amountRaw: bigint): Promise<string> {
  const account = keypairFromSeed(randomBytes(32))
  await send(
    payer,
    [
      make.createAccount({
        payer: payer.address,
        account: account.address,
        lamports: await lab.rent(165),
        dataBytes: 165,
        owner: TOKEN_PROGRAM,
      }),
      make.initializeTokenAccount({ account: account.address, mint, owner }),
      ...(amountRaw === 0n
        ? []
        : [make.mintTokens({ mint, to: account.address, authority: payer.address, amountRaw })]),
    ],
    [account],
  )
  return account.address
}

test('a new wallet is funded, buys and sells, and pays everything out: nothing is left, to the lamport', async () => {
  const wallet = await fundedWallet(2n * ONE_SOL)
  const { mint } = lab.coins.get('pumpswap')!
  const asker = { userRef: wallet.userRef }
  const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.5 }, asker))
  const sold = traded('sell', await lab.trade('sell', { mint, percent: 40 }, asker))
  const held = await lab.holdings(wallet.address)
  assert.equal(held.tokens(mint), BigInt(bought.amount_received) - BigInt(sold.amount_spent))

  const to = nobody()
  const mints = [...new Set([...held.accounts.values()].map((account) => account.mint))]
  for (const one of mints) {
    const before = await lab.holdings(wallet.address)
    const reply = success(await withdraw(wallet, { to, mint: one, amount: 'max' }))
    const after = await lab.holdings(wallet.address)
    assert.deepEqual([reply.amount, reply.received], [String(before.tokens(one)), String(before.tokens(one))])
    assert.equal(after.tokens(one), 0n)
    assert.deepEqual(
      reply.closed_accounts,
      [...before.accounts].filter(([, account]) => account.mint === one).map(([account]) => account),
    )
    const deposits = [...before.accounts.values()].reduce((sum, { mint: of, lamports }) => {
      return of === one ? sum + lamports : sum
    }, 0n)
    const spent = before.lamports + deposits - after.lamports
    assert.equal(spent, BigInt(reply.fee_lamports) + (await lab.rent(165)), 'fee and the account of the recipient')
  }
  const before = await lab.holdings(wallet.address)
  assert.equal(before.accounts.size, 0)
  const reply = success(await withdraw(wallet, { to, amount: 'max' }))
  const paid = BigInt(reply.amount)
  const record = await lab.record(reply.signature)
  assert.equal(paid, before.lamports - BigInt(reply.fee_lamports))
  assert.deepEqual([BigInt(reply.fee_lamports), reply.slot, record.err], [record.feeLamports, record.slot, null])
  assert.equal(chainFee(record), record.feeLamports)
  const [own, theirs] = [await lab.holdings(wallet.address), await lab.holdings(to)]
  assert.deepEqual([own.lamports, own.accounts.size], [0n, 0])
  assert.deepEqual([theirs.lamports, theirs.tokens(mint)], [paid, held.tokens(mint)])
  assertFails(await withdraw(wallet, { to, amount: 'max' }), 402, /^insufficient balance/)
})

test('a part of the SOL and of a token is paid out, to the base unit, into an account that is there', async () => {
  const wallet = await fundedWallet()
  const { mint } = lab.coins.get('orca')!
  await lab.giveTokens(wallet.address, mint, 1_000n)
  const to = nobody()
  await lab.giveTokens(to, mint, 5n)
  const coins = success(await withdraw(wallet, { to, mint, amount: '400' }))
  assert.deepEqual([coins.amount, coins.received, coins.closed_accounts, coins.to], ['400', '400', [], to])
  const between = await lab.holdings(wallet.address)
  assert.equal(between.lamports, ONE_SOL - BigInt(coins.fee_lamports))
  assert.equal(between.tokens(mint), 600n)
  assert.equal((await lab.holdings(to)).tokens(mint), 405n)
  const [account] = (await lab.holdings(to)).accounts.keys()
  success(await withdraw(wallet, { to: account, mint, amount: 100 }))
  assert.equal((await lab.holdings(to)).tokens(mint), 505n, 'a token account of the mint is taken as it is')

  const before = await lab.holdings(wallet.address)
  const sol = success(await withdraw(wallet, { to, mint: 'SOL', amount: '300000001' }))
  assert.deepEqual([sol.mint, sol.amount, sol.received, sol.simulated], ['SOL', '300000001', '300000001', false])
  const after = await lab.holdings(wallet.address)
  assert.equal(before.lamports - after.lamports, 300_000_001n + BigInt(sol.fee_lamports))
})

test('what a manifest of a withdrawal says is what happened', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  const before = await lab.holdings(wallet.address)
  const { manifest, fee_lamports } = success(await withdraw(wallet, { to, amount: '5000000' }))
  const after = await lab.holdings(wallet.address)
  const change = (owner: string) => manifest.owners.find((one: { owner: string }) => one.owner === owner)?.lamports
  assert.equal(BigInt(change(wallet.address)), after.lamports - before.lamports)
  assert.equal(change(to), '5000000')
  assert.equal(manifest.max_outflow.lamports, String(5_000_000 + fee_lamports))
  assert.deepEqual(manifest.authorities, [])
})

test('a simulated withdrawal shows the answer and sends nothing, whatever its key', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  const shown = success(await withdraw(wallet, { to, amount: 'max', simulate: true }, 'sim'))
  assert.deepEqual(
    [shown.signature, shown.fee_lamports, shown.slot, shown.simulated, shown.received],
    [null, null, null, true, shown.amount],
  )
  assert.equal((await lab.holdings(wallet.address)).lamports, ONE_SOL)
  const sent = success(await withdraw(wallet, { to, amount: 'max' }, 'sim'))
  assert.deepEqual([sent.amount, sent.simulated], [shown.amount, false])
})

test('max of a token empties up to six accounts at a time and closes those that are empty already', async () => {
  const payer = await lab.wallet()
  const mint = await newMint(payer)
  const wallet = await fundedWallet()
  for (let i = 1; i <= 7; i++) await newTokenAccount(payer, wallet.address, mint, BigInt(i))
  const to = nobody()
  const spread = await withdraw(wallet, { to, mint, amount: '28' })
  assertFails(spread, 400, /^amount: it is spread over more than 6 accounts/)
  assert.equal(spread.json.code, 'invalid_amount')
  const first = success(await withdraw(wallet, { to, mint, amount: 'max' }))
  assert.deepEqual([first.amount, first.closed_accounts.length], ['27', 6], 'the fullest first')
  await newTokenAccount(payer, wallet.address, mint, 0n)
  const rest = success(await withdraw(wallet, { to, mint, amount: 'max' }))
  assert.deepEqual([rest.amount, rest.closed_accounts.length], ['1', 2])
  const empty = await newTokenAccount(payer, wallet.address, mint, 0n)
  const stranger = nobody()
  const before = await lab.holdings(wallet.address)
  const closing = success(await withdraw(wallet, { to: stranger, mint, amount: 'max' }))
  assert.deepEqual([closing.amount, closing.received, closing.closed_accounts], ['0', '0', [empty]])
  const after = await lab.holdings(wallet.address)
  assert.equal(after.lamports - before.lamports, (await lab.rent(165)) - BigInt(closing.fee_lamports))
  assert.equal(after.accounts.size, 0)
  assert.equal((await lab.holdings(stranger)).accounts.size, 0, 'nobody gets an account for nothing')
  assertFails(await withdraw(wallet, { to, mint, amount: 'max' }), 402, /^insufficient balance/)
})

test('frozen tokens stay, an account that someone else may close is emptied and left open', async () => {
  const payer = await lab.wallet()
  const mint = await newMint(payer)
  const wallet = await fundedWallet()
  const frozen = await newTokenAccount(payer, wallet.address, mint, 70n)
  await send(payer, [make.freezeTokenAccount({ account: frozen, mint, authority: payer.address })])
  const to = nobody()
  assertFails(await withdraw(wallet, { to, mint, amount: 'max' }), 402, /the wallet holds 0$/)
  await newTokenAccount(payer, wallet.address, mint, 30n)
  const more = await withdraw(wallet, { to, mint, amount: '31' })
  assertFails(more, 402, /31 units of .* are needed, the wallet holds 30$/)
  assert.deepEqual(more.json.details, { mint, needed: '31', held: '30' })
  assert.deepEqual([more.json.code, more.json.fee_lamports], ['insufficient_balance', 0])
  assert.equal(success(await withdraw(wallet, { to, mint, amount: 'max' })).amount, '30')

  const lent = await newTokenAccount(payer, payer.address, mint, 9n)
  const hand = (type: 'closeAccount' | 'accountOwner', newAuthority: string) =>
    make.setTokenAuthority({ account: lent, authority: payer.address, type, newAuthority })
  await send(payer, [hand('closeAccount', payer.address), hand('accountOwner', wallet.address)])
  const reply = success(await withdraw(wallet, { to, mint, amount: 'max' }))
  assert.deepEqual([reply.amount, reply.closed_accounts], ['9', []])
  assert((await lab.holdings(wallet.address)).accounts.has(lent))
})

test('wrapped SOL is paid out as the token it is', async () => {
  const wallet = await fundedWallet()
  await lab.giveTokens(wallet.address, SOL, 500_000_000n)
  const to = nobody()
  const reply = success(await withdraw(wallet, { to, mint: SOL, amount: 'max' }))
  assert.deepEqual([reply.mint, reply.amount, reply.closed_accounts.length], [SOL, '500000000', 1])
  const theirs = await lab.holdings(to)
  assert.deepEqual([theirs.lamports, theirs.tokens(SOL)], [0n, 500_000_000n])
  assert.equal((await lab.holdings(wallet.address)).lamports, ONE_SOL - BigInt(reply.fee_lamports))
})

test('of a token with a fee on transfers less arrives, and the answer says how much', async () => {
  const wallet = await fundedWallet()
  let taxed = 0
  for (const { mint } of await publishedTokens(lab.sandbox)) {
    const account = await readAccount(lab.sandbox.urls['rpc']!, mint)
    const facts = decodeMintInfo({ ...account!, address: mint, lamports: 0n, executable: false } as never)
    if (!facts?.extensions.transferFeeBps || facts.extensions.defaultFrozen || facts.extensions.paused) continue
    await lab.giveTokens(wallet.address, mint, 1_000_000n)
    const to = nobody()
    const reply = success(await withdraw(wallet, { to, mint, amount: 'max' }))
    assert.equal(reply.amount, '1000000')
    assert(BigInt(reply.received) < 1_000_000n, reply.received)
    assert.equal((await lab.holdings(to)).tokens(mint), BigInt(reply.received))
    taxed++
  }
  assert(taxed > 0)
})

test('tokens whose mint stops transfers are refused before anything is signed', async () => {
  const wallet = await fundedWallet()
  let stopped = 0
  for (const { mint } of await publishedTokens(lab.sandbox)) {
    const account = await readAccount(lab.sandbox.urls['rpc']!, mint)
    const facts = decodeMintInfo({ ...account!, address: mint, lamports: 0n, executable: false } as never)
    if (!facts?.extensions.nonTransferable && !facts?.extensions.paused) continue
    await lab.giveTokens(wallet.address, mint, 1_000n)
    const reply = await withdraw(wallet, { to: nobody(), mint, amount: 'max' })
    assertFails(reply, 422, /./)
    assert.deepEqual(
      [reply.json.code, reply.json.stage, reply.json.fee_lamports, reply.json.retry_safe],
      ['simulation_failed', 'simulate', 0, true],
    )
    assert(Array.isArray(reply.json.details.logs) && reply.json.signature === undefined)
    stopped++
  }
  assert(stopped > 0)
})

test('who may not receive is refused: no address, itself, mints, programs, token accounts of something else', async () => {
  const wallet = await fundedWallet()
  const mint = lab.coins.get('orca')!.mint
  const other = lab.coins.get('raydium')!.mint
  await lab.giveTokens(wallet.address, mint, 100n)
  const [own] = (await lab.holdings(wallet.address)).accounts.keys()
  const stranger = nobody()
  await lab.giveTokens(stranger, other, 1n)
  const [foreign] = (await lab.holdings(stranger)).accounts.keys()
  for (const [to, of, message] of [
    [undefined, 'SOL', 'to is required'],
    [5, 'SOL', 'to: expected an address'],
    ['x', 'SOL', 'to: expected an address'],
    [wallet.address, 'SOL', 'to: the wallet itself'],
    [wallet.address, mint, 'to: the wallet itself'],
    [mint, 'SOL', /^to: a token account, a mint or a program is no wallet$/],
    [foreign, 'SOL', /^to: a token account, a mint or a program is no wallet$/],
    [TOKEN_PROGRAM, 'SOL', /^to: a token account, a mint or a program is no wallet$/],
    [TOKEN_PROGRAM, mint, 'to: a program is no wallet'],
    [foreign, mint, 'to: neither a wallet nor a token account of this mint'],
    [mint, mint, 'to: neither a wallet nor a token account of this mint'],
    [own, mint, 'to: an account of the wallet itself'],
  ] as const) {
    const reply = await withdraw(wallet, { to, mint: of, amount: '10' })
    assertFails(reply, 400, message)
    assert.deepEqual([reply.json.code, reply.json.fee_lamports, reply.json.retry_safe], ['bad_request', 0, true])
  }
})

const AMOUNT = 'amount: expected base units from 1, as a text of digits where they pass 2^53 - 1, or max'

test('amounts and mints that are none are refused by name', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  for (const amount of [undefined, null, 0, '0', -1, '-1', 1.5, '1.5', '1e3', 'all', true, [], String(2n ** 64n)]) {
    const reply = await withdraw(wallet, { to, amount })
    assertFails(reply, 400, amount == null ? 'amount is required' : AMOUNT)
    assert.deepEqual([reply.json.code, reply.json.stage], ['invalid_amount', 'validate'])
  }
  for (const mint of ['', 'sol', 'x', 5, 'z'.repeat(44)]) {
    const reply = await withdraw(wallet, { to, mint, amount: 'max' })
    assertFails(reply, 400, 'invalid mint')
    assert.equal(reply.json.code, 'invalid_mint')
  }
  const nothing = await withdraw(wallet, { to, mint: nobody(), amount: 'max' })
  assertFails(nothing, 400, 'no mint at this address')
  assert.equal(nothing.json.code, 'invalid_mint')
  assertFails(await withdraw(wallet, { to, amount: 'max', simulate: 'yes' }), 400, /^simulate: /)
  assertFails(await lab.post(`/v1/wallets/${wallet.id}/withdraw`, '[]'), 400, 'expected a JSON object')
  assertFails(await withdraw(wallet, { to, amount: 'max' }, 'x'.repeat(256)), 400, /^Idempotency-Key: /)
  const digits = await lab.post(`/v1/wallets/${wallet.id}/withdraw`, `{"to":"${to}","amount":9007199254740993}`)
  assertFails(digits, 400, /^amount: /)
  assert.equal((await lab.holdings(wallet.address)).lamports, ONE_SOL)
})

test('what the chain would not let be left or received is refused, one lamport below is not', async () => {
  const floor = await lab.rent(0)
  const wallet = await fundedWallet()
  const { fee_lamports: fee } = success(await withdraw(wallet, { to: nobody(), amount: '1000000' }))
  const held = (await lab.holdings(wallet.address)).lamports
  const most = held - BigInt(fee) - floor
  const tooMuch = await withdraw(wallet, { to: nobody(), amount: String(most + 1n) })
  assertFails(tooMuch, 400, new RegExp(`^amount: ${floor - 1n} lamports would be left, the chain wants ${floor} `))
  assert.equal(tooMuch.json.code, 'invalid_amount')
  const tooLittle = await withdraw(wallet, { to: nobody(), amount: String(floor - 1n) })
  assertFails(tooLittle, 400, /^amount: the recipient would hold less than /)
  const needed = new RegExp(
    `^insufficient balance: ${held + BigInt(fee)} lamports are needed, the wallet holds ${held}$`,
  )
  assertFails(await withdraw(wallet, { to: nobody(), amount: String(held) }), 402, needed)
  success(await withdraw(wallet, { to: nobody(), amount: String(most) }))
  assert.equal((await lab.holdings(wallet.address)).lamports, floor)
  assertFails(await withdraw(wallet, { to: nobody(), amount: '1000000' }), 402, /^insufficient balance/)
})

test('tokens for a wallet whose associated account was given to another owner are paid to no one', async () => {
  const wallet = await fundedWallet()
  const [recipient, stranger] = [await lab.wallet(), nobody()]
  const mint = await newMint(recipient)
  const account = associatedTokenAddress(recipient.address, mint)
  const [own, of] = [associatedTokenAddress(wallet.address, mint), { mint, authority: recipient.address }]
  await send(recipient, [
    make.createAssociatedTokenAccount({ payer: recipient.address, owner: wallet.address, mint }),
    make.createAssociatedTokenAccount({ payer: recipient.address, owner: recipient.address, mint }),
    make.mintTokens({ ...of, to: own, amountRaw: 1_000n }),
    make.setTokenAuthority({ account, type: 'accountOwner', authority: recipient.address, newAuthority: stranger }),
  ])
  for (const amount of ['1', 'max']) {
    const refused = await withdraw(wallet, { to: recipient.address, mint, amount })
    assertFails(refused, 422, `to: its token account ${account} has another owner`)
    const { code, stage, fee_lamports, retry_safe, details } = refused.json
    assert.deepEqual([code, stage, fee_lamports, retry_safe], ['policy_blocked', 'quote', 0, true])
    assert.equal(details.rule, 'account_owner')
  }
  assert.equal((await lab.holdings(stranger)).tokens(mint), 0n)
  assert.equal((await lab.holdings(wallet.address)).tokens(mint), 1_000n)
  const named = success(await withdraw(wallet, { to: account, mint, amount: '1' }))
  assert.equal(named.received, '1', 'who names the account itself means the account')
})

test('a wallet with a list pays out to the addresses of its list only', async () => {
  const to = nobody()
  const wallet = await fundedWallet(ONE_SOL, { withdraw_to: [to] })
  const { mint } = lab.coins.get('orca')!
  await lab.giveTokens(wallet.address, mint, 10n)
  for (const body of [
    { to: nobody(), amount: 'max' },
    { to: nobody(), amount: 'max', simulate: true },
    { to: nobody(), mint, amount: '1' },
  ]) {
    const reply = await withdraw(wallet, body)
    assertFails(reply, 422, 'to: this wallet pays out to the addresses of its list only')
    assert.deepEqual([reply.json.code, reply.json.details], ['policy_blocked', { rule: 'withdraw_to' }])
  }
  success(await withdraw(wallet, { to, mint, amount: 'max' }))
  success(await withdraw(wallet, { to, amount: 'max' }))
})

test('the same Idempotency-Key pays once: at once, later, and to no one else', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  const body = { to, amount: '100000000' }
  const replies = await Promise.all(Array.from({ length: 8 }, () => withdraw(wallet, body, 'pay-1')))
  const first = success(replies[0]!)
  for (const reply of replies) assert.deepEqual(reply.json, first)
  assert.deepEqual((await withdraw(wallet, { ...body, mint: 'SOL', simulate: false }, 'pay-1')).json, first)
  assert.equal((await lab.holdings(to)).lamports, 100_000_000n)
  for (const other of [
    { ...body, amount: '100000001' },
    { ...body, to: nobody() },
    { ...body, mint: SOL },
  ]) {
    const reply = await withdraw(wallet, other, 'pay-1')
    assertFails(reply, 409, 'this Idempotency-Key was used with another request')
    assert.equal(reply.json.code, 'idempotency_mismatch')
  }
  const neighbour = await fundedWallet()
  assert.notEqual(success(await withdraw(neighbour, body, 'pay-1')).signature, first.signature, 'keys are per user')
})

test('equal payments under keys of their own, or without any, are all made: one transaction each', async () => {
  const wallet = await fundedWallet()
  const body = { to: nobody(), amount: '10000000' }
  const replies = await Promise.all(
    [...Array(8).keys()].map((i) => withdraw(wallet, body, i < 5 ? `e-${i}` : undefined)),
  )
  const signatures = new Set(replies.map((reply) => success(reply).signature))
  assert.equal(signatures.size, 8)
  assert.equal((await lab.holdings(body.to)).lamports, 80_000_000n)
})

test('of concurrent requests for the whole balance one is paid, and the others report that they were not', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  const asked = Promise.all(Array.from({ length: 8 }, () => withdraw(wallet, { to, amount: 'max' })))
  await until(async () => (await lab.holdings(to)).lamports > 0n, 'one is paid')
  await letBlockhashDie()
  const paid: string[] = []
  for (const { status, json, text } of await asked) {
    // Found out before it is sent, by its manifest, or by no one taking what has no lamports for its fee.
    assert([200, 402, 422, 504].includes(status), text)
    if (status === 200) paid.push(json.signature)
    else assert.deepEqual([json.fee_lamports, json.retry_safe], [0, true])
  }
  assert.equal(paid.length, 1)
  const [own, theirs] = [await lab.holdings(wallet.address), await lab.holdings(to)]
  const { feeLamports } = await lab.record(paid[0]!)
  assert.deepEqual([own.lamports, theirs.lamports], [0n, ONE_SOL - feeLamports])
})

test('a failure before anything is sent frees its Idempotency-Key', async () => {
  const wallet = await fundedWallet(0n)
  const to = nobody()
  assertFails(await withdraw(wallet, { to, amount: 'max' }, 'early'), 402, /^insufficient balance/)
  await lab.sandbox.control('POST', '/airdrop', { address: wallet.address, lamports: String(ONE_SOL) })
  success(await withdraw(wallet, { to, amount: 'max' }, 'early'))
})

test('what is sent and not confirmed is 202 with its signature, and its key asks on until it has landed', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  const restore = hurry()
  await lab.sandbox.control('POST', '/slots/pause')
  let pending: ApiReply
  try {
    pending = await withdraw(wallet, { to, amount: 'max' }, 'slow')
  } finally {
    await lab.sandbox.control('POST', '/slots/resume')
    restore()
  }
  assert.equal(pending.status, 202, pending.text)
  assert.deepEqual(
    [pending.json.success, pending.json.code, pending.json.stage, pending.json.fee_lamports, pending.json.retry_safe],
    [false, 'pending', 'confirm', null, true],
  )
  const settled = success(await withdraw(wallet, { to, amount: 'max' }, 'slow'))
  assert.equal(settled.signature, pending.json.signature)
  assert.equal((await lab.holdings(to)).lamports, BigInt(settled.amount))
  assert.equal((await lab.holdings(wallet.address)).lamports, 0n)
})

test('what never lands is 504, costs nothing and may be asked for again under another key', async () => {
  const wallet = await fundedWallet()
  const to = nobody()
  const dropped = { kind: 'rpcError', provider: 'rpc', match: 'sendTransaction', code: -32_002, message: 'dropped' }
  await lab.sandbox.control('POST', '/faults', dropped)
  let lost: ApiReply
  try {
    const waiting = withdraw(wallet, { to, amount: 'max' }, 'lost')
    const hits = async () =>
      (await lab.sandbox.control<{ faults: { hits: number }[] }>('GET', '/faults')).faults[0]!.hits
    await until(async () => (await hits()) > 0, 'it is offered')
    await letBlockhashDie()
    lost = await waiting
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
  assertFails(lost, 504, /^it did not land and never will: /)
  assert.deepEqual(
    [lost.json.code, lost.json.stage, lost.json.fee_lamports, lost.json.retry_safe],
    ['not_landed', 'send', 0, true],
  )
  assert.equal(typeof lost.json.signature, 'string')
  const again = await withdraw(wallet, { to, amount: 'max' }, 'lost')
  const { requestId } = lost.json
  assert.deepEqual({ ...again.json, requestId }, lost.json, 'the key keeps its answer')
  assert.equal((await lab.holdings(wallet.address)).lamports, ONE_SOL)
  success(await withdraw(wallet, { to, amount: 'max' }, 'found'))
})

/** The chain goes on faster than time; the server must not take its newest blockhash for new any more. */
async function letBlockhashDie(): Promise<void> {
  await lab.sandbox.control('POST', '/slots/step', { count: 160 })
  lab.api.server.clock.push(TRADING.blockhashMaxAgeMs)
}

/** Until it is undone, the server waits a second where it would wait for a minute. */
function hurry(): () => void {
  const { clock } = lab.api.ctx
  const { sleep } = clock
  Object.assign(clock, {
    sleep: (ms: number, signal?: AbortSignal) =>
      sleep(ms === CUSTODY.landDeadlineMs ? 1_000 : ms, ...(signal ? [signal] : [])),
  })
  return () => Object.assign(clock, { sleep })
}
