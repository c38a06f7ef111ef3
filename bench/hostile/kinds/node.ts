import { randomBytes } from 'node:crypto'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { type Json, type JsonDocument, openDocument, type Place } from '../json-document.ts'
import {
  asksFor,
  type Draw,
  type Exchange,
  editing,
  type HttpReply,
  type Kind,
  openDocumentOf,
  type SocketLie,
} from '../kind.ts'
import { spoil } from './values.ts'

/* What only a node can say wrongly, after Solana's RPC reference. */

type Row = { [name: string]: Json }
const ACCOUNT_CALLS = [
  'getAccountInfo',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getTokenAccountsByOwner',
] as const
const BLOCK_CALLS = ['getBlock'] as const
const SLOT_NAMES: ReadonlySet<string> = new Set([
  'slot',
  'parentSlot',
  'parent',
  'root',
  'blockHeight',
  'absoluteSlot',
  'lastValidBlockHeight',
  'contextSlot',
])
const isSlot = ({ key, value }: Place): boolean => typeof value === 'number' && SLOT_NAMES.has(key)

const about = (name: string, says: string, source: Kind['source'], share?: number) => ({
  name,
  says,
  source,
  ...(share === undefined ? {} : { share }),
})

const isRow = (value: Json | undefined): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** `data: [text, 'base64']` of accounts. Bytes of transactions stay: that a false one is none, only its signature
 *  tells. */
const isBytes = ({ key, value }: Place): boolean =>
  key === 'data' && Array.isArray(value) && value.length === 2 && value[1] === 'base64'
const isAccount = ({ value }: Place): boolean => isRow(value) && 'lamports' in value && 'owner' in value

function editBytes(document: JsonDocument, draw: Draw, change: (bytes: Buffer) => Buffer): void {
  spoil(document, draw, isBytes, ({ value }) => {
    const [text] = value as [string, string]
    return [change(Buffer.from(text, 'base64')).toString('base64'), 'base64']
  })
}

/** One bit here and there, or a whole field of eight bytes. */
function disturb(bytes: Buffer, draw: Draw): Buffer {
  if (bytes.length === 0) return bytes
  const changed = Buffer.from(bytes)
  if (draw.oneIn(2) && bytes.length >= 8)
    changed.fill(draw.pick([0, 0xff, 0x7f]), draw.below(bytes.length - 7)).subarray(0)
  else for (let times = 1 + draw.below(6); times > 0; times--) changed[draw.below(bytes.length)]! ^= 1 << draw.below(8)
  return changed
}

function blocksOf(document: JsonDocument): Row[] {
  return document
    .places(({ value }) => isRow(value) && 'blockhash' in value && 'transactions' in value)
    .map(({ value }) => value as Row)
}

function spoilBlock(block: Row, draw: Draw): void {
  const rows = Array.isArray(block['transactions']) ? block['transactions'] : []
  const hash = () => encodeBase58(randomBytes(32))
  const changes: readonly (() => void)[] = [
    () => (block['transactions'] = [null]),
    () => (block['transactions'] = [{}]),
    () => (block['transactions'] = [...rows, ...rows.slice(0, 1)]),
    () => (block['transactions'] = rows.map((row) => (isRow(row) && draw.oneIn(3) ? { ...row, meta: null } : row))),
    () =>
      (block['transactions'] = rows.map((row) =>
        isRow(row) && isRow(row['meta']) ? { ...row, meta: { ...row['meta'], logMessages: null } } : row,
      )),
    () => (block['blockhash'] = hash()),
    () => (block['previousBlockhash'] = hash()),
    () => (block['blockTime'] = draw.pick<Json>([null, 0, -1, 4e9, 1e18])),
  ]
  draw.pick(changes)()
}

/** A node that knows an older state by a thousand slots now and then. */
function backwards(document: JsonDocument, draw: Draw): void {
  for (const { holder, key, value } of document.places(isSlot))
    if (draw.oneIn(2)) holder[key] = Math.max(0, (value as number) - draw.pick([1, 32, 1_000, 100_000]))
}

/** The answer to the same block is another one the second time: its final hash has changed. */
async function laterChanged(exchange: Exchange): Promise<HttpReply | null> {
  if (!asksFor(...BLOCK_CALLS)(exchange)) return null
  const { lab, draw } = exchange
  const name = `block ${JSON.stringify(exchange.calls.map(({ params }) => params[0]))}`
  const reply = await exchange.forward()
  if (!lab.memory.has(name)) {
    lab.memory.set(name, true)
    return reply
  }
  const document = openDocumentOf(reply)
  if (document === null) return reply
  for (const block of blocksOf(document))
    block[draw.pick(['blockhash', 'previousBlockhash'])] = encodeBase58(randomBytes(32))
  return { ...reply, body: Buffer.from(document.text()) }
}

/** The block of another slot under the number that was asked for. */
async function renumbered(exchange: Exchange): Promise<HttpReply | null> {
  if (!asksFor(...BLOCK_CALLS)(exchange)) return null
  const { lab, draw } = exchange
  const reply = await exchange.forward()
  const other = lab.memory.get('any block') as HttpReply | undefined
  lab.memory.set('any block', reply)
  if (other !== undefined && draw.oneIn(2)) {
    const [theirs, ours] = [openDocumentOf(other), openDocumentOf(reply)]
    if (theirs === null || ours === null || !isRow(theirs.root) || !isRow(ours.root)) return reply
    ;(theirs.root as Row)['id'] = ours.root['id'] ?? null
    return { ...other, body: Buffer.from(theirs.text()) }
  }
  const document = openDocumentOf(reply)
  if (document === null) return reply
  for (const block of blocksOf(document)) renumber(block, draw)
  return { ...reply, body: Buffer.from(document.text()) }
}

function renumber(block: Row, draw: Draw): void {
  if (typeof block['parentSlot'] === 'number') block['parentSlot'] += draw.pick([-2, -1, 1, 2])
  if (typeof block['blockHeight'] === 'number') block['blockHeight'] += draw.pick([-1, 1, 1_000])
}

/** The blocks of notifications, changed. */
function onBlocks(change: (block: Row, draw: Draw) => void): SocketLie {
  return (message, { draw }) => {
    const document = message.includes('blockNotification') ? openDocument(message) : null
    if (document === null) return [message]
    for (const block of blocksOf(document)) change(block, draw)
    return [document.text()]
  }
}

const resultOf = (document: JsonDocument): Row | null => {
  const root = document.root as Row
  const result = root['result']
  return isRow(result) && isRow(result['value']) ? (result['value'] as Row) : null
}

export const NODE_KINDS: readonly Kind[] = [
  editing(about('slots', 'slots out of every order, in each context', 'page'), (document, { draw }) =>
    spoil(document, draw, isSlot, ({ value }) =>
      draw.pick<Json>([
        0,
        1,
        -1,
        2 ** 53 - 1,
        1e18,
        (value as number) + 1_000_000,
        (value as number) + 1,
        (value as number) - 1,
        'x',
        null,
      ]),
    ),
  ),
  editing(
    about('blocks', 'blocks with rows of nothing, twice, and under false hashes', 'page'),
    (document, { draw }) => {
      for (const block of blocksOf(document)) spoilBlock(block, draw)
    },
    { wants: asksFor(...BLOCK_CALLS) },
  ),
  editing(about('accounts', 'bytes of accounts changed', 'page'), (document, { draw }) =>
    editBytes(document, draw, (bytes) => disturb(bytes, draw)),
  ),
  editing(about('bytes-length', 'bytes of accounts cut short or padded', 'own'), (document, { draw }) =>
    editBytes(document, draw, (bytes) =>
      draw.pick([
        bytes.subarray(0, bytes.length >> 1),
        bytes.subarray(1),
        Buffer.alloc(0),
        Buffer.concat([bytes, Buffer.alloc(7)]),
      ]),
    ),
  ),
  editing(about('owner', 'accounts owned by another program', 'own'), (document, { draw }) =>
    spoil(document, draw, isAccount, ({ value }) => ({
      ...(value as Row),
      owner: draw.pick([
        '11111111111111111111111111111111',
        'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        encodeBase58(randomBytes(32)),
      ]),
    })),
  ),
  editing(
    about('slots-backwards', 'the context of an answer is older than the one before', 'own'),
    (document, { draw }) => backwards(document, draw),
  ),
  editing(
    about('accounts-swapped', 'the accounts of a list in another order, one missing', 'own'),
    (document, { draw }) =>
      spoil(
        document,
        draw,
        ({ value }) =>
          Array.isArray(value) && value.length > 1 && value.some((one) => isAccount({ value: one } as Place)),
        ({ value }) => (draw.oneIn(2) ? (value as Json[]).toReversed() : (value as Json[]).slice(1)),
      ),
    { wants: asksFor(...ACCOUNT_CALLS) },
  ),
  {
    ...about('renumbered', 'blocks under the number of another slot', 'own'),
    http: renumbered,
    socket: onBlocks(renumber),
  },
  {
    ...about('final-changed', 'the hash of a block is another one when it is asked for again', 'own'),
    http: laterChanged,
    socket: onBlocks((block) => {
      block['blockhash'] = encodeBase58(randomBytes(32))
    }),
  },
  editing(
    {
      ...about('simulates-well', 'simulations turn out the other way', 'own'),
      meets: { routes: /simulate|swap.build|trade.(buy|sell)|close/, orders: 3 },
    },
    (document, { draw }) => {
      const value = resultOf(document)
      if (value === null || !('err' in value)) return
      value['err'] = value['err'] === null ? { InstructionError: [0, { Custom: 1 }] } : null
      if (draw.oneIn(2)) value['unitsConsumed'] = draw.pick<Json>([0, 1, null, 1_400_001])
    },
    { wants: asksFor('simulateTransaction'), notifies: false },
  ),
  editing(
    {
      ...about('blockhash-dead', 'blockhashes that nobody knows, and heights that are past', 'own'),
      meets: { routes: /trade.(buy|sell)|close|excess/, orders: 3 },
    },
    (document, { draw }) => {
      const value = resultOf(document)
      if (value === null || typeof value['blockhash'] !== 'string') return
      if (draw.oneIn(2)) value['blockhash'] = encodeBase58(randomBytes(32))
      else value['lastValidBlockHeight'] = draw.pick([0, 1, 2 ** 40])
    },
    { wants: asksFor('getLatestBlockhash'), notifies: false },
  ),
]
