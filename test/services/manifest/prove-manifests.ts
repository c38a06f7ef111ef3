import assert from 'node:assert/strict'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { findExtension, readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { tokenAccountsOf } from '../../../src/services/trade-plan/token-accounts.ts'
import type { ApiReply } from '../../support/api-client.ts'
import type { PublishedToken } from '../../support/published-tokens.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { type DrawnTrade, drawTrade, TRADERS } from './draw-trade.ts'
import { differences, observeDeltas, shownDeltas } from './observe-deltas.ts'
import { type SeenTransaction, type TradeLab, USDC, USDT } from './trade-lab.ts'

export type Proof = {
  /** Transactions on the chain whose manifest was compared with them. */
  readonly compared: number
  /** One line each, with the case. */
  readonly mismatches: readonly string[]
  /** Trades that were not made, by the code of the refusal. */
  readonly refused: ReadonlyMap<string, number>
  /** How many of the compared had which trait. */
  readonly traits: ReadonlyMap<string, number>
}

type Trader = {
  readonly keypair: Keypair
  readonly userRef: string
  readonly custodial: string
  readonly nonce: string
}
type Parts = {
  readonly lab: TradeLab
  readonly traders: readonly Trader[]
  readonly feeWallet: string
  readonly withFee: ReadonlySet<string>
  strangers: number
}

/** So that each comes up often. */
const TOKENS_PER_DEX = 12
const MONEY_RAW = 1_000_000_000n
const WSOL_RAW = 100_000_000_000n
const WSOL = 'So11111111111111111111111111111111111111112'
const TRANSFER_FEE_CONFIG = 1
/** Draws for one transaction that comes about: some are refused, as an empty account that is to be sold. */
const DRAWS_PER_TRADE = 4
const LANDING_POLL_MS = 5
const LANDING_POLLS = 4_000
const PATIENT_POLLS = 40

/** Makes `count` drawn trades through the API, one after the other with the chain standing still in between, and
 *  compares each manifest with what a node then tells of that very transaction. */
export async function proveManifests(lab: TradeLab, count: number, seed: number): Promise<Proof> {
  const random = createRandom(seed)
  const tokens = await tradedTokens(lab)
  const parts: Parts = {
    lab,
    ...(await prepareTraders(lab, tokens)),
    strangers: 0,
    feeWallet: keypairFromText(`lab fees ${seed}`).address,
    withFee: await tokensWithFee(lab, tokens),
  }
  await lab.airdrop(parts.feeWallet)
  for (const mint of [USDC, USDT]) await lab.giveTokens(parts.feeWallet, mint, 1n)
  const mismatches: string[] = []
  const [refused, traits] = [new Map<string, number>(), new Map<string, number>()]
  const note = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  let compared = 0
  for (let at = 0; compared < count && at < count * DRAWS_PER_TRADE; at++) {
    const drawn = drawTrade(tokens, at, random)
    const made = await makeTrade(parts, drawn)
    if (made.kind === 'refused') {
      note(refused, made.code)
      continue
    }
    compared++
    const label = `${at} ${drawn.side} ${drawn.token.dex} ${drawn.token.symbol} ${JSON.stringify(drawn.body)}`
    for (const line of judge(made)) mismatches.push(`${label}: ${line}`)
    for (const trait of traitsOf(parts, drawn, made)) note(traits, trait)
  }
  return { compared, mismatches, refused, traits }
}

type Made = {
  readonly kind: 'made'
  readonly manifest: ShownManifest
  readonly seen: SeenTransaction
  readonly nonces: ReadonlyMap<string, string>
  readonly payer: string
}
type ShownManifest = {
  readonly adapter: string
  readonly owners: Parameters<typeof shownDeltas>[0]
  readonly programs: readonly string[]
  readonly max_outflow: { readonly lamports: string; readonly tokens: readonly { mint: string; amount: string }[] }
}
type Refused = { readonly kind: 'refused'; readonly code: string }

function judge({ manifest, seen, nonces, payer }: Made): string[] {
  if (seen.meta.err !== null) return [`failed on the chain: ${JSON.stringify(seen.meta.err)}`]
  const observed = observeDeltas(seen, nonces)
  const lines = differences(shownDeltas(manifest.owners), observed)
  const invoked = new Set(
    seen.meta.logMessages.flatMap((line) => /^Program (\w+) invoke \[\d+\]$/.exec(line)?.[1] ?? []),
  )
  if (invoked.size !== manifest.programs.length || manifest.programs.some((one) => !invoked.has(one)))
    lines.push(`programs shown ${manifest.programs.join()}, seen ${[...invoked].join()}`)
  const own = observed.get(payer)
  if (-(own?.lamports ?? 0n) > BigInt(manifest.max_outflow.lamports)) lines.push('more lamports left than the most')
  for (const [mint, raw] of own?.tokens ?? []) {
    const most = BigInt(manifest.max_outflow.tokens.find((one) => one.mint === mint)?.amount ?? 0)
    if (mint !== WSOL && -raw > most) lines.push(`more of ${mint} left than the most`)
  }
  return lines
}

async function makeTrade(parts: Parts, drawn: DrawnTrade): Promise<Made | Refused> {
  const { lab, traders, feeWallet } = parts
  const trader = drawn.trader === null ? await stranger(parts) : traders[drawn.trader]!
  const body: Record<string, unknown> = { mint: drawn.token.mint, dex: drawn.token.dex, ...drawn.body }
  if (drawn.fee !== 'none')
    body['fee_wallet'] =
      drawn.fee === 'known' ? feeWallet : keypairFromText(`lab stranger ${++parts.strangers}`).address
  const path = `/v1/trade/${drawn.side}`
  if (drawn.isCustodial) return tradeCustodial(lab, trader, path, body)
  const { keypair } = trader
  if (drawn.isSplit) await split(lab, keypair, drawn.token.mint)
  const nonces = new Map([[trader.nonce, keypair.address]])
  if (drawn.usesNonce)
    Object.assign(body, { nonce_account: trader.nonce, nonce_value: await lab.nonceValue(trader.nonce) })
  const reply = await lab.post(path, { ...body, client_signs: true, wallet: keypair.address })
  if (reply.status !== 200) return refusedBy(reply)
  const signature = await lab.sendSigned(Buffer.from(reply.json.data.unsigned_tx_base64, 'base64'), keypair)
  await lab.confirm()
  const seen = await lab.transaction(signature)
  return { kind: 'made', manifest: reply.json.manifest, seen, nonces, payer: keypair.address }
}

/** The server sends it; the chain stands still until it has it, and goes on until the server has seen it confirmed. */
async function tradeCustodial(lab: TradeLab, trader: Trader, path: string, body: object): Promise<Made | Refused> {
  const before = await lab.transactionCount()
  let reply: ApiReply | undefined
  void lab.post(path, body, { 'X-User-Ref': trader.userRef }).then((answer) => {
    reply = answer
  })
  for (let polls = 0; reply === undefined; polls++) {
    assert(polls < LANDING_POLLS, 'the server does not answer')
    await new Promise((resolve) => setTimeout(resolve, LANDING_POLL_MS))
    // A bundle waits for the next slot.
    if ((await lab.transactionCount()) > before || polls > PATIENT_POLLS) await lab.step(1)
  }
  if (reply.status !== 200) return refusedBy(reply)
  const seen = await lab.transaction(reply.json.signature)
  return { kind: 'made', manifest: reply.json.manifest, seen, nonces: new Map(), payer: trader.custodial }
}

function refusedBy({ status, json, text }: ApiReply): Refused {
  assert(status < 500 || json?.code === 'not_landed', `${status} ${text}`)
  const reason = (json.error as string).replace(/\d+/g, 'N').replace(/[1-9A-HJ-NP-Za-km-z]{32,44}/g, '...')
  return { kind: 'refused', code: `${json.code}: ${reason}` }
}

async function split(lab: TradeLab, owner: Keypair, mint: string): Promise<void> {
  const program = await programOf(lab, mint)
  const { standard, seedDerived } = tokenAccountsOf(owner.address, mint, program)
  const [account, seeded] = await Promise.all([accountData(lab, standard), accountData(lab, seedDerived)])
  const heldRaw = account === null ? 0n : (readTokenAccount(account)?.amountRaw ?? 0n)
  if (heldRaw > 10n && seeded === null) await lab.moveToSeedAccount(owner, mint, program, heldRaw / 3n)
}

/** Everyone has tokens of each token, money of each kind, a durable nonce, and a custodial wallet beside its own. */
async function prepareTraders(lab: TradeLab, tokens: readonly PublishedToken[]): Promise<{ traders: Trader[] }> {
  const traders: Trader[] = []
  for (let at = 0; at < TRADERS; at++) {
    const keypair = await lab.wallet()
    const userRef = `prover-${at}`
    const made = await lab.post('/v1/wallets', { user_ref: userRef })
    const custodial = (made.json.wallet ?? made.json.data ?? made.json).address as string
    assert.equal(typeof custodial, 'string', made.text)
    await lab.airdrop(custodial)
    for (const owner of [keypair.address, custodial]) {
      for (const mint of [USDC, USDT]) await lab.giveTokens(owner, mint, MONEY_RAW)
      await lab.giveTokens(owner, WSOL, WSOL_RAW)
      // Not everyone has every token from the beginning.
      for (const [i, { mint }] of tokens.entries())
        if ((i + at) % 3 > 0) await lab.giveTokens(owner, mint, 50_000_000_000n)
    }
    traders.push({ keypair, userRef, custodial, nonce: await lab.nonceOf(keypair) })
  }
  return { traders }
}

async function stranger({ lab }: Parts): Promise<Trader> {
  const keypair = await lab.wallet()
  for (const mint of [USDC, USDT]) await lab.giveTokens(keypair.address, mint, MONEY_RAW)
  await lab.giveTokens(keypair.address, WSOL, WSOL_RAW)
  return { keypair, userRef: '', custodial: '', nonce: '' }
}

/** A few tokens of every DEX that has some, those of Token-2022 among them. */
async function tradedTokens(lab: TradeLab): Promise<PublishedToken[]> {
  const perDex = new Map<string, PublishedToken[]>()
  for (const token of lab.tokens) {
    if (token.dex === null || token.pool === null || token.archetype === 'stablecoin') continue
    const some = perDex.get(token.dex) ?? []
    perDex.set(token.dex, some)
    some.push(token)
  }
  // One of each DEX in turn, so that none is rare; tokens with a transfer fee come first.
  const withFee = await tokensWithFee(lab, [...perDex.values()].flat())
  const most = Math.max(...[...perDex.values()].map((some) => some.length))
  const queues = [...perDex.values()].map((some) => [
    ...some.filter(({ mint }) => withFee.has(mint)),
    ...some.filter(({ mint }) => !withFee.has(mint)),
  ])
  const turns = Array.from({ length: Math.min(most, TOKENS_PER_DEX) }, (_, at) =>
    queues.map((some) => some[at % some.length]!),
  )
  return turns.flat()
}

async function tokensWithFee(lab: TradeLab, tokens: readonly PublishedToken[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const mint of new Set(tokens.map((token) => token.mint))) {
    if ((await programOf(lab, mint)) !== TOKEN_2022_PROGRAM) continue
    const config = findExtension((await accountData(lab, mint))!, TRANSFER_FEE_CONFIG)
    if (config !== null) found.add(mint)
  }
  return found
}

type RawAccount = { readonly value: { readonly owner: string; readonly data: readonly [string] } | null }

async function programOf(lab: TradeLab, mint: string): Promise<string> {
  const { value } = await lab.rpc<RawAccount>('getAccountInfo', [mint, { encoding: 'base64' }])
  return value?.owner ?? TOKEN_PROGRAM
}

async function accountData(lab: TradeLab, address: string): Promise<Buffer | null> {
  const options = { encoding: 'base64', commitment: 'processed' }
  const { value } = await lab.rpc<RawAccount>('getAccountInfo', [address, options])
  return value === null ? null : Buffer.from(value.data[0], 'base64')
}

function traitsOf({ withFee }: Parts, drawn: DrawnTrade, { seen, manifest }: Made): string[] {
  const { token, side, isCustodial, money, trader, usesNonce, isSplit, fee, body } = drawn
  const isNew = seen.meta.postTokenBalances.length > seen.meta.preTokenBalances.length
  return [
    `${token.dex} ${side}`,
    isCustodial ? 'custodial' : 'client-signed',
    `money ${money}`,
    `executed by ${manifest.adapter}`,
    ...(trader === null ? ['wallet that never traded'] : []),
    ...(usesNonce && !isCustodial ? ['durable nonce'] : []),
    ...(isSplit ? ['coins in two accounts'] : []),
    ...(fee === 'none' ? [] : [`fee to a ${fee === 'known' ? 'known wallet' : 'stranger'}`]),
    ...(isNew ? ['makes a token account'] : []),
    ...(money === 'USDC' || money === 'USDT' ? ['second hop'] : []),
    ...(body['mev_protect'] === true ? ['bundle'] : []),
    ...(body['close_token_account'] === true ? ['may close the account'] : []),
    ...(withFee.has(token.mint) ? ['Token-2022 with a transfer fee'] : []),
  ]
}
