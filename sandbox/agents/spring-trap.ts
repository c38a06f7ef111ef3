import { heldRaw } from '../world/holdings.ts'
import type { Action } from '../world/plan-types.ts'
import { type AgentState, intend } from './agent-state.ts'

/** Of what happens at a trap: its dev takes some of the victims' money. */
const DEV_SELLS_SHARE = 0.25
const DEV_SELLS_PCT = 6
/** Steps until the dev has noticed a buyer. */
const FREEZE_AFTER_STEPS = 4

/** Someone new walks into a honeypot and is frozen a moment later, or its dev, who alone can sell, sells. Null when
 *  there is no trap that anyone could still buy. */
export function springTrap(state: AgentState): Action | null {
  const { world, random } = state
  // A trap that freezes every account from the start cannot be bought at all.
  const traps = world.plan.tokens.filter(
    ({ archetype, freezeAuthority, extensions, mint }) =>
      archetype === 'honeypot' &&
      freezeAuthority !== null &&
      extensions.defaultFrozen !== true &&
      world.market.mainPool(mint) !== null,
  )
  if (traps.length === 0) return null
  const { mint, dev, freezeAuthority } = random.pick(traps)
  if (random.chance(DEV_SELLS_SHARE)) return { do: 'sell', mint, wallet: dev, sharePct: DEV_SELLS_PCT }
  const wallet = random.pick(world.plan.cast.trader)
  if (heldRaw(world.chain, wallet, mint) > 0n) return null
  intend(state, FREEZE_AFTER_STEPS, { do: 'freeze', mint, authority: freezeAuthority!, owner: wallet })
  return { do: 'buy', mint, wallet, quoteRaw: BigInt(Math.round(random.between(0.1, 0.9) * 1e9)) }
}
