import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { addMoment, addWallet, LAMPORTS, mintKey, type PlanDraft, solAmount } from './plan-draft.ts'
import type { PoolKind } from './plan-types.ts'
import { memeName } from './token-names.ts'

/** A token of each pool program beside pump.fun's and PumpSwap. Whether its mint is a Token-2022 one depends on what
 *  the program takes. */
const POOLS: readonly {
  readonly kind: PoolKind
  readonly isToken2022: boolean
  readonly sol: readonly [min: number, max: number]
}[] = [
  // Spread over its bins: more of it, and a purchase would not leave the active one.
  { kind: 'dlmm', isToken2022: false, sol: [70, 110] },
  { kind: 'damm_v1', isToken2022: false, sol: [240, 420] },
  { kind: 'damm_v2', isToken2022: true, sol: [240, 420] },
  { kind: 'whirlpool', isToken2022: false, sol: [240, 420] },
  { kind: 'clmm', isToken2022: true, sol: [240, 420] },
]
const SUPPLY_RAW = 1_000_000_000_000_000n
const POOLED_PCT = 60n
/** Mint, pool, its arrays and positions. */
const DEV_ROOM_LAMPORTS = 5n * LAMPORTS
const BUYER_LAMPORTS = 40n * LAMPORTS

/** Tokens whose devs opened a pool on another DEX than PumpSwap some days ago, with two purchases each. Everyone in it
 *  is someone of its own, and the stream is a fork: nothing else in the world changes with it. */
export function planDexPools(draft: PlanDraft): void {
  for (const pool of POOLS) planPool(draft, pool)
}

function planPool(draft: PlanDraft, { kind, isToken2022, sol }: (typeof POOLS)[number]): void {
  const random = draft.random.fork(`dex-pools/${kind}`)
  const label = `dex-pool/${kind}`
  const { name, symbol } = memeName(random, draft.takenSymbols)
  draft.takenSymbols.add(symbol)
  const key = mintKey(draft, label)
  const { mint } = key
  const quoteRaw = solAmount(random, ...sol)
  const dev = addWallet(draft, 'dev', label, quoteRaw + DEV_ROOM_LAMPORTS)
  const createdSecsAgo = random.integer(2 * DAY_SECS, 6 * DAY_SECS)
  const slug = symbol.toLowerCase()
  const extensions = {}
  draft.tokens.push({
    ...key,
    archetype: 'other_dex',
    name,
    symbol,
    description: `${name}: made by its dev, traded in a pool on another exchange.`,
    links: { website: `https://${slug}.example`, twitter: null, telegram: `https://t.me/${slug}_sandbox` },
    program: isToken2022 ? 'token-2022' : 'spl',
    decimals: 6,
    extensions,
    dev,
    createdSecsAgo,
    mintAuthority: null,
    freezeAuthority: null,
    origin: 'minted',
    holdings: [],
    supplyRaw: SUPPLY_RAW,
    openingPriceUsd: null,
    verified: false,
    boosts: null,
    profileSecsAgo: null,
  })
  draft.trueTokens.push({
    mint,
    archetype: 'other_dex',
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: [],
  })
  const minted = { do: 'mintToken', mint, dev, supplyRaw: SUPPLY_RAW, freezable: false } as const
  addMoment(draft, createdSecsAgo, [isToken2022 ? { ...minted, extensions } : minted])
  const baseRaw = (SUPPLY_RAW * POOLED_PCT) / 100n
  const sides = { baseMint: mint, quoteMint: WSOL_MINT, baseRaw, quoteRaw }
  addMoment(draft, createdSecsAgo - 2 * MINUTE_SECS, [{ do: 'openPool', kind, creator: dev, ...sides }])
  for (const i of [0, 1]) {
    const wallet = addWallet(draft, 'crowd', `${label}/${i}`, BUYER_LAMPORTS)
    const secsAgo = random.integer(HOUR_SECS, 20 * HOUR_SECS)
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.5, 6) }])
  }
}
