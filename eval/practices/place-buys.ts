import type { Action } from '../../sandbox/world/plan-types.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { afterLaunch, type Buy, NOTHING_PLACED, type Placed, salesOf, type TokenStage } from './stage.ts'

const SLOTS_OF_SECONDS = 12
const WALLETS_IN_ONE = 3
const UNITS_OF_ONE = 175_000

/** When the wallets of one hand buy; `lastSecs` after the launch all of them have bought. Dips are sales that the plan
 *  holds already. */
export function placeBuys(
  stage: TokenStage,
  buys: readonly Buy[],
  when: string,
  isJoint: boolean,
): Placed & { lastSecs: number } {
  const { random, token } = stage
  const actions = isJoint ? joinBuys(stage, buys) : buys
  if (when === 'bundle') return { ...NOTHING_PLACED, opening: actions, lastSecs: 2 }
  if (when === 'launch slot') return { ...NOTHING_PLACED, opening: random.sample(actions, actions.length), lastSecs: 2 }
  if (when === 'seconds') return { opening: [], following: overSlots(stage, actions, SLOTS_OF_SECONDS), lastSecs: 8 }
  const span = when === 'minutes' ? 25 * MINUTE_SECS : Math.min(6 * HOUR_SECS, token.secsAgo * 0.4)
  const dips = when === 'dips' ? salesOf(stage).filter((secs) => secs < token.secsAgo * 0.5) : []
  let lastSecs = 0
  for (const action of actions) {
    const dip = dips.length === 0 ? null : random.pick(dips)
    const secs = dip === null ? random.between(20, span) : dip + random.between(3, 30)
    lastSecs = Math.max(lastSecs, secs)
    afterLaunch(stage, secs, [action])
  }
  return { ...NOTHING_PLACED, lastSecs }
}

export function overSlots({ random }: TokenStage, actions: readonly Action[], slots: number): Placed['following'] {
  const rows: Action[][] = Array.from({ length: slots }, () => [])
  for (const action of actions) random.pick(rows).push(action)
  return rows.map((row) => ({ slotsLater: 1, actions: row }))
}

/** Two or three wallets a transaction, which all of them sign. */
function joinBuys({ random }: TokenStage, buys: readonly Buy[]): Action[] {
  const joined: Action[] = []
  for (let at = 0; at < buys.length; ) {
    const group = buys.slice(at, at + random.integer(2, WALLETS_IN_ONE))
    at += group.length
    const { serviceFee: _fee, ...dress } = group[0]!.dress ?? {}
    joined.push({
      do: 'buyTogether',
      mint: group[0]!.mint,
      buys: group.map(({ wallet, quoteRaw }) => ({ wallet, quoteRaw })),
      dress: { ...dress, unitLimit: UNITS_OF_ONE * group.length },
    })
  }
  return joined
}
