/* What must not be sent in an address: pure, so that it is tested without a page. */

const KEY_OF_A_SERVER = /\b(mg|rt)_[\w-]{4,}/
/** 64 bytes in base 58, of which an address has half: a secret key (or a signature, which no search finds either). */
const SECRET_KEY = /[1-9A-HJ-NP-Za-km-z]{80,}/
/** The file of a wallet that the command line keeps: `[12,34,…`. */
const BYTES = /^\s*\[\s*\d{1,3}(\s*,\s*\d{1,3}){7,}/
/** Words of a recovery phrase: twelve or more. */
const PHRASE = /^\s*([a-z]{3,8}\s+){11,}[a-z]{3,8}\s*$/i

/** Whether a text that somebody typed or pasted looks like a key, a secret key or a recovery phrase, or is one of `keys`:
 *  a search goes into an address, which servers and proxies write down. */
export function isSecret(text: string, keys: readonly string[] = []): boolean {
  return (
    [KEY_OF_A_SERVER, SECRET_KEY, BYTES, PHRASE].some((shape) => shape.test(text)) ||
    keys.some((key) => key.length >= 8 && text.includes(key))
  )
}
