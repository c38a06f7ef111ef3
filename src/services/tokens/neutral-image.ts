/** An image address that is safe to show: https to a named host without credentials, or an inline image. Creators
 *  choose these addresses, so anything that could reach into a viewer's network is dropped. */
export function neutralImageUrl(address: string | null): string | null {
  if (address === null) return null
  const text = address.trim()
  if (/^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(text)) return text
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const host = url.hostname
  const isNamed = host.includes('.') && !/^[\d.]+$/.test(host) && !host.startsWith('[')
  return isNamed && !/\.(local|internal|localhost)$/.test(host) ? url.href : null
}
