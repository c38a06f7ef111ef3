import { parseArgs } from 'node:util'
import { openLabSandbox } from '../../eval/lab-sandbox.ts'
import { TUNED_RECIPES } from '../../eval/recipes/index.ts'
import { decodeActions } from '../../src/chain/solana/actions/decode-actions.ts'
import { decodeTransaction } from '../../src/chain/solana/decode-transaction.ts'
import { unbalanced } from '../../test/chain/solana/actions/sums.ts'

/** `node bench/wallets/conservation.ts --seed 1 --transactions 100000`: every lamport and every unit that moved in the
 *  blocks of generated worlds is in exactly one movement of the decoder. Opens labs, a seed each in turn, until it has seen
 *  enough transactions; prints what it saw and every violation, and ends with 1 if there is one. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    transactions: { type: 'string', default: '100000' },
    launches: { type: 'string', default: '24' },
    crowd: { type: 'string', default: '4' },
  },
})
const WANTED = Number(values.transactions)
const SLOTS_AT_ONCE = 400_000
const BLOCKS_AT_ONCE = 8
const SHOWN = 20

const types = new Map<string, number>()
const violations: string[] = []
let seen = 0
let partial = 0
for (let world = 0; seen < WANTED; world++) {
  const lab = await openLabSandbox({
    seed: `conservation/${values.seed}/${world}`,
    recipes: TUNED_RECIPES.map(({ name }) => name),
    launches: Number(values.launches),
    crowdFactor: Number(values.crowd),
  })
  const before = seen
  try {
    await lookAtWorld(lab.urls['rpc']!)
  } finally {
    await lab.close()
  }
  console.error(`world ${world}: ${seen - before} transactions, ${seen} in all, ${violations.length} violations`)
}
console.log(`seed ${values.seed}: ${seen} transactions, ${violations.length} violations, ${partial} partial`)
console.table(Object.fromEntries([...types].sort((a, b) => b[1] - a[1])))
for (const one of violations.slice(0, SHOWN)) console.log(one)
process.exitCode = violations.length > 0 ? 1 : 0

async function lookAtWorld(url: string): Promise<void> {
  const last = (await ask(url, 'getSlot', [])) as number
  const first = (await ask(url, 'getFirstAvailableBlock', [])) as number
  for (let from = first; from <= last; from += SLOTS_AT_ONCE) {
    const slots = (await ask(url, 'getBlocks', [from, Math.min(last, from + SLOTS_AT_ONCE - 1)])) as readonly number[]
    for (let at = 0; at < slots.length; at += BLOCKS_AT_ONCE)
      await Promise.all(slots.slice(at, at + BLOCKS_AT_ONCE).map((slot) => lookAtBlock(url, slot)))
  }
}

type Block = { readonly blockTime: number; readonly transactions: readonly unknown[] } | null

async function lookAtBlock(url: string, slot: number): Promise<void> {
  const options = { encoding: 'base64', maxSupportedTransactionVersion: 1, rewards: false }
  const block = (await ask(url, 'getBlock', [slot, options])) as Block
  if (block === null) return
  for (const [indexInBlock, row] of block.transactions.entries()) {
    const read = decodeTransaction(row, { slot, blockTimeSec: block.blockTime, indexInBlock })
    if (!read.ok) {
      violations.push(`block ${slot}, ${indexInBlock}: ${read.message}`)
      continue
    }
    const { movements, type, isPartial, transaction } = decodeActions(read.value)
    const left = unbalanced(transaction, movements)
    if (left.length > 0) violations.push(`${transaction.signature} ${type}: ${left.join('; ')}`)
    if (isPartial) partial += 1
    const key = transaction.err === null ? type : `failed ${type}`
    types.set(key, (types.get(key) ?? 0) + 1)
    seen += 1
  }
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // Numbers beyond 2^53, which the faucet's balance is, stay exact as text.
  const text = (await reply.text()).replaceAll(/([:[,])(\d{16,})(?=[,\]}])/g, '$1"$2"')
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
