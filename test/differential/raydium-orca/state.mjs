import { BN, PublicKey } from './sdks.mjs'

/** An account by the SDK's own layout: every named field random but the `fixed` ones, the bytes, and the fields as text.
 *  `tag` goes in front. */
export function plainState(layout, random, { tag = null, fixed = {} } = {}) {
  const bytes = Buffer.alloc(layout.span)
  const filled = { ...filledLike(layout.decode(bytes), random), ...fixed }
  layout.encode(filled, bytes)
  if (tag !== null) Buffer.from(tag).copy(bytes)
  return { bytes: bytes.toString('base64'), fields: textOf(filled) }
}

/** Each value a small random one of its kind; paddings stay zero. */
function filledLike(zero, random) {
  return Object.fromEntries(
    Object.entries(zero).map(([name, value]) => {
      if (name === '' || Array.isArray(value) || Buffer.isBuffer(value)) return [name, value]
      if (isKey(value)) return [name, random.key()]
      if (BN.isBN(value)) return [name, new BN(random.big(60).toString())]
      if (typeof value === 'number') return [name, random.below(200)]
      if (typeof value === 'boolean') return [name, random.below(2) === 1]
      return [name, value !== null && typeof value === 'object' ? filledLike(value, random) : value]
    }),
  )
}

function textOf(fields) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (name === '' || Array.isArray(value) || Buffer.isBuffer(value)) return []
      if (isKey(value)) return [[name, value.toBase58()]]
      if (BN.isBN(value)) return [[name, value.toString()]]
      if (typeof value === 'object' && value !== null) return [[name, textOf(value)]]
      return [[name, value]]
    }),
  )
}

const isKey = (value) => value instanceof PublicKey || typeof value?.toBase58 === 'function'
