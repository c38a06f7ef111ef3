import { WEBHOOKS } from '../../config/webhooks.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { type Member, neverNull, optional, Refusal } from '../../contract/member.ts'
import { boolean, integer, never, number, oneOf, tapeAddress } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { EVM_DEXES, TAPE_DEXES } from '../../contract/tape-event.ts'
import { text } from '../../contract/text-members.ts'
import { WEBHOOK_EVENTS, type WebhookFilter } from '../../contract/webhook.ts'
import type { WebhookInput } from '../../services/webhooks/create.ts'
import type { WebhookPatch } from '../../services/webhooks/update.ts'

/* The bodies that make and change a webhook. Null is no value of any member but of two of the filter. */

const addresses = neverNull(
  optional(listOf(tapeAddress(), { max: WEBHOOKS.filterAddresses, of: 'addresses', isDistinct: true }), []),
)
const SCREEN_ID_CHARS = 64
const EMPTY_FILTER: WebhookFilter = {
  tokens: [],
  wallets: [],
  pools: [],
  minUsd: null,
  side: null,
  dex: [],
  screens: [],
}
const filter: Member<WebhookFilter> = objectOf(
  {
    tokens: addresses,
    wallets: addresses,
    pools: addresses,
    minUsd: optional(number({ min: 0 }), null),
    side: optional(oneOf(['buy', 'sell']), null),
    dex: neverNull(optional(listOf(oneOf([...TAPE_DEXES, ...EVM_DEXES]), { of: 'DEX names', isDistinct: true }), [])),
    screens: neverNull(
      optional(
        listOf(text({ minChars: 1, maxChars: SCREEN_ID_CHARS }), {
          max: WEBHOOKS.filterScreens,
          of: 'screens',
          isDistinct: true,
          description: 'Saved screens of the key. Needed for the event `screen`, of which no other condition speaks.',
        }),
        [],
      ),
    ),
  },
  {
    isClosed: true,
    description:
      'Every condition given must hold; of a list, one member. For trades one of tokens, wallets and pools is needed, unless the key may have all.',
  },
)
const event = oneOf(WEBHOOK_EVENTS, { later: ['candle_close', 'safety_change'] })
const events = listOf(event, {
  min: 1,
  of: `of ${WEBHOOK_EVENTS.join(', ')}`,
  isDistinct: true,
  description: 'Retractions come with trades and launches, gaps of the tape with all.',
})
const url = text({ maxChars: WEBHOOKS.urlChars, description: 'Public https, port 443 or 8443.' })
const description = text({ maxChars: WEBHOOKS.descriptionChars })
const batchMax = integer({
  min: 1,
  max: WEBHOOKS.batchMax,
  description: 'Over 1 every body is a list of up to so many events.',
})

/** The body that makes a webhook. */
export const createBody: BodyRule<WebhookInput> = jsonBody(
  objectOf({
    url,
    chain: text({ description: 'Any accepted spelling of a followed chain: `solana`, `sol`, a CAIP-2 id.' }),
    events,
    filter: neverNull(optional(filter, EMPTY_FILTER)),
    description: neverNull(optional(description, '')),
    batchMax: neverNull(optional(batchMax, 1)),
  }),
  { finish: (values) => ({ ...values, description: values.description.toWellFormed() }) },
)

const CHANGES = ['url', 'events', 'filter', 'description', 'batchMax', 'enabled'] as const
const change = <T>(member: Member<T>): Member<T | undefined> => neverNull(optional(member, undefined))

/** The body that changes one. */
export const patchBody: BodyRule<WebhookPatch> = jsonBody(
  objectOf(
    {
      chain: never('cannot be changed, make another webhook'),
      url: change(url),
      events: change(events),
      filter: change(filter),
      description: change(description),
      batchMax: change(batchMax),
      enabled: change(boolean()),
    },
    {
      together: [
        {
          schema: { anyOf: CHANGES.map((name) => ({ required: [name] })) },
          judge: (values) =>
            CHANGES.some((name) => values[name] !== undefined)
              ? null
              : new Refusal(`nothing to change: ${CHANGES.join(', ')}`),
        },
      ],
    },
  ),
  {
    finish({ chain: _, ...values }) {
      const given = { ...values, description: values.description?.toWellFormed() }
      return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WebhookPatch
    },
  },
)
