import { keccak256 } from '../../src/chain/evm/keccak.ts'
import { toWord } from '../../src/chain/evm/words.ts'

/* How calls of contracts are written: words of 32 bytes after the selector. */

export type Word = string | number | bigint | boolean

/** The hash that an account or anything else has by its name. */
export function hashOfText(text: string): string {
  return Buffer.from(keccak256(Buffer.from(text))).toString('hex')
}

const selectors = new Map<string, string>()

/** A call whose parameters are all single words, structures of them included. */
export function callData(signature: string, ...words: readonly Word[]): string {
  const known = selectors.get(signature)
  const selector = known ?? `0x${hashOfText(signature).slice(0, 8)}`
  if (known === undefined) selectors.set(signature, selector)
  return `${selector}${words.map(toWord).join('')}`
}

const WORD_BYTES = 32

/** Parameters of a constructor: single words, then texts. */
export function constructorWords(words: readonly Word[], texts: readonly string[] = []): string {
  let offset = WORD_BYTES * (words.length + texts.length)
  const heads = words.map(toWord)
  const tails: string[] = []
  for (const text of texts) {
    const digits = Buffer.from(text).toString('hex')
    const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
    heads.push(toWord(offset))
    tails.push(toWord(digits.length / 2), padded)
    offset += WORD_BYTES + padded.length / 2
  }
  return [...heads, ...tails].join('')
}
