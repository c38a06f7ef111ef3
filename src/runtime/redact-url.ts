/** What may be shown of an address in logs and messages: scheme, host and port. Providers put keys into user names,
 *  paths and queries, so everything else is replaced. Text that is no address shows nothing. */
export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return '[no address]'
  const url = new URL(address)
  const hidden = url.username !== '' || url.search !== '' || url.pathname.replace(/\/+$/, '') !== ''
  return `${url.protocol}//${url.host}${hidden ? '/...' : ''}`
}
