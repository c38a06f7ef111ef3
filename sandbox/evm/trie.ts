import { keccak256 } from '../../src/chain/evm/keccak.ts'
import { numberBytes, type RlpItem, rlp } from './rlp.ts'

type Node =
  | { readonly kind: 'leaf'; path: number[]; readonly value: Buffer }
  | { readonly kind: 'branch'; readonly children: (Node | null)[] }

/** Root of the Merkle-Patricia trie that has each value under its index. Values are put in one by one; runs of branches
 *  with one child become extensions when they are written. No key begins another one. */
export function rootOfList(values: readonly Buffer[]): string {
  let root: Node | null = null
  values.forEach((value, index) => {
    const key = rlp(numberBytes(BigInt(index)))
    root = put(
      root,
      [...key].flatMap((byte) => [byte >> 4, byte & 15]),
      value,
    )
  })
  const written = root === null ? rlp(Buffer.alloc(0)) : rlp(itemOf(root))
  return `0x${Buffer.from(keccak256(written)).toString('hex')}`
}

function put(node: Node | null, path: number[], value: Buffer): Node {
  if (node === null) return { kind: 'leaf', path, value }
  if (node.kind === 'leaf') {
    const branch: Node = { kind: 'branch', children: new Array<Node | null>(16).fill(null) }
    branch.children[node.path[0]!] = { kind: 'leaf', path: node.path.slice(1), value: node.value }
    return put(branch, path, value)
  }
  node.children[path[0]!] = put(node.children[path[0]!]!, path.slice(1), value)
  return node
}

function itemOf(node: Node): RlpItem {
  if (node.kind === 'leaf') return [compact(node.path, true), node.value]
  const run: number[] = []
  let end = node as Node
  for (;;) {
    const used: readonly number[] =
      end.kind === 'branch' ? end.children.flatMap((child, at) => (child === null ? [] : [at])) : []
    if (end.kind === 'leaf' || used.length > 1) break
    run.push(used[0]!)
    end = end.children[used[0]!]!
  }
  if (end.kind === 'leaf') return [compact([...run, ...end.path], true), end.value]
  const branch = [
    ...end.children.map((child) => (child === null ? Buffer.alloc(0) : reference(child))),
    Buffer.alloc(0),
  ]
  return run.length === 0 ? branch : [compact(run, false), shortened(branch)]
}

function reference(node: Node): RlpItem {
  return shortened(itemOf(node))
}

function shortened(item: RlpItem): RlpItem {
  const written = rlp(item)
  return written.length < 32 ? item : Buffer.from(keccak256(written))
}

function compact(path: readonly number[], isLeaf: boolean): Buffer {
  const isOdd = path.length % 2 === 1
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0)
  const nibbles = isOdd ? [flag, ...path] : [flag, 0, ...path]
  return Buffer.from(nibbles.map((nibble) => nibble.toString(16)).join(''), 'hex')
}
