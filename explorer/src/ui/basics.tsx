import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ApiError, Call } from '../api/client.ts'
import { curlOf } from '../api/curl.ts'
import type { Query } from '../api/query.ts'
import { ago, change, cutWords, dateTime, isoTime, plain, shorten, toneOf } from '../format.ts'
import { copyText } from './copy-text.ts'

type Children = { readonly children?: ComponentChildren }

/** A titled part of a page. `call` is the request that gave its figures. */
export function Panel({
  title,
  children,
  call,
  aside,
  id,
  class: extra = '',
}: Children & {
  title: string
  call?: { path: string; options?: Call }
  aside?: ComponentChildren
  id?: string
  class?: string
}) {
  const headingId = `h-${(id ?? title).replace(/\W+/g, '-').toLowerCase()}`
  return (
    <section class={`panel ${extra}`} id={id} aria-labelledby={headingId}>
      <header class="panel-head">
        <h2 id={headingId}>{title}</h2>
        <div class="panel-aside">
          {aside}
          {call && <CallLink path={call.path} options={call.options} />}
        </div>
      </header>
      {children}
    </section>
  )
}

/** Pixels between the edge of the window and what opens over the page. */
const EDGE = 8

/** Shows the API call behind figures, ready to copy. */
export function CallLink({ path, options }: { path: string; options?: Call | undefined }) {
  const isOpen = useSignal(false)
  const curl = curlOf(location.origin, path, options)
  const all = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!isOpen.value) return
    // It ends where its button does, and would begin outside of the window where that stands on the left.
    const { left } = box.current!.getBoundingClientRect()
    if (left < EDGE) box.current!.style.right = `${left - EDGE}px`
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') button.current?.focus()
      else if (event.type === 'keydown' || all.current?.contains(event.target as Node)) return
      isOpen.value = false
    }
    addEventListener('keydown', close)
    addEventListener('pointerdown', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('pointerdown', close)
    }
  }, [isOpen.value])
  return (
    <span class="call" ref={all}>
      <button
        type="button"
        class="quiet"
        ref={button}
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        API
      </button>
      {isOpen.value && (
        <span class="call-box" ref={box}>
          <code>{curl}</code>
          <Copy text={curl} label="Copy the command" />
        </span>
      )}
    </span>
  )
}

export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const outcome = useSignal<boolean | null>(null)
  return (
    <button
      type="button"
      class="quiet copy"
      aria-label={outcome.value === null ? label : outcome.value ? 'Copied' : 'The browser does not let this page copy'}
      title={label}
      onClick={() => {
        void copyText(text).then((isDone) => {
          outcome.value = isDone
          setTimeout(() => {
            outcome.value = null
          }, 1_200)
        })
      }}
    >
      {outcome.value !== null ? (
        outcome.value ? (
          '✓'
        ) : (
          '✗'
        )
      ) : (
        <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
          <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8Z" fill="none" stroke="currentColor" stroke-width="1.4" />
        </svg>
      )}
    </button>
  )
}

/** A wallet or token address: short, with the whole one to copy, leading to its page where it has one. */
export function Address({
  address,
  kind = 'wallet',
  name,
  ends = 4,
  canCopy = true,
  href,
  isCurrent = false,
}: {
  address: string | null | undefined
  kind?: 'wallet' | 'token'
  /** In place of the page of its kind; null where no page says anything of it. */
  href?: string | null | undefined
  isCurrent?: boolean
  name?: string | null | undefined
  ends?: number
  canCopy?: boolean
}) {
  if (!address) return <span class="muted">–</span>
  const shown = { title: address, class: name ? '' : 'mono' }
  const text = name ? plain(name, 28) : shorten(address, ends)
  return (
    <span class="address">
      {href === null ? (
        <span {...shown}>{text}</span>
      ) : (
        <a {...shown} href={href ?? `/${kind}/${address}`} aria-current={isCurrent ? 'true' : undefined}>
          {text}
        </a>
      )}
      {canCopy && <Copy text={address} label={`Copy ${address}`} />}
    </span>
  )
}

export function Ago({ ms, suffix = '' }: { ms: number | null | undefined; suffix?: string }) {
  const iso = isoTime(ms)
  if (iso === null) return <span class="muted">–</span>
  return (
    <time dateTime={iso} title={dateTime(ms)}>
      {ago(ms)}
      {suffix}
    </time>
  )
}

export function Change({ value }: { value: number | null | undefined }) {
  const text = change(value)
  return <span class={`num ${toneOf(text)}`}>{text}</span>
}

export type Grade = 'safe' | 'caution' | 'risky' | 'danger'

/** Grade and score of a verdict; higher scores are safer. */
export function GradeBadge({ grade, score, title }: { grade: Grade | null; score: number | null; title?: string }) {
  if (grade === null)
    return (
      <span class="grade none" title={title ?? 'not judged yet'}>
        not judged
      </span>
    )
  return (
    <span class={`grade ${grade}`} title={title}>
      {grade}
      {score !== null && <b class="num">{score}</b>}
    </span>
  )
}

export function Stat({ label, children, hint }: Children & { label: string; hint?: string | undefined }) {
  return (
    <div class="stat" title={hint}>
      <dt>{label}</dt>
      <dd class="num">{children}</dd>
    </div>
  )
}

export function Empty({ children }: Children) {
  return <p class="empty">{children}</p>
}

/** What an answer leaves out, in the words of the server. */
export function Missing({ sentences = [] }: { sentences?: readonly string[] | undefined }) {
  if (sentences.length === 0) return null
  return (
    <p class="panel-note small" role="status">
      <span class="severity warning">left out</span> {sentences.map((sentence) => plain(sentence, 300)).join('; ')}.
    </p>
  )
}

/** Above figures that are from before because a newer answer was refused. Of a server that does not answer at all the
 *  head of the page says so. */
export function Stale({ of: { data, error, at } }: { of: Pick<Query<unknown>, 'data' | 'error' | 'at'> }) {
  if (data === null || error === null || error.status === 0) return null
  return (
    <p class="panel-note small" role="status">
      <span class="severity warning">from before</span> <Ago ms={at} suffix=" ago" />; asked again since:{' '}
      {error.message}
      {error.code && <span class="muted"> ({error.code})</span>}
    </p>
  )
}

/** Below a list of which not all is shown. */
export function Cut({ shown, total, many }: { shown: number; total: number; many: string }) {
  const words = cutWords(shown, total, many)
  return words === '' ? null : <p class="cut-off muted small">{words}</p>
}

/** In place of figures that only a key gives. */
export function NeedsKey() {
  return (
    <Empty>
      These figures need a key: <a href="/keys">enter or create one</a>.
    </Empty>
  )
}

/** A failure in the server's own words, with what can be done about it. */
export function Failed({ error, again }: { error: ApiError; again?: () => void }) {
  return (
    <div class="failed" role="alert">
      <p>
        {error.message}
        {error.code && <span class="muted"> ({error.code})</span>}
      </p>
      {error.status === 401 && (
        <p>
          These figures need a key: <a href="/keys">enter or create one</a>.
        </p>
      )}
      <p class="muted">
        {error.requestId && <>Request {error.requestId}. </>}
        {again && (
          <button type="button" class="quiet" onClick={again}>
            Try again
          </button>
        )}
      </p>
    </div>
  )
}

export function Loading({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div class="loading" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="bone" />
      ))}
    </div>
  )
}

/** Pages of a subject: the arrow keys move between them, as in any tab list. */
export function Tabs<T extends string>({
  tabs,
  chosen,
  choose,
  label,
}: {
  tabs: readonly (readonly [T, string])[]
  chosen: T
  choose: (tab: T) => void
  label: string
}) {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = tabs.findIndex(([name]) => name === chosen)
    const [next] = tabs[(index + step + tabs.length) % tabs.length]!
    choose(next)
    const list = event.currentTarget as HTMLElement
    queueMicrotask(() => list.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus())
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => choose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
