import assert from 'node:assert/strict'
import { type Keypair, keypairFromText, signBytes } from '../../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'

type AskOptions = {
  readonly session?: string
  /** Client address; another for each request that does not say, so that no limit is met by accident. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}
// biome-ignore lint/suspicious/noExplicitAny: replies are looked at by hand
type Json = any

export type AccountLab = {
  readonly server: OpenServer
  get(path: string, options?: AskOptions): Promise<ApiReply>
  post(path: string, body?: unknown, options?: AskOptions): Promise<ApiReply>
  challenge(wallet: Keypair, purpose?: 'login' | 'register', options?: AskOptions): Promise<Json>
  /** The body that a wallet sends after it signed. */
  signed(wallet: Keypair, purpose?: 'login' | 'register', options?: AskOptions): Promise<Json>
  register(wallet: Keypair, more?: object, options?: AskOptions): Promise<Json>
  signIn(wallet: Keypair, options?: AskOptions): Promise<string>
  stop(): Promise<void>
}

export const HOST = 'keys.example.org'

export function walletNamed(name: string): Keypair {
  return keypairFromText(`account test ${name}`)
}

export function sign(wallet: Keypair, message: string): string {
  return encodeBase58(signBytes(wallet, Buffer.from(message)))
}

/** All routes over a store of its own, on a live server without providers unless `env` names some. Client addresses are
 *  what `X-Forwarded-For` says. */
export async function openAccountLab(env: Readonly<Record<string, string>> = {}): Promise<AccountLab> {
  const server = await openServer({
    ...(env['SANDBOX_URL'] === undefined ? { MINTGLASS_MODE: 'live' } : {}),
    PUBLIC_HOST: HOST,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  })
  let asked = 0
  const optionsOf = ({ session, from, headers = {} }: AskOptions = {}) => {
    asked++
    const address = from ?? `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
    return {
      key: null,
      headers: {
        'X-Forwarded-For': address,
        ...(session === undefined ? {} : { 'X-Session-Token': session }),
        ...headers,
      },
    }
  }
  const post: AccountLab['post'] = (path, body, options) => server.post(path, body, optionsOf(options))
  const challenge: AccountLab['challenge'] = async (wallet, purpose = 'login', options) => {
    const reply = await post('/api/auth/challenge', { ownerWallet: wallet.address, purpose }, options)
    assert.equal(reply.status, 200, reply.text)
    return reply.json
  }
  const signed: AccountLab['signed'] = async (wallet, purpose, options) => {
    const { nonce, message } = await challenge(wallet, purpose, options)
    return { ownerWallet: wallet.address, nonce, signature: sign(wallet, message) }
  }
  return {
    server,
    get: (path, options) => server.get(path, optionsOf(options)),
    post,
    challenge,
    signed,
    async register(wallet, more = {}, options) {
      const reply = await post('/api/register-key', { ...(await signed(wallet, 'register')), ...more }, options)
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    },
    async signIn(wallet, options) {
      const reply = await post('/api/auth/login', await signed(wallet), options)
      assert.equal(reply.status, 200, reply.text)
      return reply.json.sessionToken
    },
    stop: () => server.stop(),
  }
}
