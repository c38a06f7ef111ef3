import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { compileLegacyMessage, joinWithoutSignatures } from '../../src/chain/solana/compile-message.ts'
import {
  createAccount,
  createAssociatedTokenAccount,
  type Instruction,
  readonlyAccount,
  transferLamports,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import {
  BPF_LOADER_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  CLOCK_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import type { ExecutionInput, ExecutionOutput } from '../../src/svm/execution.ts'
import { createHost } from '../../src/svm/host.ts'
import { mintAccountBytes } from '../support/mint-bytes.ts'
import { createRandom } from '../support/seeded-random.ts'

const ALICE = keypairFromText('alice').address
const BOB = keypairFromText('bob').address
const PROGRAM = keypairFromText('a program').address
const MINT = keypairFromText('a mint').address
const CODE = new Uint8Array(
  Buffer.from(readFileSync(new URL('../../sandbox/programs/stand-in.b64', import.meta.url), 'utf8'), 'base64'),
)
/** Anything that begins with this the stand-in takes as an event and does nothing. */
const NO_OPERATION = Buffer.from('e445a52e51cb9a1d', 'hex')
const CLOCK = { slot: 390_000_000, epoch: 902, unixTimeSec: 1_795_000_000, epochStartSec: 1_794_900_000 }

function wireOf(instructions: readonly Instruction[], payer = ALICE): Uint8Array {
  return joinWithoutSignatures(compileLegacyMessage({ payer, blockhash: SYSTEM_PROGRAM, instructions }))
}
const send = (lamports: bigint) => wireOf([transferLamports({ from: ALICE, to: BOB, lamports })])
const call = (program = PROGRAM) => wireOf([{ programId: program, accounts: [], data: NO_OPERATION }])
const account = (address: string, lamports: bigint) => ({
  address,
  owner: SYSTEM_PROGRAM,
  lamports,
  data: new Uint8Array(0),
})
function program(address = PROGRAM, loader: string = BPF_LOADER_PROGRAM, code = CODE) {
  return { address, loader, code, sha256: createHash('sha256').update(code).digest('hex') }
}
function inputOf(wires: readonly Uint8Array[], parts: Partial<ExecutionInput> = {}): ExecutionInput {
  return {
    accounts: [account(ALICE, 10_000_000_000n), account(BOB, 5_000_000n)],
    programs: [],
    lamportsPerByte: 5_080,
    clocks: [CLOCK],
    wires,
    runs: [{ steps: wires.map((_, wire) => ({ wire, clock: 0 })) }],
    ...parts,
  }
}
function run(output: ExecutionOutput) {
  assert(output.ok, output.ok ? '' : output.reason)
  return output
}
const errorOf = (output: ExecutionOutput, step = 0) => run(output).runs[0]![step]!.err

test('transactions of a run follow one another, and every run begins again', () => {
  const steps = [0, 0].map((wire) => ({ wire, clock: 0 }))
  const output = run(createHost().execute(inputOf([send(1_000_000n)], { runs: [{ steps }, { steps }] })))
  for (const results of output.runs) {
    const bob = results.map(({ deltas }) => deltas.find(({ address }) => address === BOB)!)
    assert.deepEqual(
      bob.map(({ lamportsBefore }) => lamportsBefore),
      [5_000_000n, 6_000_000n],
    )
    assert.deepEqual(
      bob.map(({ lamportsAfter }) => lamportsAfter),
      [6_000_000n, 7_000_000n],
    )
  }
})
test('the same input gives the same output on a warm host and on a new one, whatever ran before', () => {
  const input = inputOf(
    [send(1n), call(), wireOf([createAssociatedTokenAccount({ payer: ALICE, owner: BOB, mint: MINT })])],
    {
      accounts: [
        account(ALICE, 10_000_000_000n),
        account(BOB, 5_000_000n),
        { address: MINT, owner: TOKEN_PROGRAM, lamports: 10_000_000n, data: mintAccountBytes() },
      ],
      programs: [program()],
    },
  )
  const warm = createHost()
  const first = warm.execute(input)
  run(warm.execute(inputOf([send(9n)])))
  assert.deepEqual(warm.execute(input), first)
  assert.deepEqual(createHost().execute(input), first)
  assert.equal(run(first).runs[0]![2]!.err, null)
})
test('nothing of a task is left for the next one', () => {
  const host = createHost()
  const mint = { address: MINT, owner: TOKEN_PROGRAM, lamports: 10_000_000n, data: mintAccountBytes() }
  const create = wireOf([createAssociatedTokenAccount({ payer: ALICE, owner: BOB, mint: MINT })])
  const made = host.execute(inputOf([create], { accounts: [account(ALICE, 10_000_000_000n), account(BOB, 1n), mint] }))
  assert.equal(errorOf(made), null)
  const address = associatedTokenAddress(BOB, MINT)
  const move = wireOf([
    transferTokensChecked({ from: address, mint: MINT, to: address, authority: BOB, amountRaw: 0n, decimals: 6 }),
  ])
  const gone = run(host.execute(inputOf([move])))
  assert.deepEqual(gone, createHost().execute(inputOf([move])))
  assert.notEqual(gone.runs[0]![0]!.err, null)
  assert.equal(errorOf(host.execute(inputOf([send(1n)], { accounts: [] }))), 'AccountNotFound')
})
test('every step has its own clock', () => {
  const early = { ...CLOCK, slot: 10, epoch: 0, unixTimeSec: 5, epochStartSec: 0 }
  const steps = [1, 0, 1].map((clock) => ({ wire: 0, clock }))
  const output = run(
    createHost().execute(inputOf([call()], { programs: [program()], clocks: [CLOCK, early], runs: [{ steps }] })),
  )
  assert.deepEqual(
    output.runs[0]!.map(({ err }) => err),
    [null, null, null],
  )
})
test('a program of an earlier task that is called without being given is not there, and the process lives', () => {
  const host = createHost()
  for (const loader of [BPF_LOADER_PROGRAM, BPF_UPGRADEABLE_LOADER_PROGRAM]) {
    assert.equal(errorOf(host.execute(inputOf([call()], { programs: [program(PROGRAM, loader)] }))), null)
    assert.deepEqual(host.execute(inputOf([call()])), createHost().execute(inputOf([call()])))
    assert.equal(errorOf(host.execute(inputOf([call()]))), 'InvalidProgramForExecution')
  }
})
test('a program whose code has changed runs its new code', () => {
  const host = createHost()
  const reject = new Uint8Array(
    Buffer.from(
      readFileSync(new URL('../../sandbox/programs/transfer-hooks/reject.b64', import.meta.url), 'utf8'),
      'base64',
    ),
  )
  assert.equal(errorOf(host.execute(inputOf([call()], { programs: [program()] }))), null)
  const changed = host.execute(inputOf([call()], { programs: [program(PROGRAM, BPF_LOADER_PROGRAM, reject)] }))
  assert.deepEqual(errorOf(changed), { InstructionError: [0, { Custom: 7099 }] })
})
test('a run that makes an account of a loader costs the instance, and the next runs see nothing of it', () => {
  const host = createHost()
  const create = wireOf([
    createAccount({
      payer: ALICE,
      account: PROGRAM,
      lamports: 1_000_000_000n,
      dataBytes: 36,
      owner: BPF_UPGRADEABLE_LOADER_PROGRAM,
    }),
  ])
  const one = { steps: [{ wire: 0, clock: 0 }] }
  const { runs } = run(host.execute(inputOf([create], { runs: [one, one, one] })))
  assert.equal(runs[0]![0]!.err, null)
  assert.deepEqual(runs[1], runs[0])
  assert.deepEqual(runs[2], runs[0])
})
test('many instances that were given up do not pile up in memory', async () => {
  const host = createHost()
  const used = inputOf([call()], { programs: [program()] })
  const stranger = inputOf([call()])
  const grownBytes = async (tasks: number) => {
    const before = process.memoryUsage().rss
    for (let i = 0; i < tasks; i++) {
      run(host.execute(i % 2 === 0 ? used : stranger))
      // As between the tasks of a thread: what was collected is freed in a turn of its own.
      await nextTurn()
    }
    return process.memoryUsage().rss - before
  }
  await grownBytes(32)
  const grown = await grownBytes(96)
  // Half of the tasks open an instance of 7 MB: 340 MB if they stayed.
  assert(grown < 150_000_000, `grew by ${Math.round(grown / 1e6)} MB`)
})
test('code that is none, or has another hash, is refused and the next task is served', () => {
  const host = createHost()
  const junk = program(PROGRAM, BPF_LOADER_PROGRAM, new Uint8Array(300).fill(7))
  assert.equal(host.execute(inputOf([call()], { programs: [junk] })).ok, false)
  const lying = { ...program(), sha256: '0'.repeat(64) }
  assert.equal(host.execute(inputOf([call()], { programs: [lying] })).ok, false)
  assert.equal(errorOf(host.execute(inputOf([call()], { programs: [program()] }))), null)
})
test('accounts and programs of the runtime itself cannot be overwritten', () => {
  const host = createHost()
  for (const address of [CLOCK_SYSVAR, TOKEN_PROGRAM, TOKEN_2022_PROGRAM, SYSTEM_PROGRAM]) {
    assert.equal(host.execute(inputOf([send(1n)], { accounts: [account(address, 0n)] })).ok, false)
    assert.equal(host.execute(inputOf([send(1n)], { programs: [program(address)] })).ok, false)
  }
  assert.equal(errorOf(host.execute(inputOf([send(1n)]))), null)
})
test('a transaction that names a key twice fails on its own', () => {
  const wire = send(1n)
  const twice = wire.slice()
  // Second key of the message over the third: signature count, signature, header and key count stand before.
  const keys = 1 + 64 + 3 + 1
  twice.copyWithin(keys + 32, keys, keys + 32)
  assert.equal(errorOf(createHost().execute(inputOf([twice]))), 'AccountLoadedTwice')
})
test('malformed inputs of every kind are refused, and none ends the process', () => {
  const host = createHost()
  const good = inputOf([send(1n), call()], { programs: [program()] })
  const bytes = new Uint8Array(31)
  const broken: readonly unknown[] = [
    null,
    undefined,
    7,
    {},
    { ...good, accounts: null },
    { ...good, accounts: [null] },
    { ...good, accounts: [{ ...good.accounts[0], address: 'short' }] },
    { ...good, accounts: [{ ...good.accounts[0], address: bytes }] },
    { ...good, accounts: [{ ...good.accounts[0], owner: `${ALICE}1` }] },
    { ...good, accounts: [{ ...good.accounts[0], lamports: -1n }] },
    { ...good, accounts: [{ ...good.accounts[0], lamports: 2n ** 64n }] },
    { ...good, accounts: [{ ...good.accounts[0], lamports: 5 }] },
    { ...good, accounts: [{ ...good.accounts[0], data: 'bytes' }] },
    { ...good, accounts: [{ ...good.accounts[0], data: new Uint8Array(10 * 1024 * 1024 + 1) }] },
    { ...good, accounts: [good.accounts[0], good.accounts[0]] },
    { ...good, accounts: [account(PROGRAM, 1n)] },
    { ...good, programs: [{ ...program(), loader: SYSTEM_PROGRAM }] },
    { ...good, programs: [{ ...program(), code: null }] },
    { ...good, programs: [{ ...program(), sha256: 'x' }] },
    { ...good, lamportsPerByte: Number.NaN },
    { ...good, lamportsPerByte: 0 },
    { ...good, clocks: [] },
    { ...good, clocks: [{ ...CLOCK, slot: -1 }] },
    { ...good, clocks: [{ ...CLOCK, unixTimeSec: 1.5 }] },
    { ...good, clocks: [{ ...CLOCK, epoch: Number.POSITIVE_INFINITY }] },
    { ...good, wires: [bytes, bytes] },
    { ...good, wires: ['AQ==', 'AQ=='] },
    { ...good, wires: [Buffer.concat([send(1n), Uint8Array.of(0)]), send(1n)] },
    { ...good, runs: [{ steps: [{ wire: 2, clock: 0 }] }] },
    { ...good, runs: [{ steps: [{ wire: 0, clock: -1 }] }] },
    { ...good, runs: [{}] },
    { ...good, runs: Array.from({ length: 600 }, () => ({ steps: [{ wire: 0, clock: 0 }] })) },
  ]
  for (const [at, input] of broken.entries())
    assert.equal(host.execute(input as ExecutionInput).ok, false, `input ${at} was not refused`)
  assert.equal(errorOf(host.execute(good)), null)
})
test('mutated transactions and accounts are refused or run, and none ends the process', () => {
  const host = createHost()
  const random = createRandom(20)
  const mint = mintAccountBytes({}, [])
  const holder = new Uint8Array(165)
  const move = wireOf([
    transferTokensChecked({ from: BOB, mint: MINT, to: BOB, authority: ALICE, amountRaw: 1n, decimals: 6 }),
    { programId: PROGRAM, accounts: [readonlyAccount(MINT)], data: NO_OPERATION },
  ])
  let refused = 0
  for (let round = 0; round < 1_500; round++) {
    const wire = mutate(round % 2 === 0 ? move : send(3n), random, round % 3)
    const owner = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM, SYSTEM_PROGRAM][round % 3]!
    const output = host.execute(
      inputOf([wire], {
        accounts: [
          account(ALICE, 10_000_000_000n),
          { address: MINT, owner, lamports: 10_000_000n, data: mutate(mint, random, 4) },
          { address: BOB, owner, lamports: 10_000_000n, data: mutate(holder, random, 8) },
        ],
        programs: round % 4 === 0 ? [program()] : [],
      }),
    )
    if (!output.ok) refused++
  }
  assert(refused > 100 && refused < 1_400, `${refused} of 1500 refused`)
  assert.deepEqual(host.execute(inputOf([send(2n)])), createHost().execute(inputOf([send(2n)])))
})

function mutate(bytes: Uint8Array, random: () => number, times: number): Uint8Array {
  const copy = bytes.slice()
  for (let i = 0; i < times; i++) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
  return copy
}
