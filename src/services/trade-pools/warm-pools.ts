import type { Dex } from '../../chain/solana/dexes/dex.ts'
import type { DexTrading, TradablePool } from '../../chain/solana/dexes/trading.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'

export type WarmPool = { readonly pool: TradablePool; readonly slot: number; readonly isHit: boolean }

/** One pool as its accounts now are: from memory while the node sends their changes, else read again. `mint` is one of
 *  the two that it trades (`DexTrading`). Fails `no_route` with the reason when it cannot be traded, or as the node
 *  fails. */
export function warmPool(ctx: Context, dex: Dex, address: string, mint: string): Promise<Outcome<WarmPool>> {
  return ctx.parts.warmPools.read(dex, address, mint)
}

type Views = ReadonlyMap<string, AccountView | null>
type Kept = {
  readonly pool: TradablePool
  /** What it was made of. */
  readonly made: Views
  /** Of that, what trades do not change. */
  readonly slow: readonly string[]
}

/** A pool that has moved through more accounts than this is gathered from the beginning. */
const KEPT_POOL_ACCOUNTS = 64

/** Pools whose accounts are kept warm. */
export type WarmPools = { read(dex: Dex, address: string, mint: string): Promise<Outcome<WarmPool>> }

export function createWarmPools(ctx: Pick<Context, 'parts'>): WarmPools {
  const hot = ctx.parts.hotAccounts
  const kept: BoundedMap<string, Kept> = createBoundedMap(TRADING.hotPools)
  const flights = createSingleFlight<Outcome<WarmPool>>()

  /** The kept pool, or one made of what changed; null when something must be read. */
  function fromMemory(trading: DexTrading, address: string, mint: string, key: string): Outcome<WarmPool> | null {
    const known = kept.get(key)
    if (known === undefined) return null
    const moving = hot.get(known.pool.watch, 'watched')
    const still = moving === null ? null : hot.get(known.slow, 'slow')
    if (moving === null || still === null) return null
    const slot = hot.slotOf(known.pool.watch)
    if (isUnchanged(known.made, moving) && isUnchanged(known.made, still))
      return ok({ pool: known.pool, slot, isHit: true })
    const views = new Map([...still, ...moving])
    if (trading.wants(address, views, mint).some((wanted) => !views.has(wanted))) return null
    const made = keep(trading, address, mint, key, views)
    return made.ok ? ok({ pool: made.value, slot, isHit: true }) : made
  }

  function keep(trading: DexTrading, address: string, mint: string, key: string, views: Views): Outcome<TradablePool> {
    const pool = trading.readPool(address, views, mint)
    if (!pool.ok) {
      kept.delete(key)
      return pool
    }
    const watched = new Set(pool.value.watch)
    const slow = [...views.keys()].filter((one) => !watched.has(one))
    kept.set(key, { pool: pool.value, made: views, slow })
    return pool
  }

  async function readAll(trading: DexTrading, address: string, mint: string, key: string): Promise<Outcome<WarmPool>> {
    const known = kept.peek(key)
    const views = new Map<string, AccountView | null>()
    const slots = new Map<string, number>()
    // What it needed last time is asked for along with the pool, in one call instead of several.
    const before = known === undefined || known.made.size > KEPT_POOL_ACCOUNTS ? [] : known.made.keys()
    let missing: readonly string[] = [...trading.wants(address, views, mint), ...before]
    for (let round = 0; missing.length > 0; round++) {
      if (round === TRADING.wantRounds) return fail('no_route', `${address} asks for ever more accounts`)
      const read = await hot.read([...new Set(missing)])
      if (!read.ok) return read
      for (const [one, view] of read.value.accounts) {
        views.set(one, view)
        slots.set(one, read.value.slot)
      }
      missing = trading.wants(address, views, mint).filter((one) => !views.has(one))
    }
    const made = keep(trading, address, mint, key, views)
    if (!made.ok) return made
    const { watch } = made.value
    // What moves is read in one call, so that it is of one moment.
    const isOfOneMoment = new Set(watch.map((one) => slots.get(one))).size === 1
    const again = isOfOneMoment ? null : await hot.read(watch)
    if (again === null) return ok({ pool: made.value, slot: slots.get(watch[0]!)!, isHit: false })
    if (!again.ok) return again
    const whole = keep(trading, address, mint, key, new Map([...views, ...again.value.accounts]))
    return whole.ok ? ok({ pool: whole.value, slot: again.value.slot, isHit: false }) : whole
  }

  return {
    async read({ name, trading }, address, mint) {
      if (trading === undefined) return fail('no_route', `${name} cannot be traded`)
      const key = `${address} ${mint}`
      const known = kept.peek(key)
      const settled = known === undefined ? null : hot.settled(known.pool.watch)
      if (settled !== null) await settled
      const warm = fromMemory(trading, address, mint, key)
      if (warm !== null) return warm
      return flights.join(key, () => readAll(trading, address, mint, key)).result
    },
  }
}

function isUnchanged(made: Views, now: Views): boolean {
  for (const [address, view] of now) if (made.get(address) !== view) return false
  return true
}
