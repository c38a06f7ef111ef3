import { decodeDurable } from './codec.ts'

/** The members of a durable value that is nothing but bytes by name; undefined for bytes of another shape. */
export function byteMembers<N extends string>(bytes: Buffer, names: readonly N[]): Record<N, Buffer> | undefined {
  let value: unknown
  try {
    value = decodeDurable<unknown>(bytes)
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
  const held = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<N, unknown>>
  const members: Partial<Record<N, Buffer>> = {}
  for (const name of names) {
    const member = held[name]
    if (!(member instanceof Uint8Array)) return undefined
    members[name] = Buffer.from(member)
  }
  return members as Record<N, Buffer>
}
