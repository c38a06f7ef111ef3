import { addMoment, addWallet, addWallets, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
  sniperExits,
  snipes,
  splitSum,
  type Token,
} from '../../sandbox/world/recipes/launch-story.ts'
import { planPooledToken } from '../../sandbox/world/traps/pooled-token.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { dressOperator } from './operator-dress.ts'
import { leaveOperator } from './operator-exit.ts'
import { holdOperator } from './operator-hold.ts'
import { type Money, type Need, payOperator } from './operator-money.ts'
import { placeBuys } from './place-buys.ts'
import { endPool } from './pool-end.ts'
import { CROWD_DIMENSIONS, type Practice } from './practice.ts'
import { planRing, type Ring } from './ring.ts'
import { afterLaunch, type Buy, type Stage, type TokenStage } from './stage.ts'
import { planStrangers } from './strangers.ts'

const MARGIN_LAMPORTS = 170_000_000n
const DEV_MARGIN_LAMPORTS = 500_000_000n
/** For each wallet that buys nothing itself. */
const GIVEN_LAMPORTS = 50_000_000n
const LEAST_LAMPORTS = 110_000_000n
/** Kept free of the curve for snipers and churn. */
const SPARE_LAMPORTS = 9n * LAMPORTS

/** A launch by someone whose other wallets buy it, in the way the practice says. Returns the mint. */
export function planOperator(base: Stage, practice: Practice): string {
  const { draft, cast, random, label } = base
  const ways = practice.mechanisms
  const isPool = ways['venue'] === 'own pool'
  const { token, dev, devBuyLamports } = isPool ? openPoolCoin(base, ways) : openCurveCoin(base)
  const stage: TokenStage = { ...base, token }
  const insiders = addWallets(draft, 'insider', `hand/${label}`, random.integer(5, 22))
  const buyers = ways['hold'] === 'one buys for all' ? insiders.slice(0, random.integer(1, 3)) : insiders
  const total = solAmount(random, 5, 26)
  const shares =
    ways['shared'] === 'one sum'
      ? buyers.map(() => (total / BigInt(buyers.length) / 10_000_000n) * 10_000_000n + 100_000_000n)
      : splitSum(random, total, buyers.length, LEAST_LAMPORTS)
  // Whoever buys for others pays for their fees as well.
  const forOthers = BigInt(Math.ceil((insiders.length - buyers.length) / buyers.length)) * GIVEN_LAMPORTS
  const needs = buyers.map((wallet, i): Need => {
    const share = shares[i]!
    return { wallet, lamports: share + share / 25n + forOthers + MARGIN_LAMPORTS + solAmount(random, 0, 0.25) }
  })
  const { money, ring } = payEverybody(stage, ways, { dev, needs, devLamports: devBuyLamports + DEV_MARGIN_LAMPORTS })
  const { dress, servants } = dressOperator(stage, [dev, ...buyers], ways['sign']!, ways['shared']!)
  const buys = buyers.map((wallet, i): Buy => {
    const quoteRaw = shares[i]!
    return { do: 'buy', mint: token.mint, wallet, quoteRaw, dress: dress(i + 1, quoteRaw) }
  })
  const spent = buys.reduce((sum, { quoteRaw }) => sum + quoteRaw, devBuyLamports)
  const spanSecs = Math.min(token.secsAgo * 0.5, random.integer(1, 7) * HOUR_SECS)
  // Those who buy dips wait for sales of others.
  const sells =
    ways['exit'] === 'freezes buyers' || ways['exit'] === 'seizes from buyers' ? 0 : random.between(0.15, 0.5)
  const guests = random.chance(0.6) ? someStrangers(stage, spanSecs, sells) : null
  const room = CURVE_ROOM_LAMPORTS - spent - (guests?.spentLamports ?? 0n) - SPARE_LAMPORTS
  const crowd = crowdTrades(draft, cast, random, {
    token,
    buyers: random.integer(9, 32),
    roomLamports: room,
    spanSecs,
    sellChance: sells,
  })
  const placed = placeBuys(stage, buys, ways['when']!, ways['sign'] === 'in one transaction')
  const sniped = snipes(cast, random, token, random.integer(0, 3))
  const opening = [...placed.opening, ...(guests?.opening ?? []), ...sniped]
  const following = joinSlots(placed.following, guests?.following ?? [])
  if (isPool) draft.moments.push({ secsAgo: token.secsAgo, actions: opening, following })
  else launchAt(draft, { token, dev, devBuyLamports, dress: dress(0, devBuyLamports), opening, following })
  const snipers = sniped.map(({ wallet }) => wallet)
  if (sells > 0) sniperExits(draft, random, token, snipers)
  const organic = [...new Set([...snipers, ...crowd.wallets, ...(guests?.wallets ?? [])])]
  const fromSecs = Math.max(placed.lastSecs + 60, 120)
  const middle = fromSecs + (token.secsAgo * 0.92 - fromSecs) * random.between(0.08, 0.3)
  const held = holdOperator(stage, ways['hold']!, {
    buyers,
    others: insiders.slice(buyers.length),
    fromSecs,
    toSecs: middle,
  })
  const delegate = ways['sign'] === 'delegate acts later' ? letActFor(stage, held.holders, middle) : null
  const leaving = {
    holders: held.holders,
    dev: devBuyLamports > 0n || isPool ? dev : null,
    fromSecs: middle + 200,
    toSecs: token.secsAgo * 0.95,
    delegate,
  }
  const end = isPool
    ? endPool(stage, ways['exit']!, { ...leaving, outsiders: organic, afterSecs: spanSecs + 400 })
    : { ...leaveOperator(stage, ways['exit']!, leaving), victims: [] }
  if (ways['creator'] === 'paid afterwards') payCreatorBack(stage, insiders, dev)
  payDebts(stage, money.debts, dev, { fromSecs, toSecs: middle })
  // A delegate that never acts never holds the token.
  const joined = [...held.joined, ...end.joined]
  const team = [...new Set([...insiders, ...joined])]
  const victims = [...new Set([...held.victims, ...end.victims])]
  const standing = delegate === null || joined.includes(delegate) ? [] : [delegate]
  const relays = [...money.relays, ...servants, ...held.servants, ...standing, ...(ring?.relays ?? [])]
  draft.entities.push({
    id: `team/${label}`,
    kind: ring === null ? 'team' : 'rugger',
    wallets: [dev, ...team],
    rootFunder: money.rootFunder ?? ring?.root ?? dev,
    funding: money.kind,
    relays,
  })
  draft.trueTokens.push({
    mint: token.mint,
    archetype: isPool ? 'other_dex' : 'bundled',
    dev,
    bundlers: placed.opening.length > 0 ? buyers : [],
    snipers,
    teamId: `team/${label}`,
    rugged: end.rugged,
    honeypot: ways['exit'] === 'freezes buyers',
    priorTokens: ring?.mints ?? [],
    recipe: {
      name: practice.id,
      intent: 'rug',
      insiders: team,
      organic: [...new Set([...organic, ...held.victims])],
      rootFunder: money.rootFunder,
      relays,
      privacyHops: [],
      collector: end.collector,
      priors: (ring?.mints ?? []).map((mint) => ({ mint, outcome: 'rugged' })),
      practice: {
        id: practice.id,
        mechanisms: ways,
        stage: 'staged',
        victims,
        professionals: [],
        ring: ring === null ? null : { root: ring.root, hops: ring.hops, creators: ring.creators, mints: ring.mints },
      },
    },
  })
  return token.mint
}

type Opened = { readonly token: Token; readonly dev: string; readonly devBuyLamports: bigint }

function openCurveCoin({ draft, random, label }: Stage): Opened {
  const dev = addWallet(draft, 'dev', `hand dev/${label}`)
  const token = drawToken(draft, random, { label, dev, secsAgo: drawAge(random), archetype: 'bundled' })
  return { token, dev, devBuyLamports: solAmount(random, 0.2, 2.2) }
}

/** The creator makes the mint, and a pool with most of it. */
function openPoolCoin({ draft, random, label }: Stage, ways: Practice['mechanisms']): Opened {
  const { mint, dev, openSecsAgo } = planPooledToken(
    { draft, random, label, findBuyers: () => [] },
    {
      archetype: 'other_dex',
      ageSecs: Math.max(4 * HOUR_SECS, drawAge(random)),
      poolSol: [25, 70],
      freezable: ways['exit'] === 'freezes buyers',
      ...(ways['exit'] === 'seizes from buyers'
        ? { extensions: (owner: string) => ({ permanentDelegate: owner }) }
        : {}),
    },
  )
  return { token: { mint, secsAgo: openSecsAgo }, dev, devBuyLamports: 0n }
}

function payEverybody(
  stage: TokenStage,
  ways: Practice['mechanisms'],
  { dev, needs, devLamports }: { readonly dev: string; readonly needs: readonly Need[]; readonly devLamports: bigint },
): { readonly money: Money; readonly ring: Ring | null } {
  const { draft, cast, random, token } = stage
  const doneSecsAgo = token.secsAgo + random.integer(25, 170) * MINUTE_SECS
  const isTied = ways['creator'] === 'tied'
  const isRing = ways['creator'] === 'same creator' || ways['creator']!.startsWith('ring')
  const all = isTied ? [{ wallet: dev, lamports: devLamports }, ...needs] : needs
  const money = payOperator(stage, ways['money']!, { needs: all, doneSecsAgo })
  const debt = money.debts.reduce((sum, { lamports }) => sum + lamports, 0n)
  const ring = isRing ? planRing(stage, ways['creator']!, { dev, lamports: devLamports, secsAgo: token.secsAgo }) : null
  const withdraw = (lamports: bigint): void =>
    pay(
      draft,
      'scattered',
      random.pick(cast.exchanges),
      dev,
      lamports,
      token.secsAgo + random.integer(1, 50) * HOUR_SECS,
    )
  if (!isTied && ring === null) withdraw(devLamports + solAmount(random, 0, 1))
  // Before the pool's mint is made its creator has other money; a debt is paid out of a withdrawal.
  if (debt > 0n) withdraw(debt + LAMPORTS / 5n)
  return { money, ring }
}

function someStrangers(stage: TokenStage, spanSecs: number, sellChance: number) {
  const { random, label } = stage
  const pick = (list: readonly string[]): string => random.pick(list)
  const { money, sign, shared, when } = CROWD_DIMENSIONS
  return planStrangers(
    { ...stage, label: `${label}/guests` },
    { money: pick(money), sign: pick(sign), shared: pick(shared), when: pick(when) },
    { count: random.integer(4, 11), spanSecs, sellChance },
  )
}

function joinSlots(
  one: readonly {
    readonly slotsLater: number
    readonly actions: readonly import('../../sandbox/world/plan-types.ts').Action[]
  }[],
  other: typeof one,
): { slotsLater: number; actions: import('../../sandbox/world/plan-types.ts').Action[] }[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, i) => ({
    slotsLater: 1,
    actions: [...(one[i]?.actions ?? []), ...(other[i]?.actions ?? [])],
  }))
}

/** A wallet that the holders let move their tokens. */
function letActFor(stage: TokenStage, holders: readonly string[], fromSecs: number): string {
  const { draft, cast, random, label, token } = stage
  const delegate = addWallet(draft, 'insider', `delegate/${label}`)
  pay(
    draft,
    'scattered',
    random.pick(cast.exchanges),
    delegate,
    LAMPORTS / 4n,
    token.secsAgo + random.integer(1, 30) * HOUR_SECS,
  )
  for (const owner of holders)
    addMoment(draft, token.secsAgo - fromSecs - random.integer(5, 150), [
      { do: 'approve', mint: token.mint, owner, delegate },
    ])
  return delegate
}

/** Each of them gives the creator something of what is left. */
function payCreatorBack(stage: TokenStage, insiders: readonly string[], dev: string): void {
  const { draft, random } = stage
  for (const from of insiders)
    addMoment(draft, random.integer(20, 150), [
      { do: 'sendSol', from, to: dev, lamports: BigInt(random.integer(6, 12)) * 1_000_000n },
    ])
}

/** Before anything is cashed in: the creator has the money from the start. */
function payDebts(
  stage: TokenStage,
  debts: readonly Need[],
  dev: string,
  { fromSecs, toSecs }: { readonly fromSecs: number; readonly toSecs: number },
): void {
  for (const { wallet, lamports } of debts)
    afterLaunch(stage, stage.random.between(fromSecs, toSecs), [{ do: 'sendSol', from: dev, to: wallet, lamports }])
}
