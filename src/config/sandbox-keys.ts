import { SCOPES, type Scope, type Tier } from '../contract/api-key.ts'

/** The keys a sandbox publishes (`GET /api/sandbox`, the banner). They live in memory only and open nothing in live
 *  mode. `preview` is the public builder key of the spec: it has no record. */
export const SANDBOX_PREVIEW_KEY = 'mg_sandbox_preview'

export type SandboxKey = {
  readonly name: string
  readonly key: string
  readonly tier: Tier
  readonly scopes: readonly Scope[]
  readonly limitPer10s: number | null
}

const key = (
  name: string,
  prefix: 'mg' | 'rt',
  tier: Tier,
  scopes: readonly Scope[] = ['read'],
  limitPer10s: number | null = null,
): SandboxKey => ({
  name,
  key: `${prefix}_sandbox_${name}`,
  tier,
  scopes,
  limitPer10s,
})

export const SANDBOX_KEYS: readonly SandboxKey[] = [
  key('data', 'mg', 'data'),
  key('free', 'mg', 'free'),
  key('builder', 'rt', 'builder'),
  key('scale', 'rt', 'scale'),
  key('enterprise', 'rt', 'enterprise', ['read'], 1_000),
  key(
    'trade',
    'rt',
    'scale',
    SCOPES.filter((scope) => scope !== 'fee_routing'),
    // One trade that a client signs is five calls and more, and the pages show one trade behind the other.
    100,
  ),
  key('trade_read_only', 'rt', 'scale', ['read']),
  key('fee_routing', 'rt', 'scale', SCOPES),
  key('recovery', 'mg', 'free'),
]

/** Custodial users of the trade key that a sandbox funds and publishes. */
export const SANDBOX_USERS = {
  keyName: 'trade',
  refs: ['default', 'alice', 'bob', 'carol', 'rosa'],
  /** Of them those whose wallets get accounts to reclaim: closable ones and old deposits. */
  reclaimRefs: ['carol', 'rosa'],
  /** Each, once in a world: as much as one airdrop gives. */
  lamports: 5_000_000_000,
  /** How long is waited for the money, and how often looked. */
  waitMs: 5_000,
  lookEveryMs: 100,
} as const
