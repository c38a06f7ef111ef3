import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError, call } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { plain, price, shorten, usd } from '../format.ts'
import { go } from '../router.ts'
import { isSecret } from './secrets.ts'
import { TokenIcon } from './token-icon.tsx'

type Found = {
  readonly mint: string
  readonly symbol: string | null
  readonly name: string | null
  readonly image: string | null
  readonly priceUsd: number | null
  readonly volume24h: number | null
  readonly dexId: string | null
}
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Longer than any name, symbol or address. */
const MOST_SIGNS = 100

function wordsOf({ status, message, code }: ApiError): string {
  if (status === 401) return `${message}. The search needs a data key: enter one on the page Keys.`
  return code === null ? message : `${message} (${code})`
}

export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('#search')?.focus()
}

/** Tokens by name, symbol or mint; any other address is offered as a wallet. A combobox with a list below it. */
export function Search() {
  const text = useSignal('')
  const found = useSignal<readonly Found[]>([])
  const note = useSignal('')
  const active = useSignal(0)
  const isOpen = useSignal(false)
  const box = useRef<HTMLDivElement>(null)
  const typed = text.value.trim()
  useEffect(() => {
    note.value = ''
    if (typed.length < 2) {
      found.value = []
      return
    }
    if (isSecret(typed, Object.values(keys.peek()))) {
      found.value = []
      note.value = 'This looks like a key, or a part of one. It was not sent: a search is written down by servers.'
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call<{ results: readonly Found[] }>(`/api/v2/tokens/search?q=${encodeURIComponent(typed)}`, {
        signal: abort.signal,
      }).then(
        ({ results }) => {
          found.value = results.slice(0, 8)
          active.value = 0
          note.value = results.length === 0 ? 'No token of that name is known.' : ''
        },
        (error: unknown) => {
          if (abort.signal.aborted) return
          found.value = []
          note.value = error instanceof ApiError ? wordsOf(error) : String(error)
        },
      )
    }, 180)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])
  const choices = [
    ...found.value.map((row) => ({ href: `/token/${row.mint}`, row })),
    ...(ADDRESS.test(typed) && !found.value.some(({ mint }) => mint === typed)
      ? [{ href: `/token/${typed}`, row: null, text: 'Open as token' }]
      : []),
    ...(ADDRESS.test(typed) ? [{ href: `/wallet/${typed}`, row: null, text: 'Open as wallet' }] : []),
  ]
  const open = (href: string): void => {
    isOpen.value = false
    text.value = ''
    go(href)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') active.value = Math.max(0, Math.min(active.value + 1, choices.length - 1))
    else if (event.key === 'ArrowUp') active.value = Math.max(active.value - 1, 0)
    else if (event.key === 'Enter' && choices[active.value] !== undefined) open(choices[active.value]!.href)
    else if (event.key === 'Escape') isOpen.value = false
    else return
    event.preventDefault()
  }
  const isListed = isOpen.value && choices.length > 0
  return (
    <div
      class="search"
      ref={box}
      role="search"
      onFocusOut={(event) => {
        if (!box.current?.contains(event.relatedTarget as Node | null)) isOpen.value = false
      }}
    >
      <input
        id="search"
        type="text"
        role="combobox"
        aria-label="Search tokens and wallets"
        aria-expanded={isListed}
        aria-controls="search-list"
        aria-autocomplete="list"
        aria-activedescendant={isListed ? `search-${active.value}` : undefined}
        placeholder="Token, symbol or address"
        autocomplete="off"
        spellcheck={false}
        maxLength={MOST_SIGNS}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          isOpen.value = true
        }}
        onFocus={() => {
          isOpen.value = true
        }}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      <p
        role="status"
        class={isOpen.value && !isListed && note.value !== '' ? 'search-list search-note muted' : 'hidden'}
      >
        {note.value}
      </p>
      {isListed && (
        <ul id="search-list" class="search-list" role="listbox" aria-label="Found">
          {choices.map((choice, index) => (
            <li
              key={choice.href}
              id={`search-${index}`}
              role="option"
              aria-selected={index === active.value}
              onMouseDown={(event) => {
                event.preventDefault()
                open(choice.href)
              }}
            >
              {choice.row === null ? (
                <span>
                  {choice.text} <span class="mono">{shorten(typed)}</span>
                </span>
              ) : (
                <>
                  <TokenIcon mint={choice.row.mint} image={choice.row.image} size={24} />
                  <b>{plain(choice.row.symbol, 12) || '?'}</b>
                  <span class="grow muted">{plain(choice.row.name, 28)}</span>
                  <span class="num">{price(choice.row.priceUsd)}</span>
                  <span class="num muted wide-only">{usd(choice.row.volume24h)} in 24 h</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
