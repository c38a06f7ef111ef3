import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ApiError, type Call, call } from './client.ts'
import { keys } from './keys.ts'

/** What a page knows of one call. The last good answer stays while a newer one is on its way or fails. */
export type Query<T> = {
  readonly data: T | null
  readonly error: ApiError | null
  readonly isLoading: boolean
  /** When the shown answer arrived, epoch ms. */
  readonly at: number | null
}
export type Asked<T> = { readonly state: Signal<Query<T>>; readonly path: string; readonly again: () => Promise<void> }

const kept = new Map<string, Asked<unknown>>()
const KEPT_MOST = 200

/** Answers are those of one caller: another key or session asks again. */
function callerOf({ as = 'data', session = '', userRef = '' }: Call): string {
  if (as === 'nobody') return as
  return `${as} ${as === 'session' ? session : keys.value[as]} ${userRef}`
}

function ask<T>(caller: string, path: string, options: Call): Asked<T> {
  const id = `${caller} ${path} ${options.body === undefined ? '' : JSON.stringify(options.body)}`
  const known = kept.get(id)
  if (known !== undefined) return known as Asked<T>
  const state = signal<Query<T>>({ data: null, error: null, isLoading: false, at: null })
  let underWay: Promise<void> | null = null
  const again = (): Promise<void> => {
    underWay ??= (async () => {
      state.value = { ...state.value, isLoading: true }
      try {
        const data = await call<T>(path, options)
        state.value = { data, error: null, isLoading: false, at: Date.now() }
      } catch (error) {
        const failed = error instanceof ApiError ? error : new ApiError(0, String(error), {})
        state.value = { ...state.value, error: failed, isLoading: false }
      } finally {
        underWay = null
      }
    })()
    return underWay
  }
  const asked: Asked<T> = { state, path, again }
  kept.set(id, asked as Asked<unknown>)
  if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value as string)
  return asked
}

/** Asks a route when the component is first shown, again when the answer is older than `staleMs`, and every `everyMs`
 *  while the page is visible. A null path asks nothing. */
export function useQuery<T>(
  path: string | null,
  { everyMs, staleMs = 15_000, ...options }: Call & { everyMs?: number; staleMs?: number } = {},
): Query<T> & { again: () => Promise<void> } {
  const caller = callerOf(options)
  const asked = useMemo(() => (path === null ? null : ask<T>(caller, path, options)), [caller, path])
  const key = keys.value.data
  useEffect(() => {
    if (asked === null || (key === '' && (options.as ?? 'data') === 'data')) return
    const { at, isLoading } = asked.state.peek()
    if (!isLoading && (at === null || Date.now() - at > staleMs)) void asked.again()
    if (everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void asked.again()
    }, everyMs)
    return () => clearInterval(timer)
  }, [asked, key, everyMs])
  if (asked === null) return { data: null, error: null, isLoading: false, at: null, again: async () => undefined }
  return { ...asked.state.value, again: asked.again }
}
