import { type Keypair, signBytes } from '../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { STRANGER } from './ask.ts'
import type { MadeKey, Target } from './target.ts'

/** A key as anyone gets one: the wallet signs a challenge. Null when the server gives none. */
export async function registerKey(
  target: Target,
  owner: Keypair,
  more: object = {},
  from: string = STRANGER,
): Promise<MadeKey | null> {
  const proof = await prove(target, owner, 'register', from)
  const { status, json } = await target.ask('/api/register-key', { body: { ...proof, ...more }, from })
  return status === 201 ? { id: json.apiKeyId as number, key: json.apiKey as string } : null
}

/** A session token of the owner. */
export async function signIn(target: Target, owner: Keypair): Promise<string> {
  const { status, json, text } = await target.ask('/api/auth/login', {
    body: await prove(target, owner, 'login', '127.0.0.1'),
  })
  if (status !== 200) throw new Error(`sign-in: ${status} ${text}`)
  return json.sessionToken as string
}

async function prove(target: Target, owner: Keypair, purpose: string, from: string): Promise<object> {
  const { json, status, text } = await target.ask('/api/auth/challenge', {
    body: { ownerWallet: owner.address, purpose },
    from,
  })
  if (status !== 200) throw new Error(`challenge: ${status} ${text}`)
  const signature = encodeBase58(signBytes(owner, Buffer.from(json.message as string)))
  return { ownerWallet: owner.address, nonce: json.nonce as string, signature }
}
