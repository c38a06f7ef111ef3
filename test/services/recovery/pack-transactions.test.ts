import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { wireBytesOf } from '../../../src/chain/solana/message-format.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { findSanitizeFault, parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import {
  compilePack,
  type Pack,
  type PackFrame,
  type PackItem,
  packTightly,
  packTransactions,
  priorityLamports,
} from '../../../src/services/recovery/pack-transactions.ts'

const address = (name: string): string => keypairFromText(name).address
const ADDRESSES = Array.from({ length: 700 }, (_, at) => address(`pack ${at}`))
const [OWNER, PAYER, REFUND, FEE_WALLET] = ['owner', 'payer', 'refund', 'fee'].map(address) as [
  string,
  string,
  string,
  string,
]
const HASH = address('hash')

type Shape = { readonly burns: boolean; readonly harvests: boolean; readonly is2022: boolean; readonly mint: number }
function itemsOf(shapes: readonly Shape[], destination: string): PackItem[] {
  return shapes.map(({ burns, harvests, is2022, mint }, at) => {
    const tokenProgram = is2022 ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
    const [account, token] = [ADDRESSES[at]!, ADDRESSES[350 + mint]!]
    const instructions: make.Instruction[] = []
    if (harvests && is2022) instructions.push(make.harvestWithheldTokens({ mint: token, accounts: [account] }))
    if (burns)
      instructions.push(make.burnTokens({ account, mint: token, authority: OWNER, amountRaw: 7n, tokenProgram }))
    instructions.push(make.closeTokenAccount({ account, destination, authority: OWNER, tokenProgram }))
    return { account, lamports: 2_039_280n, instructions }
  })
}

const shape = fc.record({
  burns: fc.boolean(),
  harvests: fc.boolean(),
  is2022: fc.boolean(),
  mint: fc.nat({ max: 300 }),
})
const frames = fc.record({
  version: fc.constantFrom<0 | 1>(0, 1),
  isBatched: fc.boolean(),
  advanced: fc.boolean(),
  tails: fc.nat({ max: 3 }),
})
type Drawn = { version: 0 | 1; isBatched: boolean; advanced: boolean; tails: number }
function frameOf({ version, isBatched, advanced, tails }: Drawn): PackFrame<PackItem> {
  const targets = [PAYER, FEE_WALLET, REFUND].slice(0, tails)
  return {
    payer: advanced ? PAYER : OWNER,
    version,
    isBatched,
    unitPrice: 100_000n,
    tail: (items) =>
      targets.map((to) => make.transferLamports({ from: OWNER, to, lamports: BigInt(items.length) * 10_000n })),
  }
}
const wireOf = (pack: Pack<PackItem>, frame: PackFrame<PackItem>, unitLimit = 50_000) =>
  joinWithoutSignatures(compilePack(pack, frame, { blockhash: HASH, unitLimit }).message)

test('every packing is within the wire limit, complete, in order, and no transaction could take one more', () => {
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 160, size: 'max' }), frames, (shapes, drawn) => {
      const frame = frameOf(drawn)
      const items = itemsOf(shapes, drawn.tails > 0 ? OWNER : REFUND)
      const { packs, tooLarge } = packTransactions(items, frame)
      assert.deepEqual(tooLarge, [])
      assert.deepEqual(
        packs.flatMap((pack) => pack.items),
        items,
      )
      for (const [at, pack] of packs.entries()) {
        const wire = wireOf(pack, frame)
        const limit = drawn.version === 1 ? 4_096 : 1_232
        assert(wire.length <= limit, `${wire.length} bytes`)
        const { message } = compilePack(pack, frame, { blockhash: HASH, unitLimit: 50_000 })
        assert.equal(wire.length, wireBytesOf(message))
        const parsed = parseWireTransaction(wire)
        assert(parsed.ok)
        assert.equal(parsed.transaction.version, drawn.version)
        assert.equal(findSanitizeFault(parsed.transaction), null)
        const next = packs[at + 1]?.items[0]
        if (next !== undefined) assert(!fitsWith(pack, next, frame), 'one more would have fit')
      }
    }),
    { numRuns: 60 },
  )
})

/** By the bytes and the runtime's own bounds alone. */
function fitsWith(pack: Pack<PackItem>, next: PackItem, frame: PackFrame<PackItem>): boolean {
  try {
    const wire = wireOf({ items: [...pack.items, next] }, frame)
    const parsed = parseWireTransaction(wire)
    return parsed.ok && findSanitizeFault(parsed.transaction) === null
  } catch {
    return false
  }
}

test('the budget changes neither the size nor what else is in a transaction', () => {
  const frame = frameOf({ version: 0, isBatched: false, advanced: true, tails: 3 })
  const pack = { items: itemsOf([{ burns: true, harvests: true, is2022: true, mint: 1 }], OWNER) }
  assert.equal(wireOf(pack, frame, 1).length, wireOf(pack, frame, 1_400_000).length)
})

test('26 closings of classic accounts go into one transaction of version 0, and more than 55 into one of version 1', () => {
  const shapes = Array.from({ length: 120 }, (_, mint) => ({ burns: false, harvests: false, is2022: false, mint }))
  const sizeOf = (version: 0 | 1, isBatched: boolean): number =>
    packTransactions(itemsOf(shapes, OWNER), frameOf({ version, isBatched, advanced: false, tails: 0 })).packs[0]!.items
      .length
  assert.equal(sizeOf(0, false), 25)
  assert.equal(sizeOf(0, true), 26)
  assert(sizeOf(1, false) > 55)
})

test('batches are used where they save a transaction, and not where they do not', async () => {
  const closes = (count: number) =>
    itemsOf(
      Array.from({ length: count }, (_, mint) => ({ burns: false, harvests: false, is2022: false, mint })),
      OWNER,
    )
  const { isBatched: _, ...frame } = frameOf({ version: 0, isBatched: false, advanced: false, tails: 0 })
  assert.equal((await packTightly(closes(25), frame)).frame.isBatched, false)
  const saving = await packTightly(closes(26), frame)
  assert.equal(saving.frame.isBatched, true)
  assert.equal(saving.packing.packs.length, 1)
  assert.equal((await packTightly(closes(27), frame)).frame.isBatched, false)
})

test('what fits into no transaction is said, and the rest is packed', () => {
  const [small] = itemsOf([{ burns: false, harvests: false, is2022: false, mint: 0 }], OWNER)
  const large = { account: 'large', lamports: 1n, instructions: [make.memo('x'.repeat(1_300))] }
  const frame = frameOf({ version: 0, isBatched: false, advanced: false, tails: 0 })
  const { packs, tooLarge } = packTransactions([large, small!, large], frame)
  assert.deepEqual(tooLarge, [large, large])
  assert.deepEqual(
    packs.map(({ items }) => items),
    [[small]],
  )
})

test('a frame may ask for fewer than would fit', () => {
  const items = itemsOf(
    Array.from({ length: 9 }, (_, mint) => ({ burns: false, harvests: false, is2022: false, mint })),
    OWNER,
  )
  const frame = { ...frameOf({ version: 0, isBatched: false, advanced: false, tails: 0 }), maxItems: 4 }
  assert.deepEqual(
    packTransactions(items, frame).packs.map((pack) => pack.items.length),
    [4, 4, 1],
  )
})

test('priority is counted on the limit and rounded up', () => {
  assert.equal(priorityLamports(10, 100_000n), 1n)
  assert.equal(priorityLamports(11, 100_000n), 2n)
  assert.equal(priorityLamports(200_000, 0n), 0n)
})
