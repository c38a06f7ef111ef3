import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { keptInMemory, openPortLab } from '../ingest/evm/port-lab.ts'
import { runCli } from '../support/run-cli.ts'
import { openTestTape, tempFolder } from '../support/tape-facts.ts'

const lab = await openPortLab({ chain: 'base', seed: 'verified', swapsPerBlock: 6, store: keptInMemory() })
after(() => lab.close())

test('tape status and verify tell of Base as of Solana: the same, a slot lost in part, and one that differs', async (t) => {
  const { node } = lab
  node.mine(8)
  const [first] = node.world.blocks()
  const decoded = await lab.decode(first!.number, first!.number + 7)
  const dataDir = tempFolder(t)
  const tape = openTestTape(t, { folder: join(dataDir, 'live', 'tape') })
  // One block as it is told when a key is missing.
  const blocks = decoded.map((block, at) =>
    at === 2 ? { ...block, events: block.events.slice(1), unreadable: 1 } : block,
  )
  await tape.writer!.appendSlots(blocks, 1)
  const last = first!.number + 7
  const env = { MINTGLASS_MODE: 'live', MINTGLASS_DATA_DIR: dataDir, BASE_RPC_URLS: node.url }
  const early = await runCli(['tape', 'verify'], env)
  assert.deepEqual([early.code, early.out.includes('nothing is final yet')], [0, true], `${early.out}${early.err}`)
  await tape.writer!.finalize('base', last - 1)

  const status = await runCli(['tape', 'status'], env)
  assert.equal(status.code, 0, status.err)
  assert.match(status.out, /^chain +base$/m)
  assert.match(status.out, new RegExp(`^newest slot +${last} ${decoded.at(-1)!.blockHash}$`, 'm'))
  assert.match(status.out, new RegExp(`^final slot +${last - 1}$`, 'm'))
  assert.match(status.out, new RegExp(`^lost +${first!.number + 2} to ${first!.number + 2}: 1 transaction`, 'm'))

  const same = await runCli(['tape', 'verify'], env)
  assert.equal(same.code, 0, `${same.out}${same.err}`)
  const { chainDigest } = tape.slot('base', last - 1)!
  assert.match(
    same.out,
    new RegExp(`^base:\nsame {2}slots ${first!.number} to ${last - 1}: 7 blocks, .*${chainDigest}$`, 'm'),
  )

  node.reorg(4)
  const other = await runCli(['tape', 'verify', '--chain', 'base', '--from', `${last - 3}`], env)
  assert.equal(other.code, 1, other.out)
  assert.match(other.out, new RegExp(`^slot ${last - 1}: another block$`, 'm'))

  const unset = await runCli(['tape', 'verify', '--chain', 'base'], { ...env, BASE_RPC_URLS: '' })
  assert.match(unset.err, /BASE_RPC_URLS is not set/)
  assert.match((await runCli(['tape', 'status', '--chain', 'bas'], env)).err, /--chain must be one of/)
})
