import { openDocument } from '../json-document.ts'
import type { Kind, SocketLie } from '../kind.ts'
import { VALUE_EDITS } from './values.ts'

/* Lies of the node's WebSocket. */

const STORM = 40
const JUNK = [
  '',
  '{',
  'null',
  '[]',
  '{"jsonrpc":"2.0"}',
  '{"method":"slotNotification"}',
  '{"jsonrpc":"2.0","method":"accountNotification","params":null}',
  '\u0000',
  '{"jsonrpc":"2.0","method":"slotNotification","params":{"result":null,"subscription":0}}',
]
const SUBSCRIPTION = /("subscription":)(\d+)/

const isNews = (message: string): boolean => message.includes('Notification')
const kind = (name: string, says: string, source: Kind['source'], socket: SocketLie, share?: number): Kind => ({
  name,
  says,
  source,
  socket,
  ...(share === undefined ? {} : { share }),
})

export const SOCKET_KINDS: readonly Kind[] = [
  kind('ws-mutate', 'values of notifications changed', 'page', (message, { draw }) => {
    const document = openDocument(message)
    if (document === null || !isNews(message)) return [message]
    VALUE_EDITS[draw.pick(Object.keys(VALUE_EDITS))]!(document, { draw, calls: [], provider: 'ws' })
    return [document.text()]
  }),
  kind('ws-duplicate', 'every notification twice', 'page', (message) => [message, message], 1),
  kind('ws-silent', 'a socket that says nothing', 'page', (message) => (isNews(message) ? [] : [message]), 1),
  kind(
    'ws-storm',
    'notifications in storms, with junk',
    'page',
    (message, { draw }) => [
      message,
      ...Array.from({ length: STORM }, () => (draw.oneIn(3) ? draw.pick(JUNK) : message)),
    ],
    0.3,
  ),
  kind(
    'ws-crossed',
    'notifications under the id of another subscription',
    'own',
    (message, { draw, subscriptions }) => [
      subscriptions.length === 0
        ? message
        : message.replace(SUBSCRIPTION, (_, name: string) => `${name}${draw.pick(subscriptions)}`),
    ],
  ),
  kind('ws-unknown', 'notifications for subscriptions that nobody has', 'own', (message, { draw }) => [
    message.replace(
      SUBSCRIPTION,
      (_, name: string) => `${name}${draw.pick(['999999', '-1', '"1"', 'null', '1.5', '18446744073709551615'])}`,
    ),
  ]),
  kind(
    'ws-reused',
    'every subscription gets the same id',
    'own',
    (message) => [isNews(message) ? message : message.replace(/("result":)\d+/, '$17')],
    1,
  ),
  kind(
    'ws-late',
    'notifications in another order',
    'own',
    (message, { draw, lab }) => {
      const kept = lab.memory.get('news')
      if (!isNews(message)) return [message]
      if (typeof kept === 'string' && draw.oneIn(2)) {
        lab.memory.delete('news')
        return [message, kept]
      }
      if (kept === undefined) {
        lab.memory.set('news', message)
        return []
      }
      return [message]
    },
    1,
  ),
  kind(
    'ws-refused',
    'subscriptions that are refused, answered with a text, or never',
    'own',
    (message, { draw }) => {
      const id = /"id":(\d+)/.exec(message)?.[1]
      if (isNews(message) || id === undefined) return [message]
      return draw.pick<readonly string[]>([
        [],
        [`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`],
        [`{"jsonrpc":"2.0","id":${id},"result":"7"}`],
        [`{"jsonrpc":"2.0","id":${id},"result":null}`],
        [message, message],
      ])
    },
    0.8,
  ),
  kind(
    'ws-long',
    'notifications of a megabyte, nested, or cut',
    'own',
    (message, { draw }) => [
      draw.pick([
        `{"jsonrpc":"2.0","method":"slotNotification","params":{"pad":"${'x'.repeat(2 ** 20)}"}}`,
        `{"method":"accountNotification","params":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
        message.slice(0, message.length >> 1),
        `${message}${message}`,
        ` ${message}\n`,
      ]),
    ],
    0.1,
  ),
]
