import { computed, signal } from '@preact/signals'

/** The pages by the first part of the path. The server sends the same document for each (`src/http/explorer.ts`). */
export const PAGES = ['', 'token', 'wallet', 'launches', 'trade', 'recover', 'streams', 'keys', 'operator'] as const
export type PageName = (typeof PAGES)[number]
export type Place = { readonly page: PageName | 'unknown'; readonly subject: string; readonly query: URLSearchParams }

const address = signal(location.pathname + location.search)

export const place = computed<Place>(() => {
  const url = new URL(address.value, location.origin)
  const [first = '', subject = ''] = url.pathname.split('/').filter(Boolean)
  const page = (PAGES as readonly string[]).includes(first) ? (first as PageName) : 'unknown'
  return { page, subject: decodeSafely(subject), query: url.searchParams }
})

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

export function go(path: string): void {
  history.pushState(null, '', path)
  address.value = path
  scrollTo(0, 0)
}

addEventListener('popstate', () => {
  address.value = location.pathname + location.search
})

/** Links inside the Explorer change the page without loading it again. */
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (
    link === null ||
    link === undefined ||
    link.target !== '' ||
    link.origin !== location.origin ||
    link.hasAttribute('download')
  )
    return
  const first = link.pathname.split('/')[1] ?? ''
  if (!(PAGES as readonly string[]).includes(first)) return
  if (link.pathname === location.pathname && link.hash !== '') return
  event.preventDefault()
  go(link.pathname + link.search)
})
