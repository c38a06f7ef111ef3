import { addWallet, LAMPORTS, solAmount } from '../../../sandbox/world/plan-draft.ts'
import { pay } from '../../../sandbox/world/plan-funding.ts'
import {
  CURVE_ROOM_LAMPORTS,
  crowdTrades,
  drawAge,
  drawToken,
  launchAt,
} from '../../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../../sandbox/world/recipes/recipe.ts'
import { differingBudget } from '../../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS } from '../../../src/config/durations.ts'
import { afterLaunch, type TokenStage } from '../stage.ts'

const TOOL_LAMPORTS = 20n * LAMPORTS

/** A launch whose creator pays for a tool that trades from wallets of its own making: `act` gets the wallet that the
 *  tool was given money at, and returns wallets that traded and wallets that only served. */
export function boostedRecipe(
  id: string,
  evidence: string,
  act: (stage: TokenStage, tool: string) => { readonly wallets: readonly string[]; readonly relays: readonly string[] },
): Recipe {
  const name = `public-${id}`
  return {
    name,
    kind: 'rug',
    archetype: 'bundled',
    evidence,
    plan(draft, cast, random) {
      const dev = addWallet(draft, 'dev', `dev/${name}`)
      const token = drawToken(draft, random, { label: name, dev, secsAgo: drawAge(random), archetype: 'bundled' })
      const stage: TokenStage = { draft, cast, random, label: name, token }
      const devBuyLamports = solAmount(random, 1, 2.4)
      const paidSecsAgo = token.secsAgo + random.integer(2, 20) * HOUR_SECS
      pay(draft, 'exchange', random.pick(cast.exchanges), dev, TOOL_LAMPORTS + devBuyLamports + LAMPORTS, paidSecsAgo)
      const tool = addWallet(draft, 'relay', `tool/${name}`)
      pay(draft, 'direct', dev, tool, TOOL_LAMPORTS, token.secsAgo + 1_500)
      launchAt(draft, { token, dev, devBuyLamports, dress: differingBudget(random), opening: [] })
      const { wallets, relays } = act(stage, tool)
      const crowd = crowdTrades(draft, cast, random, {
        token,
        buyers: random.integer(10, 24),
        roomLamports: CURVE_ROOM_LAMPORTS / 2n,
        spanSecs: token.secsAgo * 0.6,
      })
      afterLaunch(stage, token.secsAgo * 0.8, [{ do: 'sell', mint: token.mint, wallet: dev, sharePct: 100 }])
      const team = [dev, ...wallets]
      draft.entities.push({
        id: `team/${name}`,
        kind: 'team',
        wallets: team,
        rootFunder: dev,
        funding: 'direct',
        relays: [tool, ...relays],
      })
      draft.trueTokens.push({
        mint: token.mint,
        archetype: 'bundled',
        dev,
        bundlers: [],
        snipers: [],
        teamId: `team/${name}`,
        rugged: true,
        honeypot: false,
        priorTokens: [],
        recipe: {
          name,
          intent: 'rug',
          insiders: wallets,
          organic: crowd.wallets,
          rootFunder: dev,
          relays: [tool, ...relays],
          privacyHops: [],
          collector: null,
          priors: [],
          practice: {
            id: name,
            mechanisms: { tool: id },
            stage: 'staged',
            victims: [],
            professionals: [],
            ring: null,
          },
        },
      })
      return token.mint
    },
  }
}
