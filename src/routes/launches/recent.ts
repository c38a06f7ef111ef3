import Type from 'typebox'
import { LIMITS } from '../../config/limits.ts'
import { LaunchesReply } from '../../contract/launch.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { clampedInt, type Rule, text } from '../../contract/params.ts'
import { isTapeDex, TAPE_DEXES, type TapeDex } from '../../contract/tape-event.ts'
import { getRecentLaunches } from '../../services/launches/recent.ts'
import { defineRoute } from '../define-route.ts'

/** In any case; absent or empty is every DEX, any other word is 400 (spec 4.6). */
const dex: Rule<TapeDex | null> = {
  schema: Type.Enum([...TAPE_DEXES], { description: 'In any case; absent means all.' }),
  required: false,
  aliases: [],
  parse(raw) {
    const word = (raw ?? '').trim().toLowerCase()
    if (word === '') return ok(null)
    return isTapeDex(word) ? ok(word) : fail('invalid_request', `dex must be one of ${TAPE_DEXES.join(', ')}`)
  },
  canonical: (value) => value ?? '',
}

export const recentLaunches = defineRoute({
  method: 'GET',
  path: '/api/v2/launches/recent',
  auth: 'apiKey',
  needs: [],
  cache: 'launches',
  summary: 'Newest tokens and pools, latest indexed first.',
  description:
    'A token launched on a curve is listed with the curve as its pool; each pool created later, including the one that a graduated token moved to, is listed under its own DEX. The graduation itself is not listed, so no pool is listed twice. `name`, `symbol` and `uri` are those of the token’s launch where the tape has it. The list is empty where no chain is followed, or when the tape does not answer within 4 s.',
  query: {
    limit: clampedInt({ min: 1, max: LIMITS.launches.max, default: LIMITS.launches.default }),
    dex,
    cursor: text({ maxChars: 64, description: '`nextCursor` of an earlier answer.' }),
  },
  reply: LaunchesReply,
  handle: (ctx, { query }) => getRecentLaunches(ctx, query),
})
