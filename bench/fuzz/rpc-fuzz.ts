import { fileURLToPath } from 'node:url'
import { createDraw } from './draw.ts'
import type { Random } from './mutate-wire.ts'

/* Sends mutated JSON-RPC requests to a running sandbox over HTTP and WebSocket and reports what came back:
 * `node bench/fuzz/rpc-fuzz.ts <rpc address> [count] [seed]`. The corpus is read off the sandbox itself: its addresses,
 * signatures, slots and signed transactions. A run is good when every request was answered, none with an internal
 * error, and the node still answers afterwards. */

const DEFAULT_COUNT = 20_000
const BATCH = 20
const CONCURRENT = 4
const SOCKET_SHARE = 10

export type RpcFuzzReport = {
  readonly sent: number
  /** Answers by what they were: `result`, an error code, `silent` for notifications, `http <status>`. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Requests whose connection broke instead of an answer; the first few, cut short. */
  readonly lost: readonly string[]
  /** Requests that met an internal error; the first few, cut short. */
  readonly internalErrors: readonly string[]
  /** Whether the sandbox answered getHealth at the end. */
  readonly isHealthy: boolean
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Corpus = {
  readonly addresses: readonly string[]
  readonly signatures: readonly string[]
  readonly slots: readonly number[]
  readonly wires: readonly Buffer[]
}

const KEPT = 5
const ADDRESS_METHODS =
  'getAccountInfo getBalance getProgramAccounts getSignaturesForAddress getTokenAccountBalance getTokenLargestAccounts getTokenSupply requestAirdrop getVoteAccounts accountSubscribe programSubscribe'.split(
    ' ',
  )
const BARE_METHODS =
  'getSlot getBlockHeight getEpochInfo getLatestBlockhash getTransactionCount getClusterNodes getHealth getVersion getGenesisHash getIdentity getSupply getEpochSchedule getFirstAvailableBlock getSlotLeader getInflationRate getRecentPrioritizationFees getRecentPerformanceSamples getHighestSnapshotSlot slotSubscribe rootSubscribe'.split(
    ' ',
  )
const DAS_METHODS = 'getAsset getAssetBatch getAssetsByOwner searchAssets getTokenAccounts getAssetProof'.split(' ')
const CONFIGS: readonly Json[] = [
  {},
  { commitment: 'confirmed', encoding: 'base64' },
  { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 },
  { encoding: 'base64', dataSlice: { offset: 3, length: 9 } },
  {
    encoding: 'base64',
    filters: [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: '11111111111111111111111111111111' } }],
  },
  { transactionDetails: 'accounts', rewards: true, commitment: 'confirmed' },
  { limit: 5, before: null },
  { encoding: 'base64', skipPreflight: true, sigVerify: false, replaceRecentBlockhash: true, innerInstructions: true },
]
const JUNK: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1e308,
  4.5,
  18_446_744_073_709_552_000,
  '',
  '0',
  'constructor',
  '__proto__',
  '\u0000',
  '\ud800',
  'x'.repeat(2_000),
  [],
  {},
  [[[[]]]],
  { __proto__: 1, toString: 'x' },
  '1'.repeat(32),
  '1'.repeat(88),
]

/** Sends `count` requests, single and in batches, about one in ten over a WebSocket. The same seed and the same sandbox
 *  state give the same requests. */
export async function fuzzRpc(options: {
  readonly rpcUrl: string
  readonly wsUrl?: string
  readonly count: number
  readonly seed: number
}): Promise<RpcFuzzReport> {
  const { rpcUrl, count } = options
  const random = createDraw(options.seed).below
  const corpus = await readCorpus(rpcUrl)
  const outcomes: Record<string, number> = {}
  const lost: string[] = []
  const internalErrors: string[] = []
  const note = (outcome: string, times = 1) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + times
  }
  const judge = (text: string, body: string) => {
    if (text === '') return note('silent')
    const parsed: unknown = JSON.parse(text)
    for (const answer of Array.isArray(parsed) ? parsed : [parsed]) {
      const code = (answer as { error?: { code: number } }).error?.code
      note(code === undefined ? 'result' : String(code))
      if (code === -32603 && internalErrors.length < KEPT) internalErrors.push(body.slice(0, 2_000))
    }
  }
  const post = async (body: string) => {
    try {
      const reply = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const text = await reply.text()
      if (reply.status === 200) judge(text, body)
      else note(`http ${reply.status}`)
    } catch (error) {
      note('lost')
      if (lost.length < KEPT) lost.push(`${String(error)}: ${body.slice(0, 500)}`)
    }
  }
  const socket = options.wsUrl === undefined ? null : await openSocket(options.wsUrl)
  let sent = 0
  while (sent < count) {
    const bodies: string[] = []
    for (let i = 0; i < CONCURRENT && sent < count; i++) {
      const size = random(4) === 0 ? 1 + random(BATCH) : 1
      bodies.push(drawBody(random, corpus, size))
      sent += size
    }
    if (socket !== null) for (const body of bodies) if (random(SOCKET_SHARE) === 0) socket.send(body)
    await Promise.all(bodies.map(post))
  }
  const socketLived = socket === null || (await closeSocket(socket))
  if (!socketLived) lost.push('the WebSocket was closed by the other side')
  const health = await fetch(rpcUrl, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}' })
  return {
    sent,
    outcomes,
    lost,
    internalErrors,
    isHealthy: health.status === 200 && (await health.text()).includes('"ok"'),
  }
}

/** What the sandbox's newest blocks hold. */
async function readCorpus(rpcUrl: string): Promise<Corpus> {
  const call = async (method: string, params: Json[]): Promise<unknown> => {
    const reply = await fetch(rpcUrl, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await reply.json()) as { result?: unknown }).result
  }
  const newest = (await call('getSlot', [{ commitment: 'confirmed' }])) as number
  const slots = ((await call('getBlocks', [Math.max(0, newest - 400), newest, { commitment: 'confirmed' }])) ??
    []) as number[]
  const addresses = new Set(['11111111111111111111111111111111', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'])
  const signatures = new Set<string>()
  const wires: Buffer[] = []
  for (const slot of slots.toReversed()) {
    if (wires.length >= 200) break
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 1, rewards: false }
    const whole = (await call('getBlock', [slot, { ...config, encoding: 'base64' }])) as {
      transactions: { transaction: [string] }[]
    }
    const keys = (await call('getBlock', [slot, { ...config, transactionDetails: 'accounts' }])) as {
      transactions: { transaction: { signatures: string[]; accountKeys: { pubkey: string }[] } }[]
    }
    for (const { transaction } of whole.transactions) wires.push(Buffer.from(transaction[0], 'base64'))
    for (const { transaction } of keys.transactions) {
      for (const signature of transaction.signatures) signatures.add(signature)
      for (const { pubkey } of transaction.accountKeys) addresses.add(pubkey)
    }
  }
  return { addresses: [...addresses], signatures: [...signatures], slots, wires }
}

function drawBody(random: Random, corpus: Corpus, size: number): string {
  const calls = Array.from({ length: size }, () => mutateCall(random, drawCall(random, corpus)))
  const text = JSON.stringify(size === 1 ? calls[0] : calls)
  return random(6) === 0 ? mutateText(random, text) : text
}

function drawCall(random: Random, corpus: Corpus): { [name: string]: Json } {
  const pick = <T>(list: readonly T[], otherwise: T): T => list[random(Math.max(list.length, 1))] ?? otherwise
  const address = () => pick(corpus.addresses, '')
  const config = () => pick(CONFIGS, {})
  const slot = () => pick(corpus.slots, 0) + random(3) - 1
  const call = (method: string, params: Json) => ({ jsonrpc: '2.0', id: random(1_000), method, params })
  switch (random(9)) {
    case 0:
      return call(pick(BARE_METHODS, 'getSlot'), random(2) === 0 ? [] : [config()])
    case 1:
    case 2:
      return call(pick(ADDRESS_METHODS, 'getBalance'), [address(), config()])
    case 3:
      return call(
        pick(
          ['getBlock', 'getBlockTime', 'getBlocks', 'getBlocksWithLimit', 'getSlotLeaders', 'getLeaderSchedule'],
          'getBlock',
        ),
        [slot(), pick<Json>([config(), slot(), random(50)], 1)],
      )
    case 4:
      return call(pick(['getTransaction', 'signatureSubscribe'], 'getTransaction'), [
        pick(corpus.signatures, ''),
        config(),
      ])
    case 5:
      return call(pick(['getMultipleAccounts', 'getSignatureStatuses', 'getInflationReward'], 'getMultipleAccounts'), [
        Array.from({ length: random(12) }, random(2) === 0 ? address : () => pick(corpus.signatures, '')),
        config(),
      ])
    case 6:
      return call(
        pick(
          ['getTokenAccountsByOwner', 'getTokenAccountsByDelegate', 'logsSubscribe', 'blockSubscribe'],
          'getTokenAccountsByOwner',
        ),
        [
          address(),
          pick<Json>(
            [
              { mint: address() },
              { programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' },
              { mentions: [address()] },
            ],
            {},
          ),
          config(),
        ],
      )
    case 7: {
      const wire = mutateBytes(random, pick(corpus.wires, Buffer.alloc(1)))
      const method = pick(['sendTransaction', 'simulateTransaction', 'getFeeForMessage'], 'sendTransaction')
      return call(method, [
        wire.toString('base64'),
        {
          encoding: 'base64',
          skipPreflight: random(2) === 0,
          sigVerify: false,
          replaceRecentBlockhash: random(2) === 0,
          innerInstructions: true,
        },
      ])
    }
    default:
      return call(pick(DAS_METHODS, 'getAsset'), {
        id: address(),
        ids: [address(), address()],
        ownerAddress: address(),
        mint: address(),
        limit: random(2_000),
        page: random(3),
        options: { showFungible: true },
      })
  }
}

/** Leaves half of the calls as they are; of the others one member somewhere becomes something else. */
function mutateCall(random: Random, call: { [name: string]: Json }): Json {
  if (random(2) === 0) return call
  const spots: { set(value: Json): void; value: Json }[] = []
  const visit = (value: Json) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      const holder = value as { [name: string]: Json }
      spots.push({
        value: holder[key]!,
        set(next) {
          holder[key] = next
        },
      })
      visit(holder[key]!)
    }
  }
  const copy = structuredClone(call)
  visit(copy)
  const spot = spots[random(spots.length)]!
  const kind = random(4)
  if (kind === 0 && typeof spot.value === 'string') spot.set(mutateText(random, spot.value))
  else if (kind === 1 && Array.isArray(spot.value))
    spot.set([...spot.value, ...spot.value, structuredClone(JUNK[random(JUNK.length)]!)])
  else if (kind === 2 && typeof spot.value === 'number')
    spot.set(spot.value + random(3) - 1 + (random(4) === 0 ? 0.5 : 0))
  else spot.set(structuredClone(JUNK[random(JUNK.length)]!))
  return copy
}

function mutateText(random: Random, text: string): string {
  const at = random(text.length + 1)
  switch (random(4)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + random(4))
    case 2:
      return text.slice(0, at) + String.fromCharCode(random(300)) + text.slice(at)
    default:
      return text.slice(0, at) + text.slice(random(text.length + 1))
  }
}

function mutateBytes(random: Random, wire: Buffer): Buffer {
  const bytes = Buffer.from(wire)
  for (let left = random(4); left > 0; left--) {
    const at = random(bytes.length)
    if (random(2) === 0) bytes[at] = random(256)
    else bytes[at] = bytes[at]! ^ (1 << random(8))
  }
  const end = random(8)
  if (end === 0) return bytes.subarray(0, random(bytes.length))
  return end === 1 ? Buffer.concat([bytes, bytes.subarray(0, random(40))]) : bytes
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return socket
}

/** False when it was closed already. */
async function closeSocket(socket: WebSocket): Promise<boolean> {
  if (socket.readyState !== WebSocket.OPEN) return false
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
  socket.close()
  await closed
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , rpcUrl, count, seed] = process.argv
  if (rpcUrl === undefined) {
    console.error('usage: node bench/fuzz/rpc-fuzz.ts <rpc address> [count] [seed]')
    process.exit(2)
  }
  const wsUrl = rpcUrl.replace(/^http/, 'ws')
  const report = await fuzzRpc({ rpcUrl, wsUrl, count: Number(count ?? DEFAULT_COUNT), seed: Number(seed ?? 1) })
  console.log(report)
  process.exitCode = report.isHealthy && report.lost.length === 0 && report.internalErrors.length === 0 ? 0 : 1
}
