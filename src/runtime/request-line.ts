export type Query = Readonly<Record<string, string | number | undefined>>

/** Headers of every request to a provider: who we are, and its key. */
export function fixedHeaders(
  options: { readonly apiKey: string | null; readonly keyHeader: string | null; readonly keyPrefix: string },
  base: URL,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'mintglass' }
  if (base.username !== '') {
    const credentials = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
  }
  if (options.apiKey !== null && options.keyHeader !== null) {
    headers[options.keyHeader] = `${options.keyPrefix}${options.apiKey}`
  }
  return headers
}

/** Path and query of one request: those of the base address, then the call's own. */
export function requestPath(
  base: URL,
  { path = '', query = {} }: { readonly path?: string; readonly query?: Query },
): string {
  const basePath = base.pathname.replace(/\/+$/, '')
  const search = new URLSearchParams(base.search)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return `${basePath}${path}${text === '' ? '' : `?${text}`}` || '/'
}
