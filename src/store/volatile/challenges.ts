import { ACCOUNT_BOUNDS } from '../../config/accounts.ts'
import type { ChallengesTable } from '../account-rows.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import { type Environment, rowsIn, type Table } from '../environment.ts'
import { readOrMakeSecret } from '../own-secret.ts'

export const CHALLENGE_TABLES = [
  'challengeSecret.v1',
  'challengePlaces.v1',
  'challengePlaceEnds.v1',
  'challengesBurned.v1',
]

type Bounds = { readonly challengePlaces: number; readonly burnedChallenges: number }
/** Live challenges of one wallet asked for from one place: their times, ascending, and when the last one ends. */
type Place = { readonly times: readonly number[]; readonly endsAtMs: number }

export function createChallenges(env: Environment, bounds: Bounds = ACCOUNT_BOUNDS): ChallengesTable {
  const secrets: Table<string> = env.table('challengeSecret.v1')
  const places: Table<[string, string]> = env.table('challengePlaces.v1')
  const placeEnds: Table<[number, string, string]> = env.table('challengePlaceEnds.v1')
  const burned: Table<[number, string]> = env.table('challengesBurned.v1')

  const read = (wallet: string, issuer: string): Place | undefined => {
    const row = places.get([wallet, issuer])
    return row === undefined ? undefined : decodeDurable<Place>(row)
  }

  function forget(wallet: string, issuer: string, { endsAtMs }: Place): void {
    places.remove([wallet, issuer])
    placeEnds.remove([endsAtMs, wallet, issuer])
  }

  function makeRoom(nowMs: number): void {
    const isFull = rowsIn(placeEnds) >= bounds.challengePlaces
    const oldest = Array.from(placeEnds.getKeys({ limit: ACCOUNT_BOUNDS.prunedPerWrite }))
    for (const [at, [endsAtMs, wallet, issuer]] of oldest.entries())
      if (endsAtMs <= nowMs || (isFull && at === 0)) forget(wallet, issuer, { times: [], endsAtMs })
  }

  return {
    secret: readOrMakeSecret(env, secrets),
    issue: ({ wallet, issuer }, { nowMs, livesMs, maxLive }) =>
      env.writeNow(() => {
        const before = read(wallet, issuer)
        if (before === undefined) makeRoom(nowMs)
        else forget(wallet, issuer, before)
        const live = (before?.times ?? []).filter((time) => nowMs < time + livesMs)
        const issuedAtMs = Math.max(nowMs, (live.at(-1) ?? 0) + 1)
        const times = [...live, issuedAtMs].slice(-maxLive)
        const endsAtMs = issuedAtMs + livesMs
        places.put([wallet, issuer], encodeDurable({ times, endsAtMs }))
        placeEnds.put([endsAtMs, wallet, issuer], PRESENT)
        return issuedAtMs
      }),
    burn: ({ nonce, wallet, issuer, issuedAtMs, expiresAtMs }, nowMs) =>
      env.writeNow(() => {
        const key: [number, string] = [expiresAtMs, nonce]
        if (burned.doesExist(key)) return false
        const place = read(wallet, issuer)
        if (place !== undefined && !place.times.includes(issuedAtMs)) return false
        const over = burned.getKeys({ end: [nowMs, ''], limit: ACCOUNT_BOUNDS.prunedPerWrite })
        for (const old of Array.from(over)) burned.remove(old)
        if (rowsIn(burned) >= bounds.burnedChallenges) return 'full'
        burned.put(key, PRESENT)
        if (place === undefined) return true
        const times = place.times.filter((time) => time !== issuedAtMs)
        places.put([wallet, issuer], encodeDurable({ ...place, times }))
        return true
      }),
  }
}

const PRESENT = Buffer.alloc(1)
