import type { StartedSandbox } from './start-sandbox.ts'

/** Designs of pools: a curve of virtual reserves, a constant product with fees on the quote, one with fees on the input,
 *  two with liquidity in ranges: one whose records show the pool before a swap, one whose records show it after. */
export const SANDWICHED_DESIGNS = ['pumpfun', 'pumpswap', 'raydium_cpmm', 'orca', 'raydium_clmm'] as const
/** Some pools of these charge for movements of the price, and are not computed again. */
export const SOMETIMES_EXACT_DESIGNS = ['meteora_damm_v2', 'meteora_dbc'] as const

export type Victim = {
  readonly victim: string
  readonly signature: string
  /** What the runtime gave the same swap on the chain without the attack, made into quote units. */
  readonly lossRaw: bigint
  readonly missingBaseRaw: bigint
}
export type Planted = Victim & {
  readonly dex: string
  readonly isWide: boolean
  readonly attacker: string
  readonly profitRaw: bigint
  /** Who bought between front run and victim, and lost as well. */
  readonly others: readonly Victim[]
}
/** Neighbours of a swap that attack no one. */
export type Honest = {
  readonly kind: string
  readonly victim: string
  readonly signature: string
  readonly neighbours: readonly string[]
}

type Trade = {
  readonly do: 'buy' | 'sell'
  readonly wallet: string
  readonly quoteRaw?: string
  readonly sharePct?: number
  readonly slots?: number
  readonly isRehearsed?: boolean
  readonly feePayer?: string
}
type Played = { readonly signature: string; readonly tokenRaw: string; readonly lamports: string } | null
type Scene = { readonly played: readonly Played[]; readonly rehearsed: readonly Played[] }

/** SOL of front run and victim: of pools that are deeper, more, until the attack pays. */
const SIZES = [4n, 20n, 90n, 400n] as const
const SOL = 1_000_000_000n
const PLENTY = '5000000000000'

export type Planter = {
  /** Victims of attacks that cost more than they brought: the attacker went on to a larger one. */
  readonly unpaid: readonly Victim[]
  /** Null where no attack pays on any pool of the design. */
  sandwich(dex: string, place: number): Promise<Planted | null>
  honest(dex: string, place: number): Promise<Honest | null>
}

/** Plants scenes on pools of the sandbox, with wallets whose keys it holds; `place` counts the scenes, so that they differ
 *  in wallets, sizes, slots and what stands in between. */
export async function sandwichPlanter(sandbox: StartedSandbox): Promise<Planter> {
  const info = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    tokens: readonly { mint: string; dex: string | null; archetype: string }[]
    wallets: readonly { address: string; archetype: string; secretKey: string | null }[]
  }
  const people = info.wallets
    .filter(({ archetype, secretKey }) => secretKey !== null && PEOPLE.has(archetype))
    .map(({ address }) => address)
  for (const address of people) await sandbox.control('POST', '/airdrop', { address, lamports: PLENTY })
  const mintsOf = (dex: string): readonly string[] =>
    info.tokens.filter((one) => one.dex === dex && FAIR.has(one.archetype)).map(({ mint }) => mint)
  const person = (place: number): string => people[((place % people.length) + people.length) % people.length]!
  const playOn = (mint: string, trades: readonly Trade[]): Promise<Scene> =>
    sandbox.control('POST', '/scenes', { trades: trades.map((one) => ({ mint, ...one })) })

  const unpaid: Victim[] = []

  return {
    unpaid,
    async sandwich(dex, place) {
      const [attacker, victim, other, payer] = [0, 1, 5, 9].map((step) => person(place * 2 + step)) as [
        string,
        string,
        string,
        string,
      ]
      const isWide = place % 2 === 1
      const gap = isWide ? 1 + (place % 3) : 0
      for (const size of SIZES)
        for (const mint of rotated(mintsOf(dex), place).slice(0, 3)) {
          const own = size * SOL + BigInt(place) * 12_345n
          const paid = isWide && place % 4 === 1 ? { feePayer: payer } : {}
          const { played, rehearsed } = await playOn(mint, [
            { do: 'buy', wallet: attacker, quoteRaw: String(own), ...paid },
            ...(place % 4 === 3
              ? [{ do: 'buy', wallet: other, quoteRaw: String(own / 9n), slots: gap, isRehearsed: true } as const]
              : []),
            { do: 'buy', wallet: victim, quoteRaw: String((own * 2n) / 3n), slots: gap, isRehearsed: true },
            { do: 'sell', wallet: attacker, slots: gap, ...paid },
          ])
          const at = played.length - 2
          const [front, swap, back, fair] = [played[0], played[at], played.at(-1), rehearsed[at]]
          if (!front || !swap || !back || !fair) continue
          const profitRaw = BigInt(front.lamports) + BigInt(back.lamports)
          const others = at === 2 ? [victimOf(other, played[1], rehearsed[1])] : []
          const lost = victimOf(victim, swap, fair)
          if (lost === null) continue
          if (profitRaw <= 0n) {
            unpaid.push(lost, ...others.filter((one) => one !== null))
            continue
          }
          return { ...lost, dex, isWide, attacker, profitRaw, others: others.filter((one) => one !== null) }
        }
      return null
    },
    async honest(dex, place) {
      const [a, victim, b] = [person(place * 3), person(place * 3 + 1), person(place * 3 + 2)]
      const swap: Trade = { do: 'buy', wallet: victim, quoteRaw: String(3n * SOL + BigInt(place)), slots: 1 }
      const buy = (wallet: string, slots: number): Trade => ({ do: 'buy', wallet, quoteRaw: String(4n * SOL), slots })
      const sell = (wallet: string, slots: number, sharePct = 100): Trade => ({ do: 'sell', wallet, slots, sharePct })
      const scenes: Readonly<Record<string, readonly Trade[]>> = {
        'two traders': [buy(b, 0), buy(a, 30), swap, sell(b, 1)],
        'market maker': [buy(a, 0), sell(a, 2, 60), buy(a, 1), sell(a, 1, 30), swap, sell(a, 1, 25), buy(a, 1)],
        'takes half': [buy(a, 0), swap, sell(a, 1, 50)],
        'much later': [buy(a, 0), swap, sell(a, 25)],
      }
      const names = Object.keys(scenes)
      const kind = names[place % names.length]!
      const mint = mintsOf(dex)[place % 2] ?? mintsOf(dex)[0]
      if (mint === undefined) return null
      const { played } = await playOn(mint, scenes[kind]!)
      const done = played[scenes[kind]!.indexOf(swap)]
      return done ? { kind, victim, signature: done.signature, neighbours: [a, b] } : null
    },
  }
}

function victimOf(victim: string, swap: Played | undefined, fair: Played | undefined): Victim | null {
  if (!swap || !fair) return null
  const missingBaseRaw = BigInt(fair.tokenRaw) - BigInt(swap.tokenRaw)
  const lossRaw = (-BigInt(swap.lamports) * missingBaseRaw) / BigInt(fair.tokenRaw)
  return { victim, signature: swap.signature, lossRaw, missingBaseRaw }
}

function rotated(mints: readonly string[], by: number): readonly string[] {
  const at = mints.length === 0 ? 0 : by % mints.length
  return [...mints.slice(at), ...mints.slice(0, at)]
}

const PEOPLE: ReadonlySet<string> = new Set(['trader', 'whale', 'sniper', 'market_maker', 'sandwiched'])
const FAIR: ReadonlySet<string> = new Set(['healthy', 'graduated', 'fresh_launch', 'bundled', 'other_dex'])
