import { type Signal, signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { hasDataKey, world, worldTrouble } from './api/keys.ts'
import { HomePage } from './pages/home.tsx'
import type { PageName } from './place.ts'
import { place } from './router.ts'
import { Empty, Loading, NeedsKey } from './ui/basics.tsx'
import { Boundary } from './ui/boundary.tsx'
import { NoPage } from './ui/no-page.tsx'
import { Shell } from './ui/shell.tsx'

type Page = ComponentType<{ subject: string }>
type Loader = () => Promise<{ default: Page }>

/** Without a data key they have nothing to show; the other pages say themselves what they need. */
const KEYED: readonly PageName[] = ['token', 'wallet', 'launches']

/** Every page but the first is loaded when it is opened. One that cannot be is not asked for again by itself: its script
 *  is gone when the server has been updated, and only a new document names the new one. */
const LOADERS: Readonly<Record<Exclude<PageName, ''>, Loader>> = {
  token: () => import('./pages/token.tsx'),
  wallet: () => import('./pages/wallet.tsx'),
  launches: () => import('./pages/launches.tsx'),
  trade: () => import('./pages/trade.tsx'),
  recover: () => import('./pages/recover.tsx'),
  streams: () => import('./pages/streams.tsx'),
  keys: () => import('./pages/keys.tsx'),
  operator: () => import('./pages/operator.tsx'),
}
const TITLES: Readonly<Record<PageName | 'unknown', string>> = {
  '': 'Pulse',
  token: 'Token',
  wallet: 'Wallet',
  launches: 'Launches',
  trade: 'Trade',
  recover: 'Recover rent',
  streams: 'Streams and webhooks',
  keys: 'Keys',
  operator: 'Operator',
  unknown: 'No page here',
}
const loaded: Partial<Record<PageName, Signal<Page | 'failed' | null>>> = {}

function pageOf(name: Exclude<PageName, ''>): Page | 'failed' | null {
  const known = loaded[name]
  if (known !== undefined) return known.value
  const state = signal<Page | 'failed' | null>(null)
  loaded[name] = state
  LOADERS[name]().then(
    (module) => {
      state.value = module.default
    },
    () => {
      state.value = 'failed'
    },
  )
  return state.value
}

export function App() {
  const { page, subject } = place.value
  useEffect(() => {
    document.title = `${TITLES[page]}${subject === '' ? '' : ` ${subject.slice(0, 6)}…`} · Mintglass`
  }, [page, subject])
  return <Shell>{page === 'unknown' ? <NoPage /> : <Known page={page} subject={subject} />}</Shell>
}

function Known({ page, subject }: { page: PageName; subject: string }) {
  return world.value === undefined ? <Starting /> : <Current page={page} subject={subject} />
}

/** Until the server has said what it is. */
function Starting() {
  return (
    <>
      {worldTrouble.value !== null && (
        <Empty>Not ready yet: {worldTrouble.value}. Asked again every two seconds.</Empty>
      )}
      <Loading lines={6} />
    </>
  )
}

function NotLoaded() {
  return (
    <Empty>
      <span role="alert">This page could not be loaded. The server may have been updated, or it does not answer.</span>{' '}
      <button type="button" class="button" onClick={() => location.reload()}>
        Reload
      </button>
    </Empty>
  )
}

function Current({ page, subject }: { page: PageName; subject: string }) {
  if (page === '')
    return (
      <Boundary key="home">
        <HomePage />
      </Boundary>
    )
  if (KEYED.includes(page) && !hasDataKey.value) return <NeedsKey />
  const Found = pageOf(page)
  if (Found === null) return <Loading lines={6} />
  if (Found === 'failed') return <NotLoaded />
  const hasOwnHeading = page === 'token' || page === 'wallet'
  return (
    <>
      {!hasOwnHeading && <h1 class="hidden">{TITLES[page]}</h1>}
      <Boundary key={`${page} ${subject}`}>
        <Found subject={subject} />
      </Boundary>
    </>
  )
}
