import { keccak256 } from './keccak.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp.ts'

/* The root of the receipts of a block, from receipts as nodes send them: each under its index in a Merkle-Patricia trie.
 * EIP-2718 (types), EIP-658 (status); deposits of the OP stack (0x7e) carry a nonce and, since Canyon, a version, and
 * only with the version both are hashed. */

const DEPOSIT = 0x7e
const HEX = /^0x[0-9a-f]*$/i
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** The root in hex; null when a receipt does not have the form of one. Costs a hash of all bytes of the logs. */
export function receiptsRoot(receipts: readonly unknown[]): string | null {
  if (receipts.length === 0) return EMPTY_ROOT
  const leaves: Leaf[] = []
  for (const [index, receipt] of receipts.entries()) {
    const value = encodeReceipt(receipt)
    if (value === null) return null
    leaves.push({ path: rlpQuantity(index.toString(16)), value })
  }
  leaves.sort((a, b) => (a.path < b.path ? -1 : 1))
  return `0x${hashOf(nodeOf(leaves, 0))}`
}

function encodeReceipt(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Readonly<Record<string, unknown>>
  const type = raw.type === undefined ? 0 : Number.parseInt(digitsOf(raw.type) ?? '', 16)
  const status = digitsOf(raw.status)
  const root = digitsOf(raw.root)
  const gas = digitsOf(raw.cumulativeGasUsed)
  const bloom = digitsOf(raw.logsBloom)
  const logs = Array.isArray(raw.logs) ? raw.logs.map(encodeLog) : [null]
  if (!(type >= 0 && type < 0x80) || gas === null || bloom === null || logs.includes(null)) return null
  if (status === null && root === null) return null
  const items = [status !== null ? rlpQuantity(status) : rlpBytes(root!), rlpQuantity(gas), rlpBytes(bloom)]
  items.push(rlpList(logs as string[]))
  if (type === DEPOSIT) {
    const nonce = digitsOf(raw.depositNonce)
    const version = digitsOf(raw.depositReceiptVersion)
    if (version !== null) items.push(rlpQuantity(nonce ?? ''), rlpQuantity(version))
  }
  return `${type === 0 ? '' : type.toString(16).padStart(2, '0')}${rlpList(items)}`
}

function encodeLog(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { address, topics, data } = value as Readonly<Record<string, unknown>>
  const own = digitsOf(address)
  const bytes = digitsOf(data)
  const words = Array.isArray(topics) ? topics.map(digitsOf) : [null]
  if (own === null || bytes === null || bytes.length % 2 !== 0 || words.includes(null)) return null
  return rlpList([rlpBytes(own), rlpList((words as string[]).map(rlpBytes)), rlpBytes(bytes)])
}

function digitsOf(value: unknown): string | null {
  return typeof value === 'string' && HEX.test(value) ? value.slice(2).toLowerCase() : null
}

/** Digits of the key, which no other leaf begins with, and what stands there. */
type Leaf = { readonly path: string; readonly value: string }

/** The node over leaves with the same first `depth` digits, written. Paths are distinct; none begins another, because
 *  the written form of a number says its length. Depth: digits of a path, at most eight. */
function nodeOf(leaves: readonly Leaf[], depth: number): string {
  const [first] = leaves
  if (leaves.length === 1) return rlpList([rlpBytes(packed(first!.path.slice(depth), true)), rlpBytes(first!.value)])
  const shared = sharedDigits(first!.path, leaves.at(-1)!.path, depth)
  if (shared > 0) {
    const child = referenceTo(nodeOf(leaves, depth + shared))
    return rlpList([rlpBytes(packed(first!.path.slice(depth, depth + shared), false)), child])
  }
  const items: string[] = []
  for (let digit = 0, from = 0; digit < 16; digit++) {
    let to = from
    while (to < leaves.length && Number.parseInt(leaves[to]!.path[depth]!, 16) === digit) to++
    items.push(to === from ? rlpBytes('') : referenceTo(nodeOf(leaves.slice(from, to), depth + 1)))
    from = to
  }
  return rlpList([...items, rlpBytes('')])
}

/** Short nodes stand in their parent, others by their hash. */
function referenceTo(node: string): string {
  return node.length < 64 ? node : rlpBytes(hashOf(node))
}

/** Of sorted paths the first and the last differ first. */
function sharedDigits(a: string, b: string, from: number): number {
  let at = from
  while (at < a.length && a[at] === b[at]) at++
  return at - from
}

/** Digits as whole bytes, with what kind of node they are in. */
function packed(path: string, isLeaf: boolean): string {
  const flag = isLeaf ? 2 : 0
  return path.length % 2 === 0 ? `${flag}0${path}` : `${flag + 1}${path}`
}

function hashOf(node: string): string {
  return Buffer.from(keccak256(Buffer.from(node, 'hex'))).toString('hex')
}
