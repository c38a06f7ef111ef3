import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { EthCall, EvmRpc } from './rpc.ts'
import { toWord, uintAt, wordsIn } from './words.ts'

/** `aggregate3((address,bool,bytes)[])`. */
const AGGREGATE = '0x82ad56cb'
const WORD_BYTES = 32
const CALLS_PER_REQUEST = 512

/** What contracts answer to calls that may each fail, aligned with them: null for one that reverted. Calls go through
 *  the contract Multicall3, and one by one where the chain does not have it. Fails when the node does. */
export async function callAll(
  rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>,
  multicall: string,
  calls: readonly EthCall[],
  signal?: AbortSignal,
): Promise<Outcome<readonly (string | null)[]>> {
  const found: (string | null)[] = []
  for (let at = 0; at < calls.length; at += CALLS_PER_REQUEST) {
    const part = calls.slice(at, at + CALLS_PER_REQUEST)
    const answered = await callSome(rpc, multicall, part, signal)
    if (!answered.ok) return answered
    found.push(...answered.value)
  }
  return ok(found)
}

async function callSome(
  rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>,
  multicall: string,
  calls: readonly EthCall[],
  signal?: AbortSignal,
): Promise<Outcome<readonly (string | null)[]>> {
  const options = signal === undefined ? {} : { signal }
  const together = await rpc.ethCall({ to: multicall, data: encodeAggregate(calls) }, options)
  const results = together.ok ? decodeResults(together.value, calls.length) : null
  if (results !== null) return ok(results)
  // A refusal may be of one call that used up all gas. What is no refusal would meet each call alone as well.
  if (!together.ok && together.rpcCode === undefined) return together
  const alone = await rpc.ethCalls(calls, options)
  const failed = alone.find((one) => !one.ok && one.rpcCode === undefined)
  if (failed !== undefined && !failed.ok) return failed
  return ok(alone.map((one) => (one.ok ? one.value : null)))
}

/** Each call may fail. */
function encodeAggregate(calls: readonly EthCall[]): string {
  const heads: string[] = []
  const tails: string[] = []
  let offset = WORD_BYTES * calls.length
  for (const { to, data } of calls) {
    const bytes = data.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    const tail = `${toWord(to)}${toWord(true)}${toWord(3 * WORD_BYTES)}${toWord(bytes.length / 2)}${padded}`
    heads.push(toWord(offset))
    tails.push(tail)
    offset += tail.length / 2
  }
  return `${AGGREGATE}${toWord(WORD_BYTES)}${toWord(calls.length)}${heads.join('')}${tails.join('')}`
}

/** What `(bool success, bytes returned)[]` of this length says; null when the bytes are no such list.
 *  @internal Exported for the test of hostile bytes. */
export function decodeResults(data: string, count: number): (string | null)[] | null {
  const words = wordsIn(data)
  if (words < 2 || uintAt(data, 0) !== BigInt(WORD_BYTES) || uintAt(data, 1) !== BigInt(count)) return null
  const results: (string | null)[] = []
  for (let at = 0; at < count; at++) {
    const head = wordIndex(data, 2 + at, words)
    if (head === null) return null
    const own = 2 + head
    if (own + 2 >= words) return null
    const bytes = wordIndex(data, own + 1, words)
    if (bytes === null || own + bytes >= words) return null
    const length = uintAt(data, own + bytes)
    const start = 2 + 64 * (own + bytes + 1)
    if (length > BigInt(EVM_LIMITS.callBytes) || start + 2 * Number(length) > data.length) return null
    results.push(uintAt(data, own) === 1n ? `0x${data.slice(start, start + 2 * Number(length))}` : null)
  }
  return results
}

/** The word that an offset in bytes leads to; null for one outside of the data or between words. */
function wordIndex(data: string, index: number, words: number): number | null {
  if (index >= words) return null
  const offset = uintAt(data, index)
  if (offset % BigInt(WORD_BYTES) !== 0n || offset > BigInt(WORD_BYTES * words)) return null
  return Number(offset) / WORD_BYTES
}
