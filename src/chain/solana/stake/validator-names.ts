import { type Outcome, ok } from '../../../contract/outcome.ts'
import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { SolanaRpc } from '../rpc.ts'

const CONFIG_PROGRAM = 'Config1111111111111111111111111111111111111'
/** The first key of an account in which a validator says who it is. */
const VALIDATOR_INFO_KEY = 'Va1idator1nfo111111111111111111111111111111'

/** Keys of an account: how many (one byte as long as there are few), then for each the key and whether it signs. */
const IDENTITY_AT = 34
const IDENTITY_SIGNS_AT = 66
const TEXT_AT = 67
const KEYS = 2
const NAME_CHARS = 80
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Names that validators gave themselves, by identity: one scan of the Config program. Whatever they like: text of
 *  strangers. Fails as the node fails; many refuse scans. */
export async function readValidatorNames(
  rpc: SolanaRpc,
  signal?: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const read = await rpc.programAccounts(CONFIG_PROGRAM, {
    filters: [{ memcmp: { offset: 1, bytes: VALIDATOR_INFO_KEY } }],
    ...(signal === undefined ? {} : { signal }),
  })
  if (!read.ok) return read
  const names = new Map<string, string>()
  // In the order of their addresses: an identity may sign several, and which is meant no one can know.
  for (const { data } of [...read.value].sort((a, b) => (a.address < b.address ? -1 : 1))) {
    const said = readValidatorInfo(data)
    if (said !== null) names.set(said.identity, said.name)
  }
  return ok(names)
}

/** Null for what is no such account, for one that its identity did not sign (anyone can make those), and for no name. */
export function readValidatorInfo(data: Uint8Array): { readonly identity: string; readonly name: string } | null {
  if (data.length < TEXT_AT + 8 || data[0] !== KEYS || data[IDENTITY_SIGNS_AT] !== 1) return null
  if (encodeBase58(data.subarray(1, 33)) !== VALIDATOR_INFO_KEY) return null
  const length = Number(readU64(data, TEXT_AT))
  const start = TEXT_AT + 8
  if (length > data.length - start) return null
  const name = nameIn(data.subarray(start, start + length))
  return name === null ? null : { identity: encodeBase58(data.subarray(IDENTITY_AT, IDENTITY_AT + 32)), name }
}

function nameIn(text: Uint8Array): string | null {
  let said: unknown
  try {
    said = JSON.parse(utf8.decode(text))
  } catch {
    // No JSON: the account says nothing.
    return null
  }
  const name = typeof said === 'object' && said !== null && 'name' in said ? said.name : null
  if (typeof name !== 'string') return null
  const shown = name.replace(/\p{C}/gu, '').trim().slice(0, NAME_CHARS)
  return shown === '' ? null : shown
}
