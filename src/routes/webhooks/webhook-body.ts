import Type from 'typebox'
import { WEBHOOKS } from '../../config/webhooks.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type BodyRule, isAddress } from '../../contract/params.ts'
import { TAPE_DEXES, type TapeDex } from '../../contract/tape-event.ts'
import { WEBHOOK_EVENTS, type WebhookEventName, type WebhookFilter } from '../../contract/webhook.ts'
import type { WebhookInput } from '../../services/webhooks/create.ts'
import type { WebhookPatch } from '../../services/webhooks/update.ts'

type Members = Readonly<Record<string, unknown>>

const addresses = Type.Array(Type.String(), { maxItems: WEBHOOKS.filterAddresses })
const members = {
  url: Type.String({ maxLength: WEBHOOKS.urlChars, description: 'Public https, port 443 or 8443.' }),
  events: Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
    minItems: 1,
    description: 'Retractions of what was told, and gaps of the tape, come with both.',
  }),
  filter: Type.Object(
    {
      tokens: Type.Optional(addresses),
      wallets: Type.Optional(addresses),
      pools: Type.Optional(addresses),
      minUsd: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
      side: Type.Optional(Type.Union([Type.Enum(['buy', 'sell']), Type.Null()])),
      dex: Type.Optional(Type.Array(Type.Enum([...TAPE_DEXES]))),
    },
    {
      additionalProperties: false,
      description:
        'Every condition given must hold; of a list, one member. For trades one of tokens, wallets and pools is needed, unless the key may have all.',
    },
  ),
  description: Type.String({ maxLength: WEBHOOKS.descriptionChars }),
  batchMax: Type.Integer({
    minimum: 1,
    maximum: WEBHOOKS.batchMax,
    default: 1,
    description: 'Over 1 every body is a list of up to so many events.',
  }),
}

/** The body that makes a webhook. A mistake is 400 naming the member. */
export const createBody: BodyRule<WebhookInput> = {
  schema: Type.Object({
    url: members.url,
    events: members.events,
    chain: Type.String({ description: 'Any accepted spelling: `solana`, `sol`, a CAIP-2 id.' }),
    filter: Type.Optional(members.filter),
    description: Type.Optional(members.description),
    batchMax: Type.Optional(members.batchMax),
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    if (typeof json['url'] !== 'string') return refuse('url: expected a text')
    if (typeof json['chain'] !== 'string') return refuse('chain: expected a text')
    if (json['events'] === undefined) return refuse('events: expected a list')
    const patch = readMembers(json)
    if (!patch.ok) return patch
    const { events, filter = emptyFilter(), description = '', batchMax = 1 } = patch.value
    return ok({ url: json['url'], events: events!, chain: json['chain'], filter, description, batchMax })
  },
}

/** The body that changes one. */
export const patchBody: BodyRule<WebhookPatch> = {
  schema: Type.Partial(Type.Object({ ...members, enabled: Type.Boolean() })),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    if (json['chain'] !== undefined) return refuse('chain: cannot be changed, make another webhook')
    const patch = readMembers(json)
    if (!patch.ok) return patch
    return Object.keys(patch.value).length === 0
      ? refuse('nothing to change: url, events, filter, description, batchMax, enabled')
      : patch
  },
}

function readMembers(json: Members): Outcome<WebhookPatch> {
  const { url, events, filter, description, batchMax, enabled } = json
  if (url !== undefined && typeof url !== 'string') return refuse('url: expected a text')
  const checkedEvents = events === undefined ? ok(undefined) : readEvents(events)
  if (!checkedEvents.ok) return checkedEvents
  const checkedFilter = filter === undefined ? ok(undefined) : readFilter(filter)
  if (!checkedFilter.ok) return checkedFilter
  if (description !== undefined && (typeof description !== 'string' || description.length > WEBHOOKS.descriptionChars))
    return refuse(`description: expected a text of at most ${WEBHOOKS.descriptionChars} characters`)
  if (batchMax !== undefined && !isWithin(batchMax, 1, WEBHOOKS.batchMax))
    return refuse(`batchMax: expected an integer from 1 to ${WEBHOOKS.batchMax}`)
  if (enabled !== undefined && typeof enabled !== 'boolean') return refuse('enabled: expected true or false')
  return ok({
    ...(url === undefined ? {} : { url }),
    ...(checkedEvents.value === undefined ? {} : { events: checkedEvents.value }),
    ...(checkedFilter.value === undefined ? {} : { filter: checkedFilter.value }),
    ...(description === undefined ? {} : { description: description.toWellFormed() }),
    ...(batchMax === undefined ? {} : { batchMax }),
    ...(enabled === undefined ? {} : { enabled }),
  })
}

/** Known names that this version cannot tell yet. */
const LATER = ['candle_close', 'safety_change']

function readEvents(value: unknown): Outcome<readonly WebhookEventName[]> {
  if (!Array.isArray(value) || value.length === 0)
    return refuse(`events: expected some of ${WEBHOOK_EVENTS.join(', ')}`)
  const names = new Set<WebhookEventName>()
  for (const name of value) {
    if (LATER.includes(name)) return refuse(`events: ${name} is not served yet`)
    if (!(WEBHOOK_EVENTS as readonly unknown[]).includes(name))
      return refuse(`events: expected some of ${WEBHOOK_EVENTS.join(', ')}`)
    names.add(name)
  }
  return ok([...names])
}

function emptyFilter(): WebhookFilter {
  return { tokens: [], wallets: [], pools: [], minUsd: null, side: null, dex: [] }
}

function readFilter(value: unknown): Outcome<WebhookFilter> {
  if (!isObject(value)) return refuse('filter: expected an object')
  const known = Object.keys(emptyFilter())
  for (const name of Object.keys(value))
    if (!known.includes(name)) return refuse(`filter: only ${known.join(', ')} are known`)
  const lists: Record<'tokens' | 'wallets' | 'pools', string[]> = { tokens: [], wallets: [], pools: [] }
  for (const name of ['tokens', 'wallets', 'pools'] as const) {
    const list = readAddresses(name, value[name])
    if (!list.ok) return list
    lists[name] = list.value
  }
  const { minUsd = null, side = null, dex = [] } = value
  if (minUsd !== null && (typeof minUsd !== 'number' || !Number.isFinite(minUsd) || minUsd < 0))
    return refuse('filter.minUsd: expected a number from 0')
  if (side !== null && side !== 'buy' && side !== 'sell') return refuse('filter.side: expected buy or sell')
  if (!Array.isArray(dex) || !dex.every((one): one is TapeDex => (TAPE_DEXES as readonly unknown[]).includes(one)))
    return refuse(`filter.dex: expected some of ${TAPE_DEXES.join(', ')}`)
  return ok({ ...lists, minUsd, side, dex: [...new Set(dex)] })
}

function readAddresses(name: string, value: unknown): Outcome<string[]> {
  if (value === undefined) return ok([])
  if (!Array.isArray(value)) return refuse(`filter.${name}: expected a list`)
  const distinct = new Set<string>()
  for (const [i, address] of value.entries()) {
    if (!isAddress(address)) return refuse(`filter.${name}[${i}]: invalid address`)
    distinct.add(address)
    if (distinct.size > WEBHOOKS.filterAddresses) return refuse(`filter.${name}: at most ${WEBHOOKS.filterAddresses}`)
  }
  return ok([...distinct])
}

export function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function refuse(message: string): Failure {
  return fail('invalid_request', message)
}
