import { keccak256 } from './keccak.ts'
import type { EvmLog } from './log.ts'
import { TOPICS } from './topics.ts'
import { addressIn, wordAt, wordsIn } from './words.ts'

/* Pools of a manager are named by the hash of their key, so that any source of a key can be checked. */

/** The id of a pool by its key: words in hex with `0x`. */
export function poolIdOf(key: string): string {
  return `0x${Buffer.from(keccak256(Buffer.from(key.slice(2), 'hex'))).toString('hex')}`
}

/** What a pool of a manager trades. */
export type KeyedTokens = { readonly token0: string; readonly token1: string }

/** From what a contract returned for an id: five words of Uniswap v4, six of Infinity. Null when it is not the key of
 *  that pool. Currencies come first in both. */
export function tokensOfKey(shape: 'v4' | 'infinity', id: string, key: string): KeyedTokens | null {
  if (wordsIn(key) !== (shape === 'v4' ? 5 : 6) || poolIdOf(key) !== id) return null
  const token0 = addressIn(wordAt(key, 0))
  const token1 = addressIn(wordAt(key, 1))
  return token0 === null || token1 === null ? null : { token0, token1 }
}

/** Whether the creation of a pool of a manager names the members of the key that its id is the hash of. The caller has
 *  decoded it. */
export function provesItself(log: EvmLog): boolean {
  return poolIdOf(keyOfCreation(log)) === log.topics[1]
}

/** The words of the key that such a creation names, in hex with `0x`. The caller has decoded it. */
export function keyOfCreation({ address, topics, data }: EvmLog): string {
  const currencies = `${topics[2]!.slice(2)}${topics[3]!.slice(2)}`
  const [first, second, third] = [wordAt(data, 0), wordAt(data, 1), wordAt(data, 2)]
  // Uniswap: fee, spacing, hooks. Infinity: hooks, the manager, fee, parameters.
  const manager = address.slice(2).padStart(64, '0')
  return topics[0] === TOPICS.initializeV4
    ? `0x${currencies}${first}${second}${third}`
    : `0x${currencies}${first}${manager}${second}${third}`
}
