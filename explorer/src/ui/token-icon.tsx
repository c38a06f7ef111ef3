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
  if (image?.startsWith('data:image/'))
    return <img class="token-icon" src={image} width={size} height={size} alt="" loading="lazy" />
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
