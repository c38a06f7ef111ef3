import { isObject, type JsonSchema, type Member, unexpected } from './member.ts'
import { address } from './members.ts'
import { isAddress } from './params.ts'
import { firstGivenAs } from './together.ts'

/* An order or a position as a member of a body: its account, or an entry of the aggregator's list, which calls the
 * account and its owner by other names in each generation. What else an entry holds is ignored. */

/** The account, and the wallet that the entry names as its owner. */
export type OrderEntry = { readonly account: string; readonly owner: string | null }

const ADDRESS = address().schema
const ACCOUNT_NAMES = ['publicKey', 'orderKey', 'order', 'dca']

/** `required` is the sentence about what is neither. */
export function orderEntry(ownerName: 'maker' | 'user', required: string): Member<OrderEntry> {
  return {
    missing: required,
    schema: {
      anyOf: [ADDRESS, { type: 'object', ...firstGivenAs(ACCOUNT_NAMES, ADDRESS) }],
      description: 'Its account, or an entry of the list.',
    },
    read(value, name) {
      const account = isObject(value) ? firstGiven(value, ACCOUNT_NAMES) : value
      if (!isAddress(account)) return unexpected(name, '', { wrong: required })
      return { account, owner: isObject(value) ? ownerOf(value, ownerName) : null }
    },
  }
}

/** The schema of an entry that names its owner. */
export function namesOwner(ownerName: 'maker' | 'user'): JsonSchema {
  const isSaid = { required: [ownerName], properties: { [ownerName]: { not: { type: 'null' } } } }
  const inAccount = (holder: JsonSchema): JsonSchema => ({
    required: ['account'],
    properties: { account: { type: 'object', ...holder } },
  })
  return {
    type: 'object',
    anyOf: [
      inAccount({ required: [ownerName], properties: { [ownerName]: ADDRESS } }),
      { not: inAccount(isSaid), ...firstGivenAs([ownerName, 'userPubkey'], ADDRESS) },
    ],
  }
}

function ownerOf(entry: Readonly<Record<string, unknown>>, name: 'maker' | 'user'): string | null {
  const account = isObject(entry['account']) ? entry['account'] : {}
  const owner = account[name] ?? firstGiven(entry, [name, 'userPubkey'])
  return isAddress(owner) ? owner : null
}

function firstGiven(value: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  for (const name of names) if (value[name] !== undefined && value[name] !== null) return value[name]
  return null
}
