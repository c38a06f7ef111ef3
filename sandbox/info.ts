import { encodeBase58 } from '../src/hot-paths/base58.ts'
import type { SandboxChain } from './chain/types.ts'
import { isLaunchpad } from './world/launchpads.ts'
import { TOKEN_ARCHETYPES, WALLET_ARCHETYPES } from './world/plan-types.ts'
import type { World } from './world/world.ts'

const MAX_WALLETS_PER_ARCHETYPE = 6
const MAX_SIGNATURES = 20
const MAX_LAUNCHED = 20
const SIGNATURE_SLOTS = 400
const SIGNATURE_WINDOWS = 100

/** What the sandbox publishes about itself at `GET /info`; the server adds its keys. */
export type SandboxInfoBody = {
  readonly seed: string
  readonly genesisHash: string
  readonly tokens: readonly {
    readonly mint: string
    readonly symbol: string
    readonly archetype: string
    readonly dex: string | null
    readonly pool: string | null
  }[]
  /** `secretKey` is base58 of 64 bytes; null for exchanges (`cex`), which no one has the keys of. They stand last. */
  readonly wallets: readonly {
    readonly address: string
    readonly archetype: string
    readonly secretKey: string | null
  }[]
  /** Newest first. */
  readonly signatures: readonly string[]
  readonly upstreams: Readonly<Record<string, string>>
}

export function describeWorld(world: World, upstreams: Readonly<Record<string, string>>): SandboxInfoBody {
  const { chain, plan } = world
  return {
    seed: plan.seed,
    genesisHash: chain.genesisHash,
    tokens: describeTokens(world),
    wallets: describeWallets(world),
    signatures: recentSignatures(chain),
    upstreams,
  }
}

function describeWallets({ plan, keys }: World): SandboxInfoBody['wallets'] {
  const rows = WALLET_ARCHETYPES.flatMap((archetype) =>
    plan.wallets
      .filter((wallet) => wallet.archetype === archetype)
      .slice(0, MAX_WALLETS_PER_ARCHETYPE)
      .map(({ address, keySeed }) => ({
        address,
        archetype,
        secretKey: keySeed === null ? null : encodeBase58(keys.get(address)!.secretKey),
      })),
  )
  return [...rows.filter(({ secretKey }) => secretKey !== null), ...rows.filter(({ secretKey }) => secretKey === null)]
}

/** The planned tokens by archetype, then what has been launched since, newest first. A launch that has left its curve
 *  since is no fresh one any more. */
function describeTokens({ plan, market, faces, launches }: World): SandboxInfoBody['tokens'] {
  const planned = TOKEN_ARCHETYPES.flatMap((archetype) => plan.tokens.filter((token) => token.archetype === archetype))
  const mints = new Set(plan.tokens.map(({ mint }) => mint))
  const launched = [...launches.keys()].filter((mint) => !mints.has(mint)).slice(-MAX_LAUNCHED)
  const rows = [
    ...planned.map(({ mint, symbol, archetype }) => ({ mint, symbol, archetype: archetype as string })),
    ...launched.reverse().map((mint) => ({ mint, symbol: faces.of(mint)?.symbol ?? '', archetype: 'fresh_launch' })),
  ]
  return rows.map((row) => {
    const pool = market.mainPool(row.mint)
    const hasLeft =
      row.archetype === 'fresh_launch' &&
      pool !== null &&
      !isLaunchpad(pool.dex) &&
      faces.of(row.mint)?.launchpad != null
    return {
      ...row,
      archetype: hasLeft ? 'graduated' : row.archetype,
      dex: pool?.dex ?? null,
      pool: pool?.address ?? null,
    }
  })
}

/** Of a world in which no one trades they lie further and further back. */
function recentSignatures(chain: SandboxChain): string[] {
  const signatures: string[] = []
  const first = chain.firstAvailableSlot()
  let to = chain.confirmedSlot()
  for (let window = 0; window < SIGNATURE_WINDOWS && to >= first; window++) {
    const from = Math.max(first, to - SIGNATURE_SLOTS + 1)
    for (const slot of [...chain.blockSlots(from, to, SIGNATURE_SLOTS)].reverse())
      for (const { signature } of [...(chain.block(slot)?.transactions ?? [])].reverse()) {
        signatures.push(signature)
        if (signatures.length === MAX_SIGNATURES) return signatures
      }
    to = from - 1
  }
  return signatures
}
