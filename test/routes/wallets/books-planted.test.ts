import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { compileLegacyMessage, signMessage } from '../../../src/chain/solana/compile-message.ts'
import { setComputeUnitLimit, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSecretKey } from '../../../src/chain/solana/keypair.ts'
import type { WalletActivityReply } from '../../../src/contract/wallet-activity.ts'
import type { WalletHistoryReply } from '../../../src/contract/wallet-history.ts'
import type { WalletRelatedReply } from '../../../src/contract/wallet-related.ts'
import type { FundingReply, WalletTransfersReply } from '../../../src/contract/wallet-transfers.ts'
import { decodeBase58, encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { callNode, paySol } from '../../support/pay-sol.ts'
import { publishedTokens } from '../../support/published-tokens.ts'
import { askNode, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

/** Relations, spam and first money that were planted: what must be found, and what must not. */

const SOL = 1_000_000_000n
const PEOPLE: ReadonlySet<string> = new Set(['trader', 'whale', 'sniper', 'market_maker', 'sandwiched'])
const CHECKS = {
  related: successOf('GET /api/v2/wallets/{wallet}/related'),
  activity: successOf('GET /api/v2/wallets/{wallet}/activity'),
  transfers: successOf('GET /api/v2/wallets/{wallet}/transfers'),
  funding: successOf('GET /api/v2/wallets/{wallet}/funding'),
  history: successOf('GET /api/v2/wallets/{wallet}/history'),
}

let sandbox: StartedSandbox
let server: OpenServer
let url: string
/** Traders whose keys the sandbox holds. */
let traders: readonly Keypair[]
before(async () => {
  sandbox = await startSandbox()
  url = sandbox.urls['rpc']!
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: url }, { follows: true })
  const info = (await (await fetch(`${url}/info`)).json()) as {
    wallets: readonly { address: string; archetype: string; secretKey: string | null }[]
  }
  traders = info.wallets
    .filter(({ archetype, secretKey }) => secretKey !== null && PEOPLE.has(archetype))
    .flatMap(({ secretKey }) => keypairFromSecretKey(decodeBase58(secretKey!)!) ?? [])
  for (const { address } of traders)
    await sandbox.control('POST', '/airdrop', { address, lamports: String(1_000n * SOL) })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

function newKeypair(): Keypair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return keypairFromSecretKey(Buffer.concat([seed, key]))!
}

const related = async (wallet: string, query = ''): Promise<WalletRelatedReply> =>
  CHECKS.related(await server.get(`/api/v2/wallets/${wallet}/related?limit=100${query}`))
const rowsOf = ({ related: rows }: WalletRelatedReply, relation: string) =>
  rows.filter((row) => row.relation === relation)

test('a funder, whom it funded and who shares it are found with their payments; who had money before is not', async () => {
  const [payer] = traders as [Keypair]
  const [first, second, rich] = [newKeypair(), newKeypair(), newKeypair()]
  await sandbox.control('POST', '/airdrop', { address: rich.address, lamports: String(SOL) })
  const paid = new Map<string, { readonly signature: string; readonly sol: number }>()
  for (const [at, { address }] of [first, second, rich].entries()) {
    const lamports = 3n * SOL + BigInt(at) * 7n
    const signature = await paySol(url, { from: payer, to: address, amounts: [lamports] })
    paid.set(address, { signature, sol: Number(lamports) / 1e9 })
  }
  const own = await related(first.address)
  const [funder] = rowsOf(own, 'funder')
  assert.deepEqual(
    [funder?.wallet, funder?.evidence[0]?.signature],
    [payer.address, paid.get(first.address)!.signature],
  )
  assert.equal(funder!.evidence[0]!.amountSol, paid.get(first.address)!.sol)
  const same = rowsOf(own, 'same_funder')
  assert(same.some(({ wallet }) => wallet === second.address))
  assert(same.every(({ wallet }) => wallet !== rich.address && wallet !== first.address))
  const funded = rowsOf(await related(payer.address), 'funded')
  const evidenceOf = (wallet: string) => funded.find((row) => row.wallet === wallet)?.evidence[0]
  for (const { address } of [first, second]) {
    assert.equal(evidenceOf(address)?.signature, paid.get(address)!.signature)
    assert.equal(evidenceOf(address)?.amountSol, paid.get(address)!.sol)
  }
  assert.equal(evidenceOf(rich.address), undefined)
})

test('specks from strangers are counted as spam and are no relation; what is above them is both shown and one', async () => {
  const [, stranger, payer] = traders as [Keypair, Keypair, Keypair]
  const wallet = newKeypair()
  // The rent of an account without data is what the node says, and falls over the years.
  const least = BigInt(await callNode<number>(url, 'getMinimumBalanceForRentExemption', [0]))
  assert(least < 890_880n, 'less than before September 2026')
  await paySol(url, { from: payer, to: wallet.address, amounts: [SOL] })
  const speck = await paySol(url, { from: stranger, to: wallet.address, amounts: [least - 1n] })
  const whole = CHECKS.activity(await server.get(`/api/v2/wallets/${wallet.address}/activity`)) as WalletActivityReply
  assert.equal(whole.spamFiltered, 1)
  assert(whole.activity.every(({ txHash }) => txHash !== speck))
  assert(rowsOf(await related(wallet.address), 'transfer').every((row) => row.wallet !== stranger.address))
  server.clock.push(700_000)
  const plain = await paySol(url, { from: stranger, to: wallet.address, amounts: [least] })
  const later = CHECKS.activity(await server.get(`/api/v2/wallets/${wallet.address}/activity`)) as WalletActivityReply
  assert.equal(later.spamFiltered, 1)
  assert(later.activity.some(({ txHash }) => txHash === plain))
  const [row] = rowsOf(await related(wallet.address), 'transfer').filter((one) => one.wallet === stranger.address)
  assert.deepEqual([row?.weight, row?.direction, row?.evidence[0]?.signature], [1, 'in', plain])
})

test('the least that a new wallet can be given is no spam: it is there, and whom it was given to is `funded`', async () => {
  const payer = traders[1]!
  const wallet = newKeypair()
  const least = BigInt(await callNode<number>(url, 'getMinimumBalanceForRentExemption', [0]))
  const signature = await paySol(url, { from: payer, to: wallet.address, amounts: [least] })
  const { activity, spamFiltered } = CHECKS.activity(
    await server.get(`/api/v2/wallets/${wallet.address}/activity`),
  ) as WalletActivityReply
  assert.deepEqual([activity.map(({ txHash }) => txHash), spamFiltered], [[signature], 0])
  server.clock.push(700_000)
  const funded = rowsOf(await related(payer.address), 'funded').find((row) => row.wallet === wallet.address)
  assert.equal(funded?.evidence[0]?.signature, signature)
})

test('of a transaction with more transfers than a page has, those left out are counted', async () => {
  const [payer] = traders as [Keypair]
  const wallet = newKeypair()
  const signature = await paySol(url, { from: payer, to: wallet.address, amounts: [SOL, 2n * SOL, 3n * SOL] })
  const ask = async (limit: number): Promise<WalletTransfersReply> =>
    CHECKS.transfers(await server.get(`/api/v2/wallets/${wallet.address}/transfers?limit=${limit}`))
  const [whole, part] = [await ask(3), await ask(2)]
  assert.deepEqual([whole.count, whole.missing], [3, undefined])
  assert.deepEqual([part.count, part.missing], [2, [`1 more transfer of ${signature}`]])
})

test('a history counts the fees of transactions that failed: before its first money a wallet had nothing', async () => {
  const [payer, other] = traders as [Keypair, Keypair]
  const wallet = newKeypair()
  await paySol(url, { from: payer, to: wallet.address, amounts: [SOL] })
  for (let turn = 0; turn < 2; turn++)
    await paySol(url, { from: wallet, to: other.address, amounts: [1_000_000n * SOL] })
  const rows: readonly { err: unknown }[] = await askNode(url, 'getSignaturesForAddress', [
    wallet.address,
    { commitment: 'confirmed' },
  ])
  assert.deepEqual(
    rows.map(({ err }) => err !== null),
    [true, true, false],
  )
  const { series, missing } = CHECKS.history(
    await server.get(`/api/v2/wallets/${wallet.address}/history?period=30d&asset=${WSOL}`),
  ) as WalletHistoryReply
  assert.equal(series[0]!.v, 0)
  assert.equal(missing, undefined)
})

test('who buys the same two tokens within seconds trades alike; one token, other sides and other times do not', async () => {
  const [wallet, alike, once, against, late] = traders.slice(3).map(({ address }) => address) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const tokens = (await publishedTokens(sandbox)).filter(
    ({ archetype, dex }) => archetype === 'healthy' && dex !== null,
  )
  const [one, two] = tokens.map(({ mint }) => mint) as [string, string]
  const buy = (who: string | undefined, mint: string, slots = 0) => ({
    do: 'buy',
    wallet: who,
    mint,
    quoteRaw: String(SOL / 10n),
    slots,
  })
  await sandbox.control('POST', '/scenes', { trades: [buy(against, one), buy(against, two)] })
  // The tape must reach back over the seconds that are looked at.
  await sandbox.control('POST', '/clock/advance', { seconds: 120 })
  await sandbox.control('POST', '/slots/step', { count: 1 })
  await sandbox.control('POST', '/scenes', {
    trades: [buy(wallet, one), buy(alike, one), buy(once, one), buy(wallet, two, 1), buy(alike, two)],
  })
  await sandbox.control('POST', '/clock/advance', { seconds: 120 })
  const { played } = await sandbox.control<{ played: readonly { signature: string }[] }>('POST', '/scenes', {
    trades: [buy(late, one), buy(late, two)],
  })
  await sandbox.control('POST', '/slots/step', { count: 1 })
  const onTape = () =>
    server.ctx.store.tape
      .trades({ by: 'mint', address: two }, { limit: 20 })
      .trades.some(({ signature }) => signature === played.at(-1)!.signature)
  for (let tries = 0; !onTape(); tries++) {
    assert(tries < 200, 'the tape follows')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const rows = rowsOf(await related(wallet, '&kinds=cotrade'), 'cotrade')
  const planted = new Set([alike, once, against, late])
  assert.deepEqual(
    rows.filter((row) => planted.has(row.wallet)).map((row) => [row.wallet, row.weight, row.direction]),
    [[alike, 2, null]],
  )
})

test('transactions of one slot stand in the order of the block, whichever account of the wallet names them', async () => {
  const [payer, , , , , , , , busy] = traders as [Keypair, ...Keypair[]]
  const wallet = busy!.address
  const tokens = (await publishedTokens(sandbox)).filter(
    ({ archetype, dex }) => archetype === 'healthy' && dex !== null,
  )
  const [one, two] = tokens.map(({ mint }) => mint) as [string, string]
  const buy = (mint: string, slots = 0) => ({ do: 'buy', wallet, mint, quoteRaw: String(SOL / 10n), slots })
  await sandbox.control('POST', '/scenes', {
    trades: [
      buy(one),
      buy(two),
      buy(one),
      { do: 'sell', wallet, mint: two, sharePct: 50, slots: 0 },
      buy(two, 1),
      buy(one),
    ],
  })
  await sandbox.control('POST', '/slots/pause')
  const { value } = await callNode<{ value: { blockhash: string } }>(url, 'getLatestBlockhash', [])
  for (let at = 0; at < 4; at++) {
    const instructions = [
      setComputeUnitLimit(90_000 + at),
      transferLamports({ from: payer.address, to: wallet, lamports: SOL }),
    ]
    const message = compileLegacyMessage({ payer: payer.address, blockhash: value.blockhash, instructions })
    const encoded = Buffer.from(signMessage(message, [payer]).wire).toString('base64')
    await callNode(url, 'sendTransaction', [encoded, { encoding: 'base64', skipPreflight: true }])
  }
  await sandbox.control('POST', '/slots/step', { count: 2 })
  await sandbox.control('POST', '/slots/resume')
  server.clock.push(31_000)
  let together = 0
  const seen: WalletTransfersReply['transfers'] = []
  for (let before = ''; ; ) {
    const path = `/api/v2/wallets/${wallet}/transfers?limit=9${before === '' ? '' : `&before=${before}`}`
    const page: WalletTransfersReply = CHECKS.transfers(await server.get(path))
    seen.push(...page.transfers!)
    if (page.nextBefore === null) break
    before = page.nextBefore
  }
  assert.equal(new Set(seen.map((edge) => JSON.stringify(edge))).size, seen.length)
  for (const [slot, rows] of Map.groupBy(seen, (row) => row.slot)) {
    const shown = [...new Set(rows.map(({ signature }) => signature))]
    const block = await askNode(url, 'getBlock', [
      slot,
      { transactionDetails: 'signatures', rewards: false, maxSupportedTransactionVersion: 1, commitment: 'confirmed' },
    ])
    const inBlock = (block.signatures as readonly string[]).filter((signature) => shown.includes(signature))
    assert.deepEqual(shown, inBlock.toReversed(), `slot ${slot}`)
    together += shown.length - 1
  }
  assert(together >= 6, `${together} behind another of their slot`)
})

const FUNDED_BY = {
  funderName: 'Exchange 7',
  funderType: 'exchange',
  amountRaw: '4999999999',
  timestamp: 1_790_000_000,
  slot: 77,
}

test('the beginning of a long history is the provider’s to say, and what it says is handed on to the lamport', async () => {
  const [payer, wallet] = [newKeypair(), newKeypair()]
  const signatureOf = (at: number) =>
    encodeBase58(Uint8Array.from({ length: 64 }, (_, i) => ((at * 31) >> (i % 4)) ^ (i + 1)))
  let listed = 0
  let isDown = false
  const node = await startLocalServer((request, response) => {
    const { id, method, params } = JSON.parse(request.body.toString())
    if (isDown) return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
    if (method === 'getSignaturesForAddress') listed++
    const row = (at: number) => ({
      signature: signatureOf(at),
      slot: 9_000 - at,
      err: null,
      memo: null,
      blockTime: 1_790_000_500 - at,
    })
    const result =
      method === 'getSignaturesForAddress' ? Array.from({ length: params[1].limit }, (_, at) => row(at)) : null
    sendJson(response, { jsonrpc: '2.0', id, result })
  })
  let said: { status: number; body: object } = { status: 200, body: {} }
  const provider = await startLocalServer((_request, response) => sendJson(response, said.body, said.status))
  const env = { MINTGLASS_MODE: 'live', HELIUS_API_URL: provider.url, HELIUS_API_KEY: 'k' }
  const live = await openServer({ ...env, SOLANA_RPC_URL: node.url })
  const path = (of: string) => `/api/v2/wallets/${of}/funding`
  try {
    said = { status: 200, body: { ...FUNDED_BY, funder: payer.address, signature: signatureOf(5_000) } }
    const reply: FundingReply & { success: true } = CHECKS.funding(await live.get(path(wallet.address)))
    assert.deepEqual(reply, {
      success: true,
      wallet: wallet.address,
      funded: true,
      funder: payer.address,
      funderName: 'Exchange 7',
      funderType: 'exchange',
      amountSol: 4.999999999,
      amountLamports: '4999999999',
      signature: signatureOf(5_000),
      blockTime: 1_790_000_000,
      slot: 77,
      source: 'helius',
    })
    // One page shows that the history is longer; the provider saves the other nineteen.
    assert.equal(listed, 1)
    said = { status: 404, body: { error: 'none' } }
    const other = newKeypair().address
    assert.deepEqual(CHECKS.funding(await live.get(path(other))), {
      success: true,
      wallet: other,
      funded: false,
      source: 'helius',
    })
    isDown = true
    said = { status: 200, body: { ...FUNDED_BY, funder: payer.address, signature: signatureOf(5_000) } }
    const without: FundingReply = CHECKS.funding(await live.get(path(newKeypair().address)))
    assert.deepEqual([without.source, without.amountLamports], ['helius', '4999999999'])
    said = { status: 500, body: {} }
    assertFails(await live.get(path(newKeypair().address)), 502, /./)
  } finally {
    await live.stop()
    await Promise.all([node.close(), provider.close()])
  }
})
