import { hexOf, readAddress, readBytes } from '../../chain/evm/log.ts'
import { callAll } from '../../chain/evm/multicall.ts'
import { addressAt, addressOfTopic, toWord, uintAt, wordsIn } from '../../chain/evm/words.ts'
import type { Context } from '../../context.ts'
import type { EvmTapeChain } from '../../contract/tape-event.ts'
import type { EvmClient } from './evm-clients.ts'

/** `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const CALL = { owner: '0x8da5cb5b', getOwner: '0x893d20e8', balanceOf: '0x70a08231' } as const
const NO_ADDRESS = `0x${'0'.repeat(40)}`
const CANDIDATES = 16
const BUYERS = 3
/** Ranges of blocks that are asked for purchases, until a node takes one; and how old a purchase has to be. */
const SPANS = [2_000, 100]
const MIN_AGE_BLOCKS = 10
const LOGS_BYTES = 2 * 1024 ** 2
const MAX_LOGS = 5_000
const REPLY_MS = 4_000
const TAPE_TRADES = 100

export type TokenAccounts = { readonly owner: string | null; readonly buyers: readonly string[] }

type Question = {
  readonly chain: EvmTapeChain
  readonly token: string
  /** As the tape names it. */
  readonly pool: string
  /** Sends its tokens: the pool itself, or who holds those of all pools. */
  readonly holder: string
  readonly block: number
}

/** The owner that the token names, and up to three accounts that bought in this pool some blocks ago and still hold some:
 *  accounts without code, all of them. What cannot be found out is left out. */
export async function findAccounts(
  ctx: Pick<Context, 'store'>,
  client: EvmClient,
  question: Question,
  signal: AbortSignal,
): Promise<TokenAccounts> {
  const { token } = question
  const candidates = new Set(buyersOnTape(ctx, question))
  if (candidates.size < BUYERS) for (const one of await buyersInLogs(client, question, signal)) candidates.add(one)
  const asked = [...candidates].filter((one) => one !== question.holder && one !== token).slice(0, CANDIDATES)
  const calls = [
    ...[CALL.owner, CALL.getOwner].map((data) => ({ to: token, data })),
    ...asked.map((one) => ({ to: token, data: `${CALL.balanceOf}${toWord(one)}` })),
  ]
  const answers = await callAll(client.rpc, client.contracts.multicall, calls, signal)
  if (!answers.ok) return { owner: null, buyers: [] }
  const named =
    answers.value
      .slice(0, 2)
      .map(addressIn)
      .find((one) => one !== null) ?? null
  const holding = asked.filter((_, at) => amountIn(answers.value[2 + at] ?? null) > 0n)
  const plain = await withoutCode(client, [...(named === null ? [] : [named]), ...holding], signal)
  const owner = named !== null && plain.has(named) ? named : null
  return { owner, buyers: holding.filter((one) => one !== owner && plain.has(one)).slice(0, BUYERS) }
}

function addressIn(said: string | null): string | null {
  const address = said !== null && wordsIn(said) === 1 ? addressAt(said, 0) : null
  return address === NO_ADDRESS ? null : address
}

function amountIn(said: string | null): bigint {
  return said !== null && wordsIn(said) === 1 ? uintAt(said, 0) : 0n
}

function buyersOnTape({ store }: Pick<Context, 'store'>, { chain, pool, token, block }: Question): readonly string[] {
  if (store.tape.position(chain) === undefined) return []
  store.tape.refresh()
  const { trades } = store.tape.trades({ by: 'pool', address: pool, chain }, { limit: TAPE_TRADES })
  return trades
    .filter((trade) => trade.side === 'buy' && trade.mint === token && trade.slot <= block - MIN_AGE_BLOCKS)
    .map(({ maker }) => readAddress(maker))
    .filter((maker) => maker !== null)
}

/** Those to whom the holder of the pool's tokens sent some, the earliest first. */
async function buyersInLogs({ node }: EvmClient, question: Question, signal: AbortSignal): Promise<readonly string[]> {
  const { token, holder, block } = question
  const toBlock = block - MIN_AGE_BLOCKS
  for (const span of SPANS) {
    const range = { fromBlock: hexOf(Math.max(0, toBlock - span)), toBlock: hexOf(Math.max(0, toBlock)) }
    const filter = { address: token, topics: [TRANSFER, `0x${toWord(holder)}`], ...range }
    const bounds = { timeoutMs: REPLY_MS, maxReplyBytes: LOGS_BYTES, signal }
    const reply = await node.call({ method: 'eth_getLogs', params: [filter] }, bounds)
    if (reply.ok) return receiversIn(reply.value)
    if (signal.aborted) return []
  }
  return []
}

/** Whatever the node answered. */
function receiversIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  const found = new Set<string>()
  for (const one of value.slice(0, MAX_LOGS)) {
    const topics: unknown = typeof one === 'object' && one !== null ? (one as { topics?: unknown }).topics : null
    const topic: unknown = Array.isArray(topics) ? topics[2] : null
    const bytes = readBytes(topic)
    const receiver = bytes !== null && bytes.length === 66 ? addressOfTopic(bytes) : null
    if (receiver !== null && receiver !== NO_ADDRESS) found.add(receiver)
    if (found.size >= CANDIDATES) break
  }
  return [...found]
}

async function withoutCode({ node }: EvmClient, addresses: readonly string[], signal: AbortSignal) {
  const requests = addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] }))
  const bounds = { timeoutMs: REPLY_MS, maxReplyBytes: LOGS_BYTES, signal }
  const replies = requests.length === 0 ? [] : await node.callMany(requests, bounds)
  return new Set(addresses.filter((_, at) => replies[at]?.ok === true && replies[at].value === '0x'))
}
