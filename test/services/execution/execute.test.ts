import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { compileLegacyMessage, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import { type Instruction, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { nameError } from '../../../src/chain/solana/name-error.ts'
import { PROGRAM_DATA_HEADER_BYTES, programDataAddress } from '../../../src/chain/solana/program-code.ts'
import {
  BPF_LOADER_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  SYSTEM_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import type { Context } from '../../../src/context.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { execute } from '../../../src/services/execution/execute.ts'
import { createWorkers } from '../../../src/workers/pool.ts'
import { accountNode, NODE_CLOCK, type NodeAccount, wallet } from '../../support/account-node.ts'
import { fakeContext } from '../../support/fake-context.ts'

const workers = createWorkers({
  config: { workers: 2, pinThreads: false, mode: 'sandbox' },
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
})
after(() => workers.close())

const ALICE = keypairFromText('alice').address
const BOB = keypairFromText('bob').address
const PROGRAM = keypairFromText('a program').address
const CODE = Buffer.from(
  readFileSync(new URL('../../../sandbox/programs/stand-in.b64', import.meta.url), 'utf8'),
  'base64',
)
const NO_OPERATION = Buffer.from('e445a52e51cb9a1d', 'hex')

function wireOf(...instructions: readonly Instruction[]): Uint8Array {
  return joinWithoutSignatures(compileLegacyMessage({ payer: ALICE, blockhash: SYSTEM_PROGRAM, instructions }))
}
const send = wireOf(transferLamports({ from: ALICE, to: BOB, lamports: 1_000_000n }))
const call = wireOf({ programId: PROGRAM, accounts: [], data: NO_OPERATION })

function nodeWith(more: readonly (readonly [string, NodeAccount])[], simulate?: SolanaRpc['call']) {
  const node = accountNode(new Map<string, NodeAccount>([[ALICE, wallet()], [BOB, wallet(5_000_000n)], ...more]))
  const rpc = simulate === undefined ? node.rpc : { ...node.rpc, call: simulate }
  return { ...node, ctx: fakeContext({ parts: { workers, chain: { rpc } as Context['chain'] } }).ctx }
}
function upgradeable(code: Uint8Array): [string, NodeAccount][] {
  const pointer = Buffer.alloc(36)
  pointer.writeUInt32LE(2)
  const head = Buffer.alloc(PROGRAM_DATA_HEADER_BYTES)
  head.writeUInt32LE(3)
  const data = Buffer.concat([head, code])
  return [
    [PROGRAM, { owner: BPF_UPGRADEABLE_LOADER_PROGRAM, data: pointer, executable: true }],
    [programDataAddress(PROGRAM), { owner: BPF_UPGRADEABLE_LOADER_PROGRAM, data }],
  ]
}

test('what the runtime itself can run is run locally, in a row and at any time', async () => {
  const { ctx } = nodeWith([])
  const clock = { ...NODE_CLOCK, unixTimeSec: NODE_CLOCK.unixTimeSec + 86_400 }
  const done = await execute(ctx, { runs: [[send, send], [send]], clock })
  assert(done.ok)
  assert.equal(done.value.adapter, 'local')
  assert.equal(done.value.slot, NODE_CLOCK.slot)
  assert.deepEqual(done.value.clock, clock)
  const bob = done.value.runs.map((run) => run.at(-1)!.deltas.find(({ address }) => address === BOB)?.lamportsAfter)
  assert.deepEqual(bob, [7_000_000n, 6_000_000n])
})
test('programs of both loaders are cloned', async () => {
  for (const program of [
    [[PROGRAM, { owner: BPF_LOADER_PROGRAM, data: CODE, executable: true }] as [string, NodeAccount]],
    upgradeable(CODE),
  ]) {
    const { ctx } = nodeWith(program)
    const done = await execute(ctx, { runs: [[call]] })
    assert(done.ok, done.ok ? '' : done.message)
    assert.equal(done.value.adapter, 'local')
    assert.equal(done.value.runs[0]![0]!.err, null)
  }
})
test('code is read once per deployment, of later executions only its first bytes', async () => {
  const kept = new Map<string, unknown>()
  const memo: Context['store']['memo'] = async (cache, key, load) => {
    const slot = `${cache} ${key}`
    if (!kept.has(slot)) kept.set(slot, await load())
    return kept.get(slot) as never
  }
  const accounts = new Map<string, NodeAccount>([[ALICE, wallet()], ...upgradeable(CODE)])
  const { rpc } = accountNode(accounts)
  const whole: string[] = []
  const counting = {
    ...rpc,
    accounts: (async (addresses, options) => {
      if (options?.dataSlice === undefined && addresses.includes(programDataAddress(PROGRAM))) whole.push('read')
      return rpc.accounts(addresses, options)
    }) as SolanaRpc['accounts'],
  }
  const { ctx } = fakeContext({ parts: { workers, chain: { rpc: counting } as Context['chain'] }, store: { memo } })
  for (let i = 0; i < 3; i++) assert((await execute(ctx, { runs: [[call]] })).ok)
  assert.equal(whole.length, 1)
  const [, data] = upgradeable(CODE)[1]!
  Buffer.from(data.data.buffer, data.data.byteOffset).writeUInt32LE(77, 4)
  accounts.set(programDataAddress(PROGRAM), data)
  assert((await execute(ctx, { runs: [[call]] })).ok)
  assert.equal(whole.length, 2)
})
test('a program without code is run on the node, which names itself and shows what changed', async () => {
  const asked: unknown[] = []
  const hidden: NodeAccount = { owner: BPF_UPGRADEABLE_LOADER_PROGRAM, data: new Uint8Array(0), executable: true }
  const { ctx } = nodeWith([[PROGRAM, hidden]], async (method, params) => {
    asked.push(method, params[1])
    const account = { lamports: 999_990_000, owner: SYSTEM_PROGRAM, executable: false, data: ['', 'base64'] }
    const value = { err: null, logs: ['done'], unitsConsumed: 12, accounts: [account] }
    return ok({ context: { slot: 390_000_002 }, value }) as never
  })
  const done = await execute(ctx, { runs: [[call]] })
  assert(done.ok)
  assert.equal(done.value.adapter, 'node')
  assert.equal(done.value.slot, 390_000_002)
  assert.deepEqual(done.value.uncloneable, [PROGRAM])
  assert.equal(asked[0], 'simulateTransaction')
  const { sigVerify, replaceRecentBlockhash, innerInstructions, accounts } = asked[1] as Record<string, unknown>
  assert.deepEqual(
    { sigVerify, replaceRecentBlockhash, innerInstructions },
    {
      sigVerify: false,
      replaceRecentBlockhash: true,
      innerInstructions: true,
    },
  )
  assert.deepEqual(accounts, { encoding: 'base64', addresses: [ALICE] })
  const [step] = done.value.runs[0]!
  assert.deepEqual(
    [step!.computeUnits, step!.deltas],
    [12, [{ address: ALICE, lamportsBefore: 1_000_000_000n, lamportsAfter: 999_990_000n, token: null }]],
  )
})
test('what only a node can run takes neither a row of transactions nor another time', async () => {
  const hidden: NodeAccount = { owner: BPF_LOADER_PROGRAM, data: new Uint8Array(0), executable: true }
  const { ctx } = nodeWith([[PROGRAM, hidden]])
  for (const request of [{ runs: [[call, call]] }, { runs: [[call]], clock: NODE_CLOCK }]) {
    const done = await execute(ctx, request)
    assert.equal(done.ok ? null : done.code, 'unsupported_on_chain')
  }
})
test('an answer of another shape is the node’s failure', async () => {
  const hidden: NodeAccount = { owner: BPF_LOADER_PROGRAM, data: new Uint8Array(0), executable: true }
  const { ctx } = nodeWith([[PROGRAM, hidden]], async () => ok({ value: 'nonsense' }) as never)
  const done = await execute(ctx, { runs: [[call]] })
  assert.equal(done.ok ? null : done.code, 'upstream_failed')
})
test('bytes that are no transaction are refused, and without a node nothing is run', async () => {
  const { ctx } = nodeWith([])
  const refused = await execute(ctx, { runs: [[send.subarray(1)]] })
  assert.equal(refused.ok ? null : refused.code, 'invalid_request')
  const bare = fakeContext({ parts: { workers, chain: { rpc: null } as Context['chain'] } }).ctx
  const unconfigured = await execute(bare, { runs: [[send]] })
  assert.equal(unconfigured.ok ? null : unconfigured.code, 'unconfigured')
})
test('any worker gives the same bytes for the same input', async () => {
  const { ctx } = nodeWith(upgradeable(CODE))
  const answers = await Promise.all(Array.from({ length: 6 }, () => execute(ctx, { runs: [[call, send], [send]] })))
  const texts = answers.map((answer) => JSON.stringify(answer.ok && answer.value.runs, bigintText))
  assert.equal(new Set(texts).size, 1)
  assert.notEqual(texts[0], 'false')
})
test('an error is named with the innermost program, and no program can forge that line', () => {
  const token = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  const failed = (code: unknown, ...logs: string[]) => nameError({ err: { InstructionError: [1, code] }, logs })
  assert.equal(failed({ Custom: 17 }, `Program ${token} failed: custom program error: 0x11`), 'token:AccountFrozen')
  assert.equal(failed({ Custom: 67 }, `Program ${token} failed: custom program error: 0x43`), 'token:MintPaused')
  assert.equal(failed({ Custom: 999 }, `Program ${token} failed: x`), 'token:Custom(999)')
  assert.equal(
    failed(
      { Custom: 17 },
      `Program log: Program ${token} failed: x`,
      `Program ${PROGRAM} failed: y`,
      `Program ${token} failed: y`,
    ),
    `program:${PROGRAM}:Custom(17)`,
  )
  assert.equal(failed('InvalidArgument'), 'instruction:1:InvalidArgument')
  assert.equal(nameError({ err: 'AccountNotFound', logs: [] }), 'runtime:AccountNotFound')
  assert.equal(
    nameError({ err: { InsufficientFundsForRent: { account_index: 1 } }, logs: [] }),
    'runtime:InsufficientFundsForRent',
  )
  assert.equal(nameError({ err: null, logs: [] }), null)
})

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
