import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { call, serverAway } from '../api/client.ts'
import { hasDataKey, world } from '../api/keys.ts'
import { lastEventAt, streamState, streamTrouble } from '../api/stream.ts'
import { ago } from '../format.ts'
import { place } from '../router.ts'
import { focusSearch, Search } from './search.tsx'

const LINKS = [
  ['/', 'Pulse', ''],
  ['/launches', 'Launches', 'launches'],
  ['/trade', 'Trade', 'trade'],
  ['/recover', 'Recover', 'recover'],
  ['/streams', 'Streams', 'streams'],
  ['/keys', 'Keys', 'keys'],
  ['/operator', 'Operator', 'operator'],
] as const

export function Shell({ children }: { children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const here = `${place.value.page}/${place.value.subject}`
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else main.current?.focus({ preventScroll: true })
  }, [here])
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the row of pages scrolls: the present one is in sight.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here])
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
            <path
              d="M16 4 26 16 16 28 6 16Z"
              fill="none"
              stroke="currentColor"
              stroke-width="2.5"
              stroke-linejoin="round"
            />
            <path d="m16 10 5 6-5 6-5-6Z" fill="currentColor" />
          </svg>
          <span>Mintglass</span>
        </a>
        {world.value && <span class="mark">sandbox</span>}
        <Search />
        <Live />
        <ThemeButton />
      </header>
      <nav class="nav" aria-label="Pages" ref={nav}>
        {LINKS.map(([href, text, page]) => (
          <a key={href} href={href} aria-current={place.value.page === page ? 'page' : undefined}>
            {text}
          </a>
        ))}
        <a href="/docs" class="nav-docs">
          API reference
        </a>
      </nav>
      {world.value === null && !hasDataKey.value && place.value.page !== 'keys' && (
        <p class="notice">
          This server wants a key for its data. <a href="/keys">Enter a key or create one with a wallet.</a>
        </p>
      )}
      <Away />
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      <footer class="foot">
        <span>Your own server. Nothing on this page comes from another host.</span>
        <span>
          Charts:{' '}
          <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
            TradingView
          </a>{' '}
          Lightweight Charts, Apache-2.0
        </span>
      </footer>
    </>
  )
}

const PROBE_EVERY_MS = 3_000

/** Said while the server cannot be reached. A page that asks nothing by itself finds out here that it is back. */
function Away() {
  const isAway = serverAway.value
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(() => {
      void call('/api/v2/health', { as: 'nobody' }).catch(() => undefined)
    }, PROBE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAway])
  return (
    <div role="status">
      {isAway && <p class="notice">The server does not answer. What is shown is from before; it is asked again.</p>}
    </div>
  )
}

/** Whether events arrive, and when the last one did. */
function Live() {
  const state = streamState.value
  if (state === 'off') return null
  const text = { live: 'live', away: 'reconnecting', connecting: 'connecting', refused: 'no live events' }[state]
  const last = lastEventAt.value === null ? '' : `last event ${ago(lastEventAt.value)} ago`
  return (
    <span class={`live ${state === 'refused' ? 'away' : state}`} role="status" title={streamTrouble.value ?? last}>
      <i aria-hidden="true" />
      {text}
      {streamTrouble.value !== null && <span class="hidden">: {streamTrouble.value}</span>}
    </span>
  )
}

function ThemeButton() {
  const root = document.documentElement
  const chosen = useSignal(root.dataset['theme'] ?? '')
  const isDark = chosen.value === 'dark' || (chosen.value === '' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <button
      type="button"
      class="quiet theme"
      aria-label={isDark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => {
        const next = isDark ? 'light' : 'dark'
        root.dataset['theme'] = next
        localStorage.setItem('mintglass.theme', next)
        chosen.value = next
        dispatchEvent(new Event('themechange'))
      }}
    >
      {isDark ? '☀' : '☾'}
    </button>
  )
}

addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    focusSearch()
  }
  if (event.key === 'Escape' && isTyping) (event.target as HTMLElement).blur()
})
