import { addMoment, addWallet, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Dress, TrueGroup } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const tradingFirm: Recipe = {
  name: 'trading-firm',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a firm pays its desks out of one wallet; they trade listed tokens for days, and both sides of this coin once it is out',
  plan: (draft, cast, random, index) => {
    let firm: TrueGroup = { kind: 'firm', wallets: [] }
    return planHonestLaunch(draft, cast, random, index, tradingFirm, {
      after: (stage) => {
        firm = { kind: 'firm', wallets: openDesks(stage) }
        for (const desk of firm.wallets) makeMarket(stage, desk)
        return firm.wallets
      },
      entities: () => [firm],
    })
  },
}

const DESK_LAMPORTS = 3_500_000_000n

/** All desks run one program, which sets prices as it sees fit. */
function deskDress({ random }: HonestStage): Dress {
  return { unitLimit: 260_000, unitPriceMicroLamports: BigInt(random.integer(80_000, 900_000)) }
}

function openDesks(stage: HonestStage): readonly string[] {
  const { draft, cast, random, label, token } = stage
  const treasury = addWallet(draft, 'service', `firm/${label}`)
  const desks = addWallets(draft, 'crowd', `desk/${label}`, random.integer(4, 6))
  const openedSecsAgo = token.secsAgo + random.integer(5 * DAY_SECS, 15 * DAY_SECS)
  const needed = BigInt(desks.length) * (DESK_LAMPORTS + 2_000_000n) + 5_000_000_000n
  pay(draft, 'exchange', random.pick(cast.exchanges), treasury, needed, openedSecsAgo + 6 * HOUR_SECS)
  for (const desk of desks) {
    const fundedSecsAgo = openedSecsAgo - random.integer(0, 6 * HOUR_SECS)
    pay(draft, 'direct', treasury, desk, DESK_LAMPORTS, fundedSecsAgo)
    if (cast.otherMints.length === 0) continue
    for (let left = random.integer(3, 6); left > 0; left--) {
      const mint = random.pick(cast.otherMints)
      const secsAgo = random.integer(token.secsAgo + HOUR_SECS, fundedSecsAgo - HOUR_SECS)
      const quoteRaw = solAmount(random, 0.05, 0.2)
      addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: desk, quoteRaw, dress: deskDress(stage) }])
      addMoment(draft, secsAgo - random.integer(60, 1_800), [
        { do: 'sell', mint, wallet: desk, sharePct: random.integer(60, 100), dress: deskDress(stage) },
      ])
    }
  }
  return desks
}

/** Buys and sells in turn, never keeping much; the last sale may still be to come. */
function makeMarket(stage: HonestStage, wallet: string): void {
  const { draft, random, token } = stage
  const { mint } = token
  const rounds = random.integer(2, 4)
  const startSecs = random.integer(6 * MINUTE_SECS, 30 * MINUTE_SECS)
  const roundSecs = (token.secsAgo - startSecs - 300) / rounds
  for (let round = 0; round < rounds; round++) {
    const after = startSecs + roundSecs * (round + random.between(0, 0.4))
    const quoteRaw = solAmount(random, 0.15, 0.5)
    addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint, wallet, quoteRaw, dress: deskDress(stage) }])
    if (round === rounds - 1 && random.chance(0.5)) continue
    const sharePct = random.integer(70, 95)
    const sold = after + roundSecs * random.between(0.1, 0.5)
    addMoment(draft, token.secsAgo - sold, [{ do: 'sell', mint, wallet, sharePct, dress: deskDress(stage) }])
  }
}
