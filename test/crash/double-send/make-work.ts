import { randomBytes } from 'node:crypto'
import { compileV0Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { TIP_ACCOUNT } from '../../support/landing-lab.ts'
import type { AskChain } from './chain-facts.ts'
import type { Wish, Work } from './work.ts'

export type Token = { readonly mint: string; readonly dex: string }
export type ApiKey = { readonly key: string; readonly keyId: number }
/** A user whose wallet the server keeps. */
export type User = {
  readonly apiKey: string
  readonly keyId: number
  readonly userRef: string
  readonly walletId: string
  readonly address: string
  /** Base units of one sale, by mint: a small part of what was bought at first. */
  readonly saleRaw: ReadonlyMap<string, bigint>
}
export type Cast = {
  readonly users: readonly User[]
  readonly tokens: readonly Token[]
  /** Wallets of callers who sign for themselves. */
  readonly payers: readonly Keypair[]
  readonly ask: AskChain
  readonly random: () => number
}

const BROADCAST = '/v1/trade/broadcast'
/** More than an account without data must hold, so that a marker can be paid into the void. */
const PAYMENT_LAMPORTS = 2_000_000n
const TIP_LAMPORTS = 10_000n
/** Fees that leave the marker with more than it must hold. */
const BUY = { sol: '0.05', feeBps: 500 } as const
const SELL_FEE_BPS = 2_500
/** Beyond 100 %: there is no minimum. */
const ANY_PRICE_BPS = 20_000

/** One more work; twins are two works with one request. Idempotency keys repeat among users. */
export async function makeWorks(cast: Cast, id: number): Promise<Work[]> {
  const { random, users } = cast
  const kind = (['buy', 'buy', 'sell', 'withdraw', 'withdraw', 'broadcast'] as const)[Math.floor(random() * 6)]!
  const user = users[id % users.length]!
  const base = {
    kind,
    apiKey: user.apiKey,
    userRef: user.userRef,
    idempotencyKey: `key-${Math.floor(id / users.length)}`,
  }
  if (kind === 'broadcast') {
    const payer = pick(cast, cast.payers)
    const hasTip = random() < 0.3
    const wishes = [await payment(cast, payer, hasTip), await payment(cast, payer, hasTip)] as const
    return [{ ...base, id, wallet: payer.address, path: BROADCAST, wishes }]
  }
  const wish = { buy: buyWish, sell: sellWish, withdraw: withdrawWish }[kind]
  const path = kind === 'withdraw' ? `/v1/wallets/${user.walletId}/withdraw` : `/v1/trade/${kind}`
  const work = { ...base, id, wallet: user.address, path, wishes: [wish(cast, user), wish(cast, user)] as const }
  if (random() > 0.08) return [work]
  // The odd request of a twin is its own.
  const wishes = [work.wishes[0], wish(cast, user)] as const
  return [work, { ...work, id: id + 0.5, idempotencyKey: `${work.idempotencyKey}-twin`, wishes }]
}

function buyWish(cast: Cast, _user: User): Wish {
  const { random } = cast
  const marker = newAddress()
  return asWish(marker, null, {
    mint: pick(cast, cast.tokens).mint,
    amount_in: BUY.sol,
    slippage_bps: random() < 0.15 ? 1 : ANY_PRICE_BPS,
    fee_bps: BUY.feeBps,
    fee_wallet: marker,
    ...(random() < 0.25 ? { mev_protect: true, tip_lamports: Number(TIP_LAMPORTS) } : {}),
  })
}

function sellWish(cast: Cast, { saleRaw }: User): Wish {
  const { random } = cast
  const marker = newAddress()
  const { mint } = pick(cast, cast.tokens)
  return asWish(marker, null, {
    mint,
    amount_in: String(saleRaw.get(mint)!),
    slippage_bps: random() < 0.15 ? 1 : ANY_PRICE_BPS,
    fee_bps: SELL_FEE_BPS,
    fee_wallet: marker,
    ...(random() < 0.25 ? { mev_protect: true, tip_lamports: Number(TIP_LAMPORTS) } : {}),
  })
}

function withdrawWish({ random }: Cast): Wish {
  const marker = newAddress()
  const lamports = PAYMENT_LAMPORTS + BigInt(Math.floor(random() * 1_000_000))
  return asWish(marker, lamports, { to: marker, amount: String(lamports) })
}

async function payment({ ask, random }: Cast, payer: Keypair, hasTip: boolean): Promise<Wish> {
  const marker = newAddress()
  const lamports = PAYMENT_LAMPORTS + BigInt(Math.floor(random() * 1_000_000))
  const { value } = await ask<{ value: { blockhash: string } }>('getLatestBlockhash', [{ commitment: 'confirmed' }])
  const from = payer.address
  const tips = hasTip ? [make.transferLamports({ from, to: TIP_ACCOUNT, lamports: TIP_LAMPORTS })] : []
  const instructions = [make.transferLamports({ from, to: marker, lamports }), ...tips]
  const message = compileV0Message({ payer: from, blockhash: value.blockhash, instructions, lookupTables: [] })
  const { wire, signature } = signMessage(message, [payer])
  const body = { signed_tx_base64: Buffer.from(wire).toString('base64') }
  return { ...asWish(marker, lamports, body), ownSignature: signature }
}

function asWish(marker: string, markerLamports: bigint | null, body: object): Wish {
  return { marker, markerLamports, body: JSON.stringify(body), ownSignature: null }
}

function newAddress(): string {
  return encodeBase58(randomBytes(32))
}

function pick<T>({ random }: Cast, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}
