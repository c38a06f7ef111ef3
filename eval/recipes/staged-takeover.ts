import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { type TrailRequest, withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { leaveUnhurried } from './unhurried.ts'

/** A community takeover that is none. The dev, alone and with money from an exchange, dumps the token within the hour,
 *  so that everyone takes it for dead. Hours later "the community" takes it over: new wallets buy it back cheap, one
 *  after the other, and hold what is now called a token without a dev. They are the dev's. Takeovers are what buyers of
 *  such tokens look for, and staging one is cheaper than a bundle, because no one looks at buyers who come that late.
 *  What remains: a chest pays hubs, which pay the wallets minutes before they buy; and what the dump brought went, by
 *  way of one wallet, into that chest. */
export const stagedTakeover: Recipe = {
  name: 'staged-takeover',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'the dev dumps alone; hours later hubs pay new wallets, which buy the coin back; the proceeds of the dump had gone to who pays the hubs',
  plan: (draft, cast, random, index) => {
    let fundingWallet: FundingWallet = { chest: '', pocket: '', hubs: [], needs: new Map() }
    return planTeamLaunch(draft, cast, random, index, stagedTakeover, {
      maxInsiders: 22,
      teamSol: [6, 18],
      pay: (stage, request) => {
        fundingWallet = fillChest(stage, request)
        const { chest, pocket, hubs } = fundingWallet
        return { kind: 'multi_hop', rootFunder: chest, relays: [chest, pocket, ...hubs], privacyHops: [] }
      },
      place: (stage, buys) => {
        dumpAlone(stage, fundingWallet)
        return takeOver(stage, buys, fundingWallet)
      },
      earlyExits: true,
      exit: (stage, { rugged }) =>
        leaveUnhurried(stage, { rugged, wallets: stage.team.insiders, spanSecs: 35 * MINUTE_SECS }),
    })
  },
}

type FundingWallet = {
  readonly chest: string
  /** Where the proceeds of the dump rest on their way. */
  readonly pocket: string
  readonly hubs: readonly string[]
  readonly needs: ReadonlyMap<string, bigint>
}

const HOP_LAMPORTS = 1_500_000n
const DEV_KEEPS_LAMPORTS = 6_000_000n
const POCKET_KEEPS_LAMPORTS = 1_000_000n
/** Of the wallets that had a little SOL from an exchange before anyone paid them. */
const HAD_SOL = 0.5
/** Parts of the token's age by which the proceeds have arrived, and over which the takeover happens. */
const DUMPED_BY = 0.12
const MOVED_BY = 0.04
const TAKEOVER_SHARE = 0.2
const MOST_TAKEOVER_SECS = 5 * HOUR_SECS
const BOUGHT_WITHIN = 0.03

function fillChest({ draft, cast, random }: TeamStage, request: TrailRequest): FundingWallet {
  const { label, payees, doneSecsAgo } = request
  const [dev, ...insiders] = payees
  withdrawScattered(draft, cast, random, { ...request, payees: [dev!] }, 2 * DAY_SECS)
  const chest = addWallet(draft, 'relay', `chest/${label}`)
  const pocket = addWallet(draft, 'relay', `pocket/${label}`)
  const hubs = addWallets(draft, 'relay', `takeover-hub/${label}`, random.integer(2, 3))
  const total = insiders.reduce((sum, { lamports }) => sum + lamports + 2n * HOP_LAMPORTS, solAmount(random, 0.2, 2))
  pay(draft, 'multi_hop', random.pick(cast.exchanges), chest, total, doneSecsAgo + random.integer(0, 3 * DAY_SECS))
  for (const { wallet } of insiders)
    if (random.chance(HAD_SOL))
      pay(
        draft,
        'scattered',
        random.pick(cast.exchanges),
        wallet,
        solAmount(random, 0.03, 0.35),
        doneSecsAgo + random.integer(HOUR_SECS, 6 * DAY_SECS),
      )
  return { chest, pocket, hubs, needs: new Map(insiders.map(({ wallet, lamports }) => [wallet, lamports])) }
}

/** All the dev has, in one sale; the proceeds rest a while before they join the chest. */
function dumpAlone({ draft, random, team, token }: TeamStage, { chest, pocket }: FundingWallet): void {
  const soldAfter = Math.min(random.integer(5, 50) * MINUTE_SECS, token.secsAgo * DUMPED_BY)
  const movedAfter = soldAfter + Math.min(random.integer(1, 12) * MINUTE_SECS, token.secsAgo * MOVED_BY)
  const joinedAfter = movedAfter + Math.min(random.integer(2, 40) * MINUTE_SECS, token.secsAgo * MOVED_BY)
  addMoment(draft, token.secsAgo - soldAfter, [
    { do: 'sell', mint: token.mint, wallet: team.dev, sharePct: 100, dress: differingBudget(random) },
  ])
  addMoment(draft, token.secsAgo - movedAfter, [
    { do: 'sweepSol', from: team.dev, to: pocket, keepLamports: DEV_KEEPS_LAMPORTS },
  ])
  addMoment(draft, token.secsAgo - joinedAfter, [
    { do: 'sweepSol', from: pocket, to: chest, keepLamports: POCKET_KEEPS_LAMPORTS },
  ])
}

/** Each wallet is paid by its hub and buys some minutes later. */
function takeOver(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  { chest, hubs, needs }: FundingWallet,
): { opening: []; following: [] } {
  const startAfter = token.secsAgo * random.between(0.27, 0.34)
  const spanSecs = Math.min(token.secsAgo * TAKEOVER_SHARE, MOST_TAKEOVER_SECS)
  const groups = hubs.map((hub, h) => ({ hub, own: buys.filter((_, i) => i % hubs.length === h) }))
  for (const { hub, own } of groups) {
    const needed = own.reduce((sum, { wallet }) => sum + needs.get(wallet)! + HOP_LAMPORTS, 5_000_000n)
    pay(draft, 'multi_hop', chest, hub, needed, Math.round(token.secsAgo - startAfter + random.integer(1, 240)))
    for (const buy of own) {
      const paidAfter = startAfter + 10 + spanSecs * random.next()
      const waits = Math.min(random.integer(40, 20 * MINUTE_SECS), token.secsAgo * BOUGHT_WITHIN)
      pay(draft, 'multi_hop', hub, buy.wallet, needs.get(buy.wallet)!, Math.round(token.secsAgo - paidAfter))
      addMoment(draft, token.secsAgo - paidAfter - waits, [{ ...buy, dress: differingBudget(random) }])
    }
  }
  return { opening: [], following: [] }
}
