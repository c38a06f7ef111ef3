import type { ByteReader } from './byte-reader.ts'

/** How one instruction reads in `jsonParsed`: its type, the names of its accounts in order (a name with `?` may be
 *  missing), and what its data adds. `authority` is the account after the named ones, which a multisig replaces by
 *  itself and its signers. */
export type InstructionSpec = {
  readonly type: string
  readonly accounts: string
  readonly authority?: string
  readonly data?: (reader: ByteReader, accounts: readonly string[]) => { readonly [name: string]: unknown }
}

/** Null when there are fewer accounts than names: a node then leaves the instruction partially decoded. */
export function readBySpec(
  { type, accounts: names, authority, data }: InstructionSpec,
  accounts: readonly string[],
  reader: ByteReader,
): { readonly type: string; readonly info: { readonly [name: string]: unknown } } | null {
  const info: { [name: string]: unknown } = {}
  let at = 0
  for (const name of names === '' ? [] : names.split(' ')) {
    const optional = name.endsWith('?')
    const address = accounts[at++]
    if (address === undefined && !optional) return null
    if (address !== undefined) info[optional ? name.slice(0, -1) : name] = address
  }
  if (authority !== undefined) {
    const address = accounts[at]
    if (address === undefined) return null
    if (accounts.length > at + 1) {
      info[`multisig${authority[0]!.toUpperCase()}${authority.slice(1)}`] = address
      info['signers'] = accounts.slice(at + 1)
    } else info[authority] = address
  }
  return { type, info: { ...info, ...data?.(reader, accounts) } }
}
