import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { keypairFromSeed } from '../../../src/chain/solana/keypair.ts'
import { publishedTokens } from '../../support/published-tokens.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { askServer } from './ask-server.ts'
import type { AskChain } from './chain-facts.ts'
import type { ApiKey, Cast, Token, User } from './make-work.ts'

const USER_REFS = ['default', 'alice', 'bob']
const COINS = 3
const PAYERS = 3
const FUNDS_LAMPORTS = 1_000_000_000_000
const FIRST_BUY_SOL = 10
/** A sale is this part of what was bought at first: about 0.1 SOL. */
const SALES = 100n

const ORDINARY: ReadonlySet<string> = new Set(['healthy', 'graduated', 'other_dex'])

/** Users with SOL and some tokens each, and payers with SOL. */
export async function castUsers(parts: {
  readonly sandbox: StartedSandbox
  readonly ask: AskChain
  readonly random: () => number
  readonly apiKeys: readonly ApiKey[]
  readonly port: number
  readonly say: (line: string) => void
}): Promise<Cast> {
  const { sandbox, ask, random, apiKeys, port, say } = parts
  const call = async <T>(apiKey: string, userRef: string, path: string, body: object): Promise<T> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'x-user-ref': userRef }
    const reply = await askServer(port, { method: 'POST', path, headers, body: JSON.stringify(body) })
    assert(reply.status < 300, `${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
    return JSON.parse(reply.text) as T
  }
  const tokens = await findCoins(sandbox)
  const fund = (address: string): Promise<unknown> =>
    sandbox.control('POST', '/airdrop', { address, lamports: FUNDS_LAMPORTS })
  const owners = apiKeys.flatMap(({ key, keyId }) => USER_REFS.map((userRef) => ({ apiKey: key, keyId, userRef })))
  const users = await Promise.all(
    owners.map(async ({ apiKey, keyId, userRef }): Promise<User> => {
      const { wallet } = await call<{ wallet: { id: string; address: string } }>(apiKey, userRef, '/v1/wallets', {
        user_ref: userRef,
      })
      await fund(wallet.address)
      const saleRaw = new Map<string, bigint>()
      for (const { mint } of tokens) {
        const body = { mint, amount_in: FIRST_BUY_SOL, slippage_bps: 5_000 }
        const bought = await call<{ amount_received: number }>(apiKey, userRef, '/v1/trade/buy', body)
        saleRaw.set(mint, BigInt(Math.trunc(bought.amount_received)) / SALES)
      }
      return { apiKey, keyId, userRef, walletId: wallet.id, address: wallet.address, saleRaw }
    }),
  )
  const payers = Array.from({ length: PAYERS }, () => keypairFromSeed(randomBytes(32)))
  for (const { address } of payers) await fund(address)
  say(`${users.length} users, ${tokens.map(({ dex }) => dex).join(', ')}`)
  return { users, tokens, payers, ask, random }
}

/** Ordinary tokens on different DEXs. */
async function findCoins(sandbox: StartedSandbox): Promise<Token[]> {
  const found = new Map<string, Token>()
  for (const { mint, dex, pool, archetype } of await publishedTokens(sandbox))
    if (dex !== null && pool !== null && ORDINARY.has(archetype) && !found.has(dex)) found.set(dex, { mint, dex })
  return [...found.values()].slice(0, COINS)
}
