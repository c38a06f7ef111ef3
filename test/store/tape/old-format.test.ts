import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEventBlock } from '../../../src/hot-paths/event-block.ts'
import { decodeDurable, encodeDurable } from '../../../src/store/codec.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { decodePosition, encodePosition, openDay } from '../../../src/store/tape/day.ts'
import { BLOCK_NAMES, eventOfBlock } from '../../../src/store/tape/to-event.ts'
import { blockHashOf, openTestTape, slotOf, tempFolder, tradeFact } from '../../support/tape-facts.ts'

/** Tapes of versions that followed Solana alone. */

/** A trade, a launch and lost slots, encoded by the last of them. */
const OLD_BLOCK = [
  'AgADAAYAAAAAAAAAAIBEQF4BAAAMAAAAAwAAAAEAAAABAAkXBgkAAgAAALt1wbVBgY3/agcAAAADAAIAAAABAAIAAwAEAAAA',
  'AAAAAAAAAAAAAAAAAAAAAPIvznM6CwAAAAAAAAAAAAAAAAAAAAD0PwAAAAAAAARAAAAAAAAAAABjAAAAAAAAAAAAAAAAAAAA',
  'AgAJAAAAAAAAAAC7dcG1QYGN/2oIAAAAAQD//wUAAQACAAMABAAAAAAAAAAAAAAAAAAAAAAAAAAAAD0MZB96QgAAAAAFAAAA',
  'BQAAAAIAAAAHAAAA/////wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAFED/////AAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIkAHAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAACrq6urq6urq6urq6urq6urzc3Nzc3Nzc3Nzc3Nzc3Nze/v7+/v7+/v7+/v7+/v7+9YAAAAgwAAAK8AAADaAAAA',
  'BgEAAF4BAAA1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1',
  'NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1UFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE1NTU1N',
  'TU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NU28xMTExMTExMTExMTExMTExMTExMTExMTExMTExMTEx',
  'MTExMTExMTExMldXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXNjY2NjY2NjY2NjY2NjY2NjY2',
  'NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nk3D',
  'vG56ZU1aZ29uZQAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
].join('')

test('a block of before other chains reads as it did', () => {
  const block = openEventBlock(Buffer.from(OLD_BLOCK, 'base64'))
  const [trade, launch, lost] = [0, 1, 2].map((index) => eventOfBlock(block, index))
  assert(trade?.type === 'trade' && launch?.type === 'launch' && lost?.type === 'lost')
  assert.deepEqual(
    [trade.chain, trade.seq, trade.dex, trade.path, trade.side, trade.amountRaw, trade.quoteAmountRaw],
    ['solana', 41, 'meteora_dbc', [3, 2], 'sell', 12_345_678_901_234n, 2n ** 64n],
  )
  assert.deepEqual([trade.reserveRaw, trade.quoteReserveRaw, trade.priceUsd], [null, 99n, 1.25])
  assert.deepEqual(
    [launch.chain, launch.dex, launch.kind, launch.name, launch.symbol, launch.indexedAtMs, launch.path],
    ['solana', 'meteora_dbc', 'launch', 'M\u00fcnze', 'MZ', 1_795_132_802_000, [1, -1]],
  )
  assert.deepEqual([lost.slot, lost.toSlot, lost.reason], [5, 9, 'gone'])
  assert.equal(block.chainAt(0), BLOCK_NAMES.chains.indexOf('solana'))
})

test('a tape of before other chains opens, is read, and goes on with one more chain', async (t) => {
  const folder = tempFolder(t)
  const made = openTestTape(t, { folder, keepDays: 10_000 })
  await made.enterWorld('World')
  await made.writer!.appendSlot(slotOf(1, [tradeFact(1, 0), tradeFact(1, 1)]), 0)
  await made.writer!.appendSlot(slotOf(2, [tradeFact(2, 0)]), 0)
  await made.writer!.retract('solana', [{ slot: 2 }])
  const [day] = [made.epoch].map((epoch) => `${folder}/2026-11-20-${epoch}`)
  await made.close()
  await writeAsBefore(folder, day!)

  const tape = openTestTape(t, { folder, keepDays: 10_000 })
  assert.deepEqual(
    tape.read(0, 10).map(({ type }) => type),
    ['trade', 'trade', 'trade', 'retracted'],
  )
  assert.deepEqual([1, 3].map(tape.depthTakenBack), [null, Number.POSITIVE_INFINITY], 'how deep is not known')
  assert.equal(tape.trades({ by: 'pool', address: tradeFact(1, 0).pool }, { limit: 9 }).trades.length, 2)
  assert.equal(tape.position('solana')?.blockHash, blockHashOf(1))
  assert.equal(await tape.enterChain('base', `0x${'1'.repeat(64)}`, { mayEmpty: false }), true)
  assert.equal(await tape.enterChain('base', `0x${'2'.repeat(64)}`, { mayEmpty: false }), false)
  await tape.writer!.appendSlot(
    slotOf(2, [tradeFact(2, 0, { branch: 'b' })], { branch: 'b', parentHash: blockHashOf(1) }),
    0,
  )
  assert.equal(tape.position('solana')?.highestSlot, 2)
  assert.equal(tape.position('base'), undefined)
})

/** What is stored beside blocks without what came with other chains. */
async function writeAsBefore(folder: string, dayPath: string): Promise<void> {
  const day = openDay(dayPath, '2026-11-20', 2 ** 30)
  await day.env.write(() => {
    for (const { key, value } of [...day.retracted.getRange({})]) day.retracted.put(key, value.subarray(0, 4))
    const { highestSlot: _, ...position } = decodePosition(day.positions.get('solana')!)
    day.positions.put('solana', encodePosition(position))
  })
  await day.env.close()
  const env = openEnvironment({ name: 'tape/head', path: `${folder}/head`, mapBytes: 2 ** 24, synced: true })
  const table = env.table<string>('head.v1')
  await env.write(() => {
    const { worlds: _, ...head } = decodeDurable<Record<string, unknown>>(table.get('head')!)
    table.put('head', encodeDurable(head))
  })
  await env.close()
}
