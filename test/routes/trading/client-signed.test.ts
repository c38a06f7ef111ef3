import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compileV1Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { addressWithSeed, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { COMPUTE_BUDGET_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { chainFee, moved, openTradeLab, quoteOf, signUnsigned, type TradeLab, traded } from './trade-lab.ts'
import { SOL, USDC } from './trading-server.ts'

const TIP_DEFAULT = 100_000n
const broadcastReply = successOf('POST /v1/trade/broadcast')

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const mintOf = (dex: Parameters<TradeLab['coins']['get']>[0]): string => lab.coins.get(dex)!.mint

async function build(side: 'buy' | 'sell', { address }: Keypair, body: object) {
  const reply = traded(side, await lab.trade(side, { client_signs: true, wallet: address, ...body }))
  assert.deepEqual(Object.keys(reply.data).sort(), [
    'last_valid_block_height',
    'recent_blockhash',
    'unsigned_tx_base64',
  ])
  return reply
}

/** Signs, sends by the service itself, and waits. */
async function broadcast(keypair: Keypair, unsigned: string): Promise<{ signature: string; via: string }> {
  const { wire, signature } = signUnsigned(keypair, unsigned)
  const sent = broadcastReply(await lab.post('/v1/trade/broadcast', { signed_tx_base64: wire }))
  assert.deepEqual([sent.signature, sent.landing], [signature, 'pending'])
  await lab.confirmed(signature)
  return { signature, via: sent.submitted_via }
}

test('on every DEX a bought and sold token moves what was quoted, the tip and the fee beside it', async () => {
  for (const [dex, { mint }] of lab.coins) {
    const wallet = await lab.wallet()
    const start = await lab.holdings(wallet.address)
    const buyQuote = await quoteOf(lab, 'buy', mint, 250_000_000n)
    const buy = await build('buy', wallet, { mint, amount_in: 0.25 })
    assert.equal(buy.signature, undefined)
    const bought = await broadcast(wallet, buy.data.unsigned_tx_base64)
    assert.equal(bought.via, 'jito_bundle', 'a tip is built in')
    const between = await lab.holdings(wallet.address)
    const buyRecord = await lab.record(bought.signature)
    const in1 = moved(start, between, buyRecord)
    assert.deepEqual([in1.tokens(mint), in1.lamports], [BigInt(buyQuote.out_amount), -250_000_000n - TIP_DEFAULT], dex)
    assert.deepEqual([buyRecord.err, buyRecord.feeLamports], [null, chainFee(buyRecord)])

    const sellQuote = await quoteOf(lab, 'sell', mint, between.tokens(mint))
    const sale = await build('sell', wallet, { mint, mev_tip_lamports: 0, close_token_account: true })
    const sold = await lab.signAndSend(wallet, sale.data.unsigned_tx_base64)
    const end = await lab.holdings(wallet.address)
    const sellRecord = await lab.record(sold)
    const out = moved(between, end, sellRecord)
    assert.deepEqual([out.tokens(mint), out.lamports], [-between.tokens(mint), BigInt(sellQuote.out_amount)], dex)
    assert.deepEqual([...end.accounts.keys()], [], `${dex}: the account is closed`)
    assert.equal(sellRecord.feeLamports, chainFee(sellRecord))
  }
})

test('the tip that is built in is what was asked for', async () => {
  const wallet = await lab.wallet()
  const mint = mintOf('raydium')
  for (const [body, tip] of [
    [{}, TIP_DEFAULT],
    [{ mev_tip_lamports: 0 }, 0n],
    [{ mev_tip_lamports: 4_321 }, 4_321n],
    [{ mev_tip_bps: 100 }, 5_000_000n],
    [{ mev_tip_bps: 0 }, 0n],
    [{ mev_tip_bps: 1, mev_tip_lamports: 60_000 }, 60_000n],
    [{ mev_tip_bps: 100, mev_tip_lamports: 60_000 }, 5_000_000n],
    [{ mev_tip_bps: 100, mev_tip_lamports: 0 }, 0n],
    [{ mev_protect: true, tip_lamports: 999 }, TIP_DEFAULT],
  ] as const) {
    const start = await lab.holdings(wallet.address)
    const built = await build('buy', wallet, { mint, amount_in: 0.5, ...body })
    const signature = await lab.signAndSend(wallet, built.data.unsigned_tx_base64)
    const { lamports } = moved(start, await lab.holdings(wallet.address), await lab.record(signature))
    assert.equal(lamports, -500_000_000n - tip, JSON.stringify(body))
  }
})

test('without a tip a broadcast goes the public way', async () => {
  const wallet = await lab.wallet()
  const built = await build('buy', wallet, { mint: mintOf('orca'), amount_in: 0.01, mev_tip_lamports: 0 })
  const { via } = await broadcast(wallet, built.data.unsigned_tx_base64)
  assert.equal(via, 'swqos')
})

test('what is built names its blockhash and its end, and the manifest what it would move', async () => {
  const wallet = await lab.wallet()
  const mint = mintOf('raydium_cpmm')
  const built = await build('buy', wallet, { mint, amount_in: 0.1 })
  const wire = Buffer.from(built.data.unsigned_tx_base64, 'base64')
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok)
  const { blockhashOffset, version } = parsed.transaction
  assert.equal(version, 0)
  assert.equal(encodeBase58(wire.subarray(blockhashOffset, blockhashOffset + 32)), built.data.recent_blockhash)
  const height = await lab.rpc('getBlockHeight', [{ commitment: 'confirmed' }])
  assert(built.data.last_valid_block_height > height && built.data.last_valid_block_height <= height + 150)
  const { out_amount } = await quoteOf(lab, 'buy', mint, 100_000_000n)
  const own = built.manifest.owners.find(({ owner }: { owner: string }) => owner === wallet.address)
  assert.deepEqual(own.tokens, [{ mint, amount: String(out_amount) }])
  const bare = await build('buy', wallet, { mint, amount_in: 0.1, manifest: false })
  assert.equal(bare.manifest, null)
})

test('built transactions live by a durable nonce as long as no one uses it', async () => {
  const wallet = await lab.wallet()
  const nonce = await lab.nonce(wallet.address)
  const mint = mintOf('meteora')
  const order = { mint, amount_in: 0.02, nonce_account: nonce.account, nonce_value: nonce.value }
  const built = await build('buy', wallet, order)
  assert.deepEqual([built.data.recent_blockhash, built.data.last_valid_block_height], [nonce.value, null])
  // Long after every blockhash of its time is dead.
  await lab.pass(200)
  const { signature } = await broadcast(wallet, built.data.unsigned_tx_base64)
  assert.equal((await lab.record(signature)).err, null)
  assert.notEqual(await nonce.read(), nonce.value)
  const late = await lab.trade('buy', { client_signs: true, wallet: wallet.address, ...order })
  assertFails(late, 400, /^nonce_value: the nonce holds /)
})

test('wrapped SOL and dollars pay for and receive what a caller signs', async () => {
  const wallet = await lab.wallet()
  await lab.giveTokens(wallet.address, USDC, 100_000_000n)
  await lab.giveTokens(wallet.address, SOL, 2_000_000_000n)
  const mint = mintOf('orca')
  for (const [money, moneyMint, amount_in] of [
    ['WSOL', SOL, 0.7],
    ['USDC', USDC, 60],
  ] as const) {
    const start = await lab.holdings(wallet.address)
    const buy = await build('buy', wallet, { mint, amount_in, pay_with_mint: money })
    await lab.signAndSend(wallet, buy.data.unsigned_tx_base64)
    const between = await lab.holdings(wallet.address)
    const paid = start.tokens(moneyMint) - between.tokens(moneyMint)
    assert.equal(paid, money === 'WSOL' ? 700_000_000n : 60_000_000n)
    assert(between.tokens(mint) > 0n)
    const sale = await build('sell', wallet, { mint, receive_mint: money })
    const signature = await lab.signAndSend(wallet, sale.data.unsigned_tx_base64)
    assert.equal((await lab.record(signature)).err, null)
    const end = await lab.holdings(wallet.address)
    assert.equal(end.tokens(mint), 0n)
    const got = end.tokens(moneyMint) - between.tokens(moneyMint)
    assert(got > (paid * 97n) / 100n && got < paid, `${got} of ${paid}`)
  }
})

/** The wallet's other account for a mint, with so many tokens moved into it. */
async function fillSeedDerived(wallet: Keypair, mint: string, amountRaw: bigint): Promise<string> {
  const { address } = wallet
  const seed = mint.slice(0, 32)
  const account = addressWithSeed(address, seed, TOKEN_PROGRAM)
  const from = associatedTokenAddress(address, mint)
  const lamports = await lab.rent(165)
  await lab.send(wallet, [
    make.createAccountWithSeed({ payer: address, account, seed, lamports, dataBytes: 165, owner: TOKEN_PROGRAM }),
    make.initializeTokenAccount({ account, mint, owner: address }),
    make.transferTokens({ from, to: account, authority: address, amountRaw }),
  ])
  return account
}

test('tokens are sold out of the standard account, the seed-derived one, or both together', async () => {
  const mint = mintOf('raydium_cpmm')
  const wallet = await lab.wallet()
  await lab.giveTokens(wallet.address, mint, 1_000_000_000n)
  const seedDerived = await fillSeedDerived(wallet, mint, 600_000_000n)
  const standard = associatedTokenAddress(wallet.address, mint)
  const held = async () => {
    const { accounts } = await lab.holdings(wallet.address)
    return [accounts.get(standard)?.raw, accounts.get(seedDerived)?.raw]
  }
  const sell = async (body: object) => {
    const built = await build('sell', wallet, { mint, mev_tip_lamports: 0, ...body })
    const signature = await lab.signAndSend(wallet, built.data.unsigned_tx_base64)
    assert.equal((await lab.record(signature)).err, null)
  }
  await sell({ amount_in: 100_000_000 })
  assert.deepEqual(await held(), [300_000_000n, 600_000_000n], 'the standard one holds enough')
  await sell({ amount_in: 400_000_000 })
  assert.deepEqual(await held(), [300_000_000n, 200_000_000n], 'only the other one does')
  await sell({ percent: 80 })
  assert.deepEqual(await held(), [0n, 100_000_000n], 'neither does: one is filled up from the other')
  await sell({ percent: 100 })
  assert.deepEqual(await held(), [0n, 0n], 'all that is left is in the seed-derived one')
})

test('a sale of everything in both accounts closes both on request', async () => {
  const mint = mintOf('raydium')
  const wallet = await lab.wallet()
  await lab.giveTokens(wallet.address, mint, 1_000_000_000n)
  await fillSeedDerived(wallet, mint, 400_000_000n)
  const start = await lab.holdings(wallet.address)
  const quote = await quoteOf(lab, 'sell', mint, 1_000_000_000n)
  const built = await build('sell', wallet, { mint, close_token_account: true, mev_tip_lamports: 0 })
  const signature = await lab.signAndSend(wallet, built.data.unsigned_tx_base64)
  const end = await lab.holdings(wallet.address)
  assert.deepEqual([...end.accounts.keys()], [])
  assert.equal(moved(start, end, await lab.record(signature)).lamports, BigInt(quote.out_amount))
})

test('a trade of every version goes through broadcast: legacy, 0 and 1', async () => {
  const mint = mintOf('raydium')
  for (const version of ['legacy', 0, 1] as const) {
    const wallet = await lab.wallet()
    const { out_amount } = await quoteOf(lab, 'buy', mint, 40_000_000n)
    const { data } = await build('buy', wallet, { mint, amount_in: 0.04, mev_tip_lamports: 0 })
    const wire = inVersion(wallet, data.unsigned_tx_base64, version)
    const sent = broadcastReply(await lab.post('/v1/trade/broadcast', { signed_tx_base64: wire }))
    await lab.confirmed(sent.signature)
    const record = await lab.record(sent.signature)
    assert.deepEqual([record.version, record.err], [version, null])
    assert.equal((await lab.holdings(wallet.address)).tokens(mint), BigInt(out_amount), `${version}`)
  }
})

/** What was built, compiled again in that version and signed; base64. */
function inVersion(wallet: Keypair, unsigned: string, version: 'legacy' | 0 | 1): string {
  if (version === 0) return signUnsigned(wallet, unsigned).wire
  const wire = Buffer.from(unsigned, 'base64')
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok && parsed.transaction.version === 0)
  const { transaction } = parsed
  if (version === 'legacy') {
    // Version 0 without lookups is a legacy message between its mark and its empty list.
    const bytes = wire.subarray(transaction.messageStart + 1, -1)
    const counts = { keyCount: transaction.keys.length, instructionCount: transaction.instructions.length }
    const message = { version: 'legacy' as const, bytes, signers: [wallet.address], ...counts }
    return Buffer.from(signMessage(message, [wallet]).wire).toString('base64')
  }
  const keys = transaction.keys.map((key) => encodeBase58(key))
  const { requiredSignatures, readonlySigned, readonlyUnsigned, blockhashOffset } = transaction
  const use = (index: number): make.AccountUse => ({
    address: keys[index]!,
    isSigner: index < requiredSignatures,
    isWritable:
      index < requiredSignatures ? index < requiredSignatures - readonlySigned : index < keys.length - readonlyUnsigned,
  })
  const instructions = transaction.instructions
    .map(({ programIndex, accountIndexes, data }) => ({
      programId: keys[programIndex]!,
      accounts: Array.from(accountIndexes, use),
      data,
    }))
    .filter(({ programId }) => programId !== COMPUTE_BUDGET_PROGRAM)
  const message = compileV1Message({
    payer: wallet.address,
    blockhash: encodeBase58(wire.subarray(blockhashOffset, blockhashOffset + 32)),
    instructions,
    config: { computeUnitLimit: 400_000, loadedAccountsDataSizeLimit: 1 << 26 },
  })
  return Buffer.from(signMessage(message, [wallet]).wire).toString('base64')
}

test('a transaction whose signature does not fit is not sent', async () => {
  const [wallet, other] = [await lab.wallet(), await lab.wallet()]
  const { data } = await build('buy', wallet, { mint: mintOf('bonk'), amount_in: 0.01 })
  const unsigned = await lab.post('/v1/trade/broadcast', { signed_tx_base64: data.unsigned_tx_base64 })
  assertFails(unsigned, 400, `signed_tx_base64: the signature of ${wallet.address} is missing`)
  const wire = Buffer.from(data.unsigned_tx_base64, 'base64')
  wire.set(other.publicKey, 1)
  wire.set(other.publicKey, 33)
  const forged = await lab.post('/v1/trade/broadcast', { signed_tx_base64: wire.toString('base64') })
  assertFails(forged, 400, `signed_tx_base64: the signature of ${wallet.address} is not valid`)
  assert.deepEqual([forged.json.stage, forged.json.fee_lamports, forged.json.retry_safe], ['validate', 0, true])
})
