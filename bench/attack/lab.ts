import { createHash } from 'node:crypto'
import { type Keypair, keypairFromSeed } from '../../src/chain/solana/keypair.ts'
import { callNode } from '../../test/support/pay-sol.ts'
import { publishedTokens } from '../../test/support/published-tokens.ts'
import { createRandom } from '../../test/support/seeded-random.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import { type Honest, startHonest } from './honest.ts'
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts'
import { type MadeKey, makeTarget, type Target } from './target.ts'

const ALL_SCOPES = 'read,trade,wallet,automation,admin,fee_routing,quests'
const SOL = 1_000_000_000
const FUNDS_SOL = 100

export type Wallet = { readonly id: string; readonly address: string }
/** A server with an honest customer: a key of every scope whose user `alice` has money. */
export type Served = {
  readonly target: Target
  readonly key: MadeKey
  readonly alice: Wallet
}
export type Lab = {
  readonly tree: string
  readonly sandbox: StartedSandbox
  readonly proxy: ProviderProxy
  readonly isLong: boolean
  readonly random: () => number
  say(line: string): void
  /** Seconds of a load, by `--quick` and `--long`. */
  seconds(quick: number, long: number): number
  /** A server that is not started yet. */
  target(settings?: Readonly<Record<string, string>>): Promise<Target>
  /** One that is up, with its customer; gone when the attack is over. */
  served(settings?: Readonly<Record<string, string>>): Promise<Served>
  walletOf(target: Target, key: string, userRef: string, more?: object): Promise<Wallet>
  airdrop(address: string, lamports: number): Promise<void>
  lamportsOf(address: string): Promise<bigint>
  /** Key pairs of the seed, another one for each name. */
  keypair(name: string): Keypair
  /** An ordinary token with a deep pool. */
  mint(): Promise<string>
  honest(served: Served): Promise<Honest>
  /** Ends what the attack started. */
  tidy(): Promise<void>
}

export async function makeLab(options: {
  readonly tree: string
  readonly sandbox: StartedSandbox
  readonly isLong: boolean
  readonly seed: number
  readonly say: (line: string) => void
}): Promise<Lab & { close(): Promise<void> }> {
  const { tree, sandbox, isLong, seed, say } = options
  const proxy = await startProviderProxy(sandbox.urls)
  const rpc = sandbox.urls['rpc']!
  const random = createRandom(seed)
  const ends: (() => Promise<void>)[] = []

  const keypair = (name: string): Keypair =>
    keypairFromSeed(createHash('sha256').update(`mintglass attack ${seed} ${name} ${ends.length} ${tree}`).digest())

  const lab: Lab = {
    tree,
    sandbox,
    proxy,
    isLong,
    random,
    say,
    seconds: (quick, long) => (isLong ? long : quick),
    async target(settings = {}) {
      const target = await makeTarget(tree, { ...providersOf(proxy, sandbox), ...settings })
      ends.push(() => target.end())
      return target
    },
    async served(settings) {
      const target = await lab.target(settings)
      const key = await target.createKey('--tier', 'enterprise', '--limit', '1000000', '--scopes', ALL_SCOPES)
      await target.start()
      const alice = await lab.walletOf(target, key.key, 'alice')
      await lab.airdrop(alice.address, FUNDS_SOL * SOL)
      return { target, key, alice }
    },
    async walletOf(target, key, userRef, more = {}) {
      const { status, json, text } = await target.as(key, '/v1/wallets', { body: { user_ref: userRef, ...more } })
      if (status >= 300 || status === 0) throw new Error(`no wallet for ${userRef}: ${status} ${text.slice(0, 200)}`)
      return json.wallet as Wallet
    },
    airdrop: async (address, lamports) => void (await sandbox.control('POST', '/airdrop', { address, lamports })),
    lamportsOf: async (address) => {
      const { value } = await callNode<{ value: number }>(rpc, 'getBalance', [address, { commitment: 'confirmed' }])
      return BigInt(value)
    },
    keypair,
    async mint() {
      const tokens = await publishedTokens(sandbox)
      const found = tokens.find(({ archetype, pool, dex }) => archetype === 'healthy' && pool !== null && dex !== null)
      if (found === undefined) throw new Error('the sandbox shows no ordinary coin')
      return found.mint
    },
    async honest({ target, key, alice }) {
      const payTo = keypair('shop').address
      await lab.airdrop(payTo, SOL)
      const plan = {
        port: target.port,
        key: key.key,
        userRef: 'alice',
        mint: await lab.mint(),
        walletId: alice.id,
        payTo,
      }
      const honest = await startHonest(plan, lab.seconds(4, 15) * 1_000)
      ends.push(() => honest.stop())
      return honest
    },
    async tidy() {
      proxy.honestAgain()
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
  return {
    ...lab,
    async close() {
      await lab.tidy()
      await proxy.close()
    },
  }
}

/** Every provider behind the proxy, but those that speak WebSocket. */
function providersOf(proxy: ProviderProxy, { urls }: StartedSandbox): Record<string, string> {
  return {
    SOLANA_RPC_URL: proxy.urlOf('rpc'),
    SOLANA_WS_URL: urls['ws']!,
    DAS_URL: proxy.urlOf('das'),
    DEXSCREENER_URL: proxy.urlOf('dexscreener'),
    JUPITER_URL: proxy.urlOf('jupiter'),
    TOKEN_INFO_URL: proxy.urlOf('tokenInfo'),
  }
}
