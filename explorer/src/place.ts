/* What an address of the Explorer means: pure, so that it is tested without a page. */

/** The pages by the first part of the path. The server sends the same document for each (`src/http/explorer.ts`), and
 *  with status 404 for every other path. */
export const PAGES = ['', 'token', 'wallet', 'launches', 'trade', 'recover', 'streams', 'keys', 'operator'] as const
export type PageName = (typeof PAGES)[number]
export type Place = {
  readonly page: PageName | 'unknown'
  /** The second part of the path; empty where there is none. */
  readonly subject: string
  readonly query: URLSearchParams
}

/** `address` is a path, with its query if it has one. A page has at most one subject, as the server has it. Not read as
 *  a URL: `//x` would be a host. */
export function placeOf(address: string): Place {
  const [path = '', ...rest] = address.split('?')
  const query = new URLSearchParams(rest.join('?'))
  const [, first = '', subject = '', more] = path.split('/')
  const isHome = path === '/'
  const isPage = isHome || (first !== '' && more === undefined && (PAGES as readonly string[]).includes(first))
  if (!isPage) return { page: 'unknown', subject: '', query }
  return { page: first as PageName, subject: decodeSafely(subject), query }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const ADDRESSES = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{32,44}(?![1-9A-HJ-NP-Za-km-z])/g
const MOST_MEANT = 3

/** Addresses of tokens or wallets in a path that leads nowhere: what may have been meant. */
export function addressesIn(path: string): readonly string[] {
  return [...new Set(path.match(ADDRESSES) ?? [])].slice(0, MOST_MEANT)
}
