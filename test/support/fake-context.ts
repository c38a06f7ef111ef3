import { pino } from 'pino'
import { type Config, readConfig } from '../../src/config/env.ts'
import { PLANS } from '../../src/config/plans.ts'
import { RATE_WINDOW_MS } from '../../src/config/rate-limits.ts'
import type { Context } from '../../src/context.ts'
import type { ApiKeyRecord, Caller } from '../../src/contract/api-key.ts'
import { ok } from '../../src/contract/outcome.ts'
import { addParts } from '../../src/create-parts.ts'
import type { Authenticate } from '../../src/http/ports.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { createGate } from '../../src/runtime/gate.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type {
  ApiKeysTable,
  NewApiKey,
  RateCountsTable,
  ResponseTable,
  Store,
  StoredResponse,
} from '../../src/store/store.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { NO_UPSTREAMS } from './no-upstreams.ts'

export type FakeContext = {
  readonly ctx: Context
  readonly clock: FakeClock
  /** Everything logged, parsed. */
  readonly logged: Record<string, unknown>[]
  /** Bodies on the second level of the response cache. */
  readonly disk: Map<string, StoredResponse>
  /** Makes a key in memory and returns it. */
  addKey(key: string, input?: Partial<NewApiKey>): ApiKeyRecord
  readonly authenticate: Authenticate
}

/** What readers of a tape that holds nothing ask for. */
const EMPTY_TAPE: Partial<Store['tape']> = {
  coverage: () => undefined,
  position: () => undefined,
  launchOf: () => undefined,
  lost: () => [],
  candles: () => [],
  trades: () => ({ trades: [], nextBeforeSeq: null }),
  launches: () => ({ launches: [], nextBeforeSeq: null }),
}

/** A ledger that keeps nothing. */
const NO_SCORES: Store['scores'] = {
  append: async () => 0,
  settle: async () => undefined,
  due: () => [],
  read: () => [],
  head: () => ({ id: 0, linkHex: '' }),
  epoch: 0,
  verify: () => ({ rows: 0, head: null, findings: [], linkOf: () => undefined }),
}

/** A context with a clock that is moved by hand, keys and cached bodies in memory, and no upstream, chain or worker:
 *  what a test needs of those it gives in `parts`. */
export function fakeContext(
  options: { config?: Partial<Config>; parts?: Partial<Context>; store?: Partial<Store>; logLevel?: string } = {},
): FakeContext {
  const clock = fakeClock()
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: options.logLevel ?? 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  )
  const disk = new Map<string, StoredResponse>()
  const apiKeys = memoryKeys(clock)
  const store: Partial<Store> = {
    responses: memoryResponses(disk),
    apiKeys,
    rateCounts: { publish() {}, readOthers: () => new Map() },
    worldVersion: () => 0,
    scores: NO_SCORES,
    tape: EMPTY_TAPE as Store['tape'],
    memo: async (_cache, _key, load) => load(),
    memoMany: async (_cache, keys, loadMissing) => {
      const loaded = await loadMissing(keys)
      return loaded.ok ? ok(new Map(keys.map((key) => [key, loaded.value.get(key) ?? null]))) : loaded
    },
    ...options.store,
  }
  const ctx = addParts({
    config: { ...readConfig({}), port: 0, internalPort: 0, providers: {}, ...options.config },
    clock,
    log,
    metrics: createMetrics(),
    store: store as Store,
    upstreams: NO_UPSTREAMS,
    scans: createGate({ maxRunning: 4, maxWaiting: 4 }),
    sandbox: null,
    resolveHost: async () => [],
    ...options.parts,
  } as Context).ctx
  const authenticate = (presented: string): Caller | null => {
    const key = apiKeys.findByDigest(digestKey(presented))
    return key === undefined || key.revokedAtMs !== null ? null : { kind: 'key', key }
  }
  return { ctx, clock, logged, disk, authenticate, addKey: (key, input) => apiKeys.addVolatile(key, newKey(input)) }
}

function newKey(input: Partial<NewApiKey> = {}): NewApiKey {
  return { label: 'test', tier: 'data', ...input }
}

/** Stored bodies in memory, lent through the caller's scratch as the store does. */
export function memoryResponses(disk: Map<string, StoredResponse>): ResponseTable {
  return {
    get(key, scratch) {
      const stored = disk.get(key)
      if (stored === undefined || scratch === undefined || stored.body.length > scratch.length) return stored
      stored.body.copy(scratch)
      return { ...stored, body: scratch.subarray(0, stored.body.length) }
    },
    put: (key, response) => void disk.set(key, response),
  }
}

const refuse = () => {
  throw new Error('this is decided in a transaction: test it with a store')
}
const NEEDS_A_STORE = {
  register: refuse,
  recover: refuse,
  regenerate: refuse,
  alter: refuse,
  activateBranding: refuse,
  brandingPayment: refuse,
  keyOfBrandingTail: refuse,
  brandingTail: refuse,
}

/** The table of keys, in memory, with positive ids. */
function memoryKeys(clock: FakeClock): ApiKeysTable {
  const records = new Map<number, ApiKeyRecord>()
  let changes = 0
  const add = (key: string, input: NewApiKey): ApiKeyRecord => {
    const record: ApiKeyRecord = {
      id: records.size + 1,
      digestHex: digestKey(key),
      keyPrefix: key.slice(0, 7),
      label: input.label,
      tier: input.tier,
      scopes: input.scopes ?? PLANS[input.tier].scopes,
      ownerWallet: input.ownerWallet ?? null,
      feeWallet: input.feeWallet ?? null,
      limitPer10s: input.limitPer10s ?? null,
      allowedDomains: input.allowedDomains ?? [],
      hasBrandingLicense: input.hasBrandingLicense ?? false,
      brandingLicenseTx: null,
      createdAtMs: clock.nowMs(),
      revokedAtMs: null,
      pendingFeeWallet: null,
      feeWalletLocked: false,
      retiredKey: null,
      walletNamespace: `namespace ${records.size + 1}`,
    }
    records.set(record.id, record)
    changes++
    return record
  }
  return {
    create: async (input) => {
      const key = `mg_${records.size}_${input.label}`
      return { key, record: add(key, input) }
    },
    findByDigest: (digestHex) => [...records.values()].find((record) => record.digestHex === digestHex),
    findById: (id) => records.get(id),
    list: () => [...records.values()],
    update: async (id, patch) => {
      const before = records.get(id)
      if (before === undefined) return undefined
      const after = { ...before, ...patch } as ApiKeyRecord
      records.set(id, after)
      changes++
      return after
    },
    findByOwner: (owner) =>
      [...records.values()].find(({ ownerWallet, revokedAtMs }) => ownerWallet === owner && revokedAtMs === null),
    isOwned: (id, owner) => records.get(id)?.ownerWallet === owner,
    ...NEEDS_A_STORE,
    addVolatile: add,
    version: () => changes,
  }
}

/** What sibling processes tell each other, without processes: one board, one table per sibling. */
export function rateCountsBoard(): { join(): RateCountsTable } {
  const published = new Map<object, ReadonlyMap<string, { readonly startMs: number; readonly count: number }>>()
  return {
    join() {
      const self = {}
      return {
        publish: (counts) => void published.set(self, new Map(counts)),
        readOthers(nowMs) {
          const sums = new Map<string, { startMs: number; count: number }>()
          for (const [owner, counts] of published) {
            if (owner === self) continue
            for (const [tag, { startMs, count }] of counts) {
              if (Math.abs(nowMs - startMs) >= RATE_WINDOW_MS) continue
              const sum = sums.get(tag)
              if (sum === undefined) sums.set(tag, { startMs, count })
              else sums.set(tag, { startMs: Math.min(sum.startMs, startMs), count: sum.count + count })
            }
          }
          return sums
        },
      }
    },
  }
}
