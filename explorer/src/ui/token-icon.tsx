import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Images that answers embed, by mint: a list without images shows the one of another list. */
const images = signal<ReadonlyMap<string, string>>(new Map())
const KEPT = 300

function keep(mint: string, image: string): void {
  if (images.peek().get(mint) === image) return
  const next = new Map(images.peek()).set(mint, image)
  while (next.size > KEPT) next.delete(next.keys().next().value as string)
  images.value = next
}

/** Images of tokens lie on hosts that this page must not contact. What the server embeds is shown; for all others a
 *  pattern that the mint alone decides stands in. */
export function TokenIcon({
  mint,
  image,
  size = 28,
}: {
  mint: string
  image?: string | null | undefined
  size?: number
}) {
  const own = image?.startsWith('data:image/') ? image : null
  useEffect(() => {
    if (own !== null) keep(mint, own)
  }, [mint, own])
  const shown = own ?? images.value.get(mint)
  if (shown !== undefined)
    return <img class="token-icon" src={shown} width={size} height={size} alt="" loading="lazy" />
  const bits = hash(mint)
  const hue = bits % 360
  const cells: string[] = []
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < 3; column += 1) {
      if (((bits >>> (row * 3 + column)) & 1) === 0) continue
      cells.push(`M${column + 1} ${row + 1}h1v1h-1z`)
      if (column < 2) cells.push(`M${5 - column} ${row + 1}h1v1h-1z`)
    }
  return (
    <svg class="token-icon" viewBox="0 0 7 7" width={size} height={size} aria-hidden="true">
      <rect width="7" height="7" fill={`hsl(${hue} 35% 22%)`} />
      <path d={cells.join('')} fill={`hsl(${(hue + 40) % 360} 70% 62%)`} />
    </svg>
  )
}

function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  return value >>> 0
}
