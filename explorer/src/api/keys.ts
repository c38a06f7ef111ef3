import { computed, signal } from '@preact/signals'
import { patience } from './patience.ts'

/** The keys that the pages send. They stay in this browser tab's storage and go to this server only. */
export type Keys = {
  /** `X-API-Key` of the data routes; empty when there is none. */
  readonly data: string
  /** Bearer key of the trading routes; empty when there is none. */
  readonly trade: string
}

const STORED = 'mintglass.keys'

function restore(): Keys {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<Keys>
    return { data: String(stored.data ?? ''), trade: String(stored.trade ?? '') }
  } catch {
    return { data: '', trade: '' }
  }
}

export const keys = signal<Keys>(restore())
export const hasDataKey = computed(() => keys.value.data !== '')

export function useKeys(next: Partial<Keys>): void {
  keys.value = { ...keys.value, ...next }
  sessionStorage.setItem(STORED, JSON.stringify(keys.value))
}

/** What a sandbox publishes about its world; null in live mode, undefined until the server has answered. */
export type SandboxWorld = {
  readonly keys: Readonly<Record<string, string>>
  readonly tokens: readonly { mint: string; symbol: string; archetype: string; dex: string; pool: string }[]
  readonly wallets: readonly { address: string; archetype: string; secretKey?: string | null }[]
  readonly upstreams?: Readonly<Record<string, string>>
  readonly userRefs: readonly { userRef: string; address: string }[]
}
export const world = signal<SandboxWorld | null | undefined>(undefined)

/** Why the server has not said yet what it is, in its own words. */
export const worldTrouble = signal<string | null>(null)

const ATTEMPTS = 6
const AGAIN_MS = 2_000
const LATER_MS = 10_000
/** Longer than a busy server takes; a connection that no one answers is another attempt. */
const PATIENCE_MS = 15_000

/** In a sandbox the published keys are filled in, so that everything works at the first click. Only 404 means that the
 *  server is none: one that is busy is asked again. After a few attempts the pages ask their reader for a key, and the
 *  server is still asked now and then. */
export async function findWorld(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch('/api/sandbox', { signal: patience(PATIENCE_MS) }).catch(() => null)
    const body = (await response?.json().catch(() => null)) as (SandboxWorld & { readonly error?: string }) | null
    if (response?.ok && body !== null) {
      useKeys({
        data: keys.value.data || (body.keys['enterprise'] ?? body.keys['data'] ?? ''),
        trade: keys.value.trade || (body.keys['trade'] ?? ''),
      })
      world.value = body
      worldTrouble.value = null
      return
    }
    if (response?.status === 404) {
      world.value = null
      worldTrouble.value = null
      return
    }
    worldTrouble.value = body?.error ?? 'the server does not answer'
    if (attempt === ATTEMPTS) world.value = null
    await new Promise((resolve) => setTimeout(resolve, attempt < ATTEMPTS ? AGAIN_MS : LATER_MS))
  }
}
