import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { POOLS } from '../../config/pools.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { currentLane } from '../../runtime/request-scope.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import { createScanProbe } from './scan-probe.ts'

/** A scan for pools, as a DEX asks for it. */
export type Scan = SolanaRpc['programAccounts']
type Scanned = Awaited<ReturnType<Scan>>

/** How someone scans. */
export type ScanTerms = {
  readonly rpc: SolanaRpc
  /** The token that pools are looked for of. */
  readonly mint: string
  /** After this the answer is `upstream_timeout`; the scan itself continues for later callers. */
  readonly patienceMs: number
  /** In a hurry (a trade): a program that just kept someone like this waiting for nothing is not waited for, and what
   *  is known from before will not do. */
  readonly isHurried: boolean
  readonly signal?: AbortSignal
}

/** Scans for pools, shared by all who look for them: each runs once at a time, its answer is remembered, and a program
 *  that the node refuses to scan is not asked for again for a while (`upstream_refused`). */
export type PoolScans = {
  scan(terms: ScanTerms): Scan
  /** Pools of this mint have come or gone: what scans found of it until now is not gone by any more. */
  forget(mint: string): void
}

type Remembered = { readonly addresses: readonly string[]; readonly atMs: number }

export function createPoolScans({ clock, config }: Pick<Context, 'clock' | 'config'>): PoolScans {
  // Of a node that allows few calls, the scans of one mint are half of what it allows.
  const probe = config.node.per10s === null ? null : createScanProbe(clock)
  /** By lane and program: why it is not scanned before that time. What a crowd of scans made slow says nothing of what
   *  a trade asks for. */
  const unscanned = new Map<string, { readonly untilMs: number; readonly failure: Failure }>()
  const slowUntilMs = new Map<string, number>()
  const remembered = createBoundedMap<string, Remembered>(POOLS.rememberedScans)
  const movedAtMs = createBoundedMap<string, number>(TRADING.knownMints)
  const flights = createSingleFlight<Scanned>()
  const isBefore = (times: ReadonlyMap<string, number>, program: string): boolean =>
    clock.monotonicMs() < (times.get(program) ?? Number.NEGATIVE_INFINITY)

  function recall(key: string, mint: string): Remembered | null {
    const known = remembered.get(key)
    if (known === undefined || known.atMs <= (movedAtMs.get(mint) ?? Number.NEGATIVE_INFINITY)) return null
    const lifetimeMs = known.addresses.length === 0 ? POOLS.rememberedEmptyMs : POOLS.rememberedMs
    return clock.monotonicMs() - known.atMs < lifetimeMs ? known : null
  }

  function fly(key: string, { rpc }: ScanTerms, program: string, options: Parameters<Scan>[1]): Promise<Scanned> {
    return flights.join(key, async () => {
      const atMs = clock.monotonicMs()
      const send = () => rpc.programAccounts(program, { ...options, signal: AbortSignal.timeout(POOLS.scanMs) })
      const scanned = await (probe === null ? send() : probe.run(program, send))
      if (scanned.ok) {
        unscanned.delete(laned(program))
        const addresses = scanned.value.slice(0, POOLS.addressesPerScan).map(({ address }) => address)
        remembered.set(key, { addresses, atMs })
      } else if (scanned.code !== 'too_busy') {
        const forMs = scanned.code === 'upstream_refused' ? TRADING.refusedScanMs : TRADING.failedScanMs
        unscanned.set(laned(program), { untilMs: clock.monotonicMs() + forMs, failure: scanned })
      }
      return scanned
    }).result
  }

  return {
    scan: (terms) => async (program, options) => {
      const { mint, patienceMs, isHurried, signal } = terms
      const key = `${program} ${JSON.stringify(options.filters)}`
      const known = isHurried ? null : recall(key, mint)
      if (known !== null) return readAgain(terms, known.addresses)
      const refused = unscanned.get(laned(program))
      if (refused !== undefined && clock.monotonicMs() < refused.untilMs) return refused.failure
      if (isHurried && isBefore(slowUntilMs, laned(program)))
        return fail('upstream_timeout', 'its scans take too long now')
      const scanned = await waitFor(fly(key, terms, program, options), patienceMs, signal)
      if (!scanned.ok && scanned.code === 'upstream_timeout')
        slowUntilMs.set(laned(program), clock.monotonicMs() + TRADING.failedScanMs)
      return scanned
    },
    forget: (mint) => movedAtMs.set(mint, clock.monotonicMs()),
  }
}

/** The accounts as they are now; those that are gone are left out. */
async function readAgain({ rpc, signal }: ScanTerms, addresses: readonly string[]): Promise<Scanned> {
  if (addresses.length === 0) return ok([])
  const read = await rpc.accounts(addresses, signal ? { signal } : {})
  return read.ok ? ok(read.value.accounts.filter((account) => account !== null)) : read
}

/** Leaves without the answer when its time is over or its caller has gone. */
function waitFor<T>(work: Promise<Outcome<T>>, ms: number, signal: AbortSignal | undefined): Promise<Outcome<T>> {
  if (signal?.aborted) return Promise.resolve(fail('cancelled', 'request cancelled by client'))
  return new Promise((resolve, reject) => {
    const leave = (): void => settle(fail('cancelled', 'request cancelled by client'))
    const timer = Number.isFinite(ms)
      ? setTimeout(() => settle(fail('upstream_timeout', 'the node takes long to scan')), ms)
      : undefined
    const settle = (outcome: Outcome<T>): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      resolve(outcome)
    }
    signal?.addEventListener('abort', leave, { once: true })
    work.then(settle, reject)
  })
}

function laned(program: string): string {
  return `${currentLane()} ${program}`
}
