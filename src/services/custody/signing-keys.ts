import { createSigningKey, type SigningKey } from '../../chain/solana/signing-key.ts'
import { CUSTODY } from '../../config/custody.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { guarded } from '../../runtime/background.ts'
import { createGcHint } from '../../runtime/gc-hint.ts'
import { withSecret } from '../../runtime/secret-bytes.ts'
import { deriveSeed, type WalletOwner } from '../../store/derive-seed.ts'
import { withMasterSeed } from './master-seed.ts'

type Held = { readonly key: SigningKey; usedAtMs: number }

/** Keys of wallets that sign now or did a moment ago. */
export type SigningKeys = {
  /** Derived when it is not held; about 400 µs then. Fails as `withMasterSeed` does. */
  keyOf(walletId: string, owner: WalletOwner): Outcome<SigningKey>
  /** Not held: for `keep`, or to be given to `forget`. Fails as `keyOf` does. */
  derive(owner: WalletOwner): Outcome<SigningKey>
  keep(walletId: string, key: SigningKey): void
  forget(key: SigningKey): void
  held(walletId: string): SigningKey | undefined
  /** How many are held. */
  size(): number
  /** How many are given up and not freed yet. */
  leaving(): number
  /** Forgets all keys and stops the check for idle ones. */
  close(): void
}

export function createSigningKeys(ctx: Pick<Context, 'clock' | 'config' | 'store'>): SigningKeys {
  const { clock, config, store } = ctx
  const { idleMs } = config.custody
  const held = new Map<string, Held>()
  const freed = createGcHint({
    clock,
    lookEveryMs: Math.min(CUSTODY.collectLookMs, idleMs),
    withinMs: CUSTODY.collectWithinMs,
    quietShare: CUSTODY.quietShare,
  })
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function letGo(walletId: string): void {
    const one = held.get(walletId)
    if (one === undefined) return
    held.delete(walletId)
    freed.add(one.key.privateKey)
  }

  function sweep(): void {
    timer = undefined
    const beforeMs = clock.monotonicMs() - idleMs
    for (const [id, { usedAtMs }] of held) if (usedAtMs <= beforeMs) letGo(id)
    watch()
  }

  /** Looks again while any key is held. */
  function watch(): void {
    if (timer !== undefined || held.size === 0 || isClosed) return
    timer = setTimeout(guarded('signing keys', sweep), Math.ceil(idleMs / CUSTODY.sweepsPerIdleLimit))
    timer.unref()
  }

  function keep(walletId: string, key: SigningKey): void {
    // A Map iterates in order of insertion and a used key moves to its end, so the first one was used longest ago.
    if (held.size >= CUSTODY.cachedKeys) letGo(held.keys().next().value!)
    held.set(walletId, { key, usedAtMs: clock.monotonicMs() })
    watch()
  }

  const use = (walletId: string): SigningKey | undefined => touch(held, walletId, clock.monotonicMs())
  const derive = (owner: WalletOwner): Outcome<SigningKey> =>
    withMasterSeed({ config, table: store.custody }, (master) =>
      withSecret(deriveSeed(master, owner), createSigningKey),
    )

  return {
    derive,
    keep,
    forget: ({ privateKey }) => freed.add(privateKey),
    held: use,
    size: () => held.size,
    leaving: () => freed.waiting(),
    keyOf(walletId, owner) {
      const known = use(walletId)
      if (known !== undefined) return ok(known)
      const made = derive(owner)
      if (made.ok) keep(walletId, made.value)
      return made
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      held.clear()
    },
  }
}

/** Moves a held key to the end: it is evicted last. */
function touch(held: Map<string, Held>, walletId: string, usedAtMs: number): SigningKey | undefined {
  const one = held.get(walletId)
  if (one === undefined) return undefined
  one.usedAtMs = usedAtMs
  held.delete(walletId)
  held.set(walletId, one)
  return one.key
}
