import { addWallet } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { addressOfKeySeed } from '../../sandbox/world/seeded-keys.ts'
import { seededBytes } from '../../sandbox/world/seeded-random.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'

/** A wallet of the team that holds no token: it pays fees or rules over nonces. Paid by an exchange, days before. */
export function payOperator({ draft, cast, random, label, token }: TeamStage, lamports: bigint): string {
  const operator = addWallet(draft, 'relay', `operator/${label}`)
  pay(
    draft,
    'scattered',
    random.pick(cast.exchanges),
    operator,
    lamports,
    token.secsAgo + random.integer(6 * HOUR_SECS, 5 * DAY_SECS),
  )
  return operator
}

export function operatorOf({ draft, label }: TeamStage): string {
  return addressOfKeySeed(seededBytes(draft.seed, `wallet/operator/${label}`))
}
