import { WEBHOOK_BODIES } from '../contract/webhook.ts'
import { GATEWAY_CHANNELS } from '../push/gateway/asyncapi.ts'
import { SSE_CHANNELS } from '../push/sse/asyncapi.ts'

type Json = Record<string, unknown>

/** What one transport declares of a channel. */
export type PushChannel = {
  /** Null where the receiver gives it. */
  readonly address: string | null
  readonly summary: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, object>>
  readonly messages: Readonly<Record<string, PushMessage>>
  /** Names of the messages that come from the client. */
  readonly receives?: readonly string[]
  readonly bindings?: object
}
export type PushMessage = {
  readonly name: string
  readonly summary: string
  readonly contentType: string
  readonly payload: object
  readonly examples?: readonly { readonly name: string; readonly payload: unknown }[]
}

const WEBHOOK_SUMMARIES: Readonly<Record<keyof typeof WEBHOOK_BODIES, string>> = {
  trade: 'A trade.',
  trade_retracted: 'A fork took a trade away: it never happened.',
  launch: 'A token or a pool was created.',
  launch_retracted: 'A fork took a launch away.',
  screen: 'A row entered or left a saved screen.',
  gap: 'Slots that could not be read and never will be.',
}

const WEBHOOK_CHANNELS: Readonly<Record<string, PushChannel>> = {
  webhooks: {
    address: null,
    summary: 'Events posted to the address that a webhook was made with.',
    description:
      'At least once and in no order: deduplicate on `eventId`. Signed in `X-Service-Signature`, and in `webhook-signature` as Standard Webhooks has it. With `batchMax` over 1 the body is a list of these.',
    messages: Object.fromEntries(
      Object.entries(WEBHOOK_BODIES).map(([name, payload]) => [
        name,
        {
          name,
          contentType: 'application/json',
          summary: WEBHOOK_SUMMARIES[name as keyof typeof WEBHOOK_BODIES],
          payload,
        },
      ]),
    ),
  },
}

/** Every channel by its server; a webhook's is the subscriber's own. `tag` names the operations of the transport. */
const TRANSPORTS: readonly {
  readonly server: string | null
  readonly tag: { readonly name: string; readonly description: string }
  readonly channels: Readonly<Record<string, PushChannel>>
}[] = [
  {
    server: 'webSocket',
    tag: { name: 'webSocket', description: 'Topics over one WebSocket, which the client subscribes to.' },
    channels: GATEWAY_CHANNELS,
  },
  {
    server: 'events',
    tag: { name: 'events', description: 'Server-sent events over HTTP.' },
    channels: SSE_CHANNELS,
  },
  {
    server: null,
    tag: { name: 'webhooks', description: 'Posts to an address of the subscriber.' },
    channels: WEBHOOK_CHANNELS,
  },
]
const TAGS = TRANSPORTS.map(({ tag }) => tag)

/** The AsyncAPI 3.0 description of everything that is pushed, as plain JSON values. `send` is what this service
 *  sends. `examples` holds one message of a kind by transport and name (`gateway.update`, `sse.trade`). */
export function describePush(examples: Readonly<Record<string, unknown>> = {}): Json {
  const channels: Json = {}
  const operations: Json = {}
  for (const { server, tag, channels: own } of TRANSPORTS)
    for (const [key, channel] of Object.entries(own)) {
      const prefix = server === 'events' ? 'sse' : key
      channels[key] = describeChannel(channel, server, (name) => examples[`${prefix}.${name}`])
      Object.assign(operations, describeOperations(key, channel, tag.name))
    }
  return JSON.parse(
    JSON.stringify({
      asyncapi: '3.0.0',
      info: {
        title: 'Mintglass push',
        version: 'v2',
        description:
          'Events of the chain, delivered once and in order: over WebSocket, as server-sent events, and to webhooks. All transports read one tape, with one cursor.',
        contact: { name: 'The operator of this server' },
        license: { name: 'Apache-2.0' },
        tags: TAGS,
      },
      defaultContentType: 'application/json',
      servers: SERVERS,
      channels,
      operations,
      components: { securitySchemes: SECURITY_SCHEMES },
    }),
  ) as Json
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same API key.' },
  ticket: { type: 'httpApiKey', in: 'query', name: 'ticket', description: 'Of `POST /api/v2/stream/ticket`.' },
}

const secured = (...names: (keyof typeof SECURITY_SCHEMES)[]) =>
  names.map((name) => ({ $ref: `#/components/securitySchemes/${name}` }))

const HOST = { host: '{host}', variables: { host: { default: '127.0.0.1:8787', description: 'Of this server.' } } }
const SERVERS = {
  webSocket: { ...HOST, protocol: 'ws', security: secured('apiKey', 'bearer', 'ticket') },
  events: {
    ...HOST,
    protocol: 'http',
    pathname: '/api/v2/stream/events',
    description: 'Server-sent events; the channels are named in the query parameter `channels`.',
    security: secured('apiKey', 'ticket'),
  },
}

function describeChannel(channel: PushChannel, server: string | null, exampleOf: (name: string) => unknown): Json {
  const { receives: _receives, messages, ...described } = channel
  return {
    ...described,
    messages: Object.fromEntries(
      Object.entries(messages).map(([name, message]) => {
        const payload = exampleOf(name)
        return [name, { ...message, ...(payload === undefined ? {} : { examples: [{ name, payload }] }) }]
      }),
    ),
    ...(server === null ? {} : { servers: [{ $ref: `#/servers/${server}` }] }),
  }
}

function describeOperations(key: string, { messages, receives = [], summary }: PushChannel, tag: string): Json {
  const name = key.charAt(0).toUpperCase() + key.slice(1)
  const operation = (action: 'send' | 'receive', names: readonly string[]) => ({
    action,
    channel: { $ref: `#/channels/${key}` },
    summary,
    description: `${action === 'send' ? 'This server sends' : 'The client sends'} ${listOf(names)}.`,
    tags: [{ name: tag }],
    messages: names.map((message) => ({ $ref: `#/channels/${key}/messages/${message}` })),
  })
  const sends = Object.keys(messages).filter((message) => !receives.includes(message))
  return {
    [`send${name}`]: operation('send', sends),
    ...(receives.length === 0 ? {} : { [`receive${name}`]: operation('receive', receives) }),
  }
}

/** `a`, `b` and `c`, as code. */
function listOf(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' and ')
}
