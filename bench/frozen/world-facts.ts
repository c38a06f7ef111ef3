import { createPrivateKey, sign } from 'node:crypto'
import { Keypair, PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import type { Recorder } from './recorder.ts'

export type Token = {
  readonly mint: string
  readonly symbol: string
  readonly archetype: string
  readonly dex: string | null
  readonly pool: string | null
}
export type Wallet = { readonly address: string; readonly archetype: string; readonly secretKey: string | null }

/** What the sandbox publishes, and the keys that were made for the recording. */
export type Facts = {
  readonly tokens: readonly Token[]
  readonly wallets: readonly Wallet[]
  readonly users: readonly { readonly userRef: string; readonly address: string }[]
  readonly signatures: readonly string[]
  readonly upstreams: Readonly<Record<string, string>>
  /** Published keys by name. */
  readonly keys: Readonly<Record<string, string>>
  /** Of every scope. */
  readonly operatorKey: string
  /** Two requests in ten seconds. */
  readonly narrowKey: string
  token(archetype: string, at?: number): Token
  wallet(archetype: string, at?: number): Wallet
}

export const WSOL = 'So11111111111111111111111111111111111111112'
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** Text of an address that nothing lives at. */
export const NOBODY = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9'

export async function readFacts(recorder: Recorder, made: Pick<Facts, 'operatorKey' | 'narrowKey'>): Promise<Facts> {
  const { json } = await recorder.askAll({ operation: 'GET /api/sandbox', as: null })
  const pick = <T extends { readonly archetype: string }>(rows: readonly T[], archetype: string, at = 0): T => {
    const row = rows.filter((one) => one.archetype === archetype)[at]
    if (row === undefined) throw new Error(`the sandbox has no ${archetype} ${at}`)
    return row
  }
  const { tokens, wallets, userRefs, signatures, upstreams, keys } = json
  return {
    ...made,
    tokens,
    wallets,
    users: userRefs,
    signatures,
    upstreams,
    keys,
    token: (archetype, at) => pick<Token>(tokens, archetype, at),
    wallet: (archetype, at) => pick<Wallet>(wallets, archetype, at),
  }
}

/** As a wallet in a browser signs a text; base64. */
export function signText({ secretKey }: Wallet, text: string): string {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([prefix, keypairOf(secretKey).secretKey.subarray(0, 32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from(text), key).toString('base64')
}

/** The unsigned transaction with the wallet's signature; base64 both. Empty where there is none to sign. */
export function signTransaction({ secretKey }: Wallet, unsigned: string): string {
  if (unsigned === '') return ''
  const transaction = VersionedTransaction.deserialize(Buffer.from(unsigned, 'base64'))
  transaction.sign([keypairOf(secretKey)])
  return Buffer.from(transaction.serialize()).toString('base64')
}

export function signPayment(
  { secretKey }: Wallet,
  { to, lamports, blockhash }: { readonly to: string; readonly lamports: number; readonly blockhash: string },
): string {
  const payer = keypairOf(secretKey)
  const transfer = { fromPubkey: payer.publicKey, toPubkey: new PublicKey(to), lamports }
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 0 })
  transaction.add(SystemProgram.transfer(transfer)).sign(payer)
  return transaction.serialize().toString('base64')
}

function keypairOf(secretKey: string | null): Keypair {
  if (secretKey === null) throw new Error('nobody here has the key of this wallet')
  return Keypair.fromSecretKey(decodeBase58(secretKey))
}

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function decodeBase58(text: string): Uint8Array {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(DIGITS.indexOf(letter))
  const zeros = text.length - text.replace(/^1+/, '').length
  const hex = value === 0n ? '' : value.toString(16)
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')])
}
