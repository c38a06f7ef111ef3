import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuntime } from '../../../sandbox/chain/runtime.ts'
import { encodeOp, scriptHeader, scriptIdOf } from '../../../sandbox/chain/script.ts'
import { loadStandIn } from '../../../sandbox/chain/stand-in.ts'
import { compileLegacyMessage, signMessage } from '../../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'

const PROGRAM = keypairFromText('program').address
const PAYER = keypairFromText('payer')
const BUILT_MAGIC = Buffer.from('4d53474d42585431', 'hex')

function open() {
  const runtime = openRuntime()
  const standIn = loadStandIn()
  runtime.loadProgram(PROGRAM, standIn.elf)
  runtime.write(PAYER.address, {
    lamports: 10n ** 10n,
    owner: SYSTEM_PROGRAM,
    data: new Uint8Array(0),
    executable: false,
  })
  const run = (data: Uint8Array) => {
    const instruction: Instruction = { programId: PROGRAM, accounts: [], data }
    const message = compileLegacyMessage({ payer: PAYER.address, blockhash: PROGRAM, instructions: [instruction] })
    return runtime.execute(signMessage(message, [PAYER]).wire)
  }
  return { standIn, run }
}

const log = encodeOp({ op: 'log', text: 'hello' }, () => 0)

test('each process has a magic of its own, and only scripts that start with it run', () => {
  const { standIn, run } = open()
  assert.notDeepEqual(Buffer.from(standIn.magic), BUILT_MAGIC)
  assert.notDeepEqual(standIn.magic, loadStandIn().magic)
  const good = run(Buffer.concat([scriptHeader(standIn.magic, 7), log]))
  assert.equal(good.err, null)
  assert(good.logs.includes('Program log: hello'))
  for (const magic of [BUILT_MAGIC, new Uint8Array(8), loadStandIn().magic]) {
    const refused = run(Buffer.concat([scriptHeader(magic, 7), log]))
    assert.deepEqual(refused.err, { InstructionError: [0, { Custom: 99 }] })
  }
})

test('short data, the event prefix and unknown operations have their own ends', () => {
  const { standIn, run } = open()
  assert.deepEqual(run(new Uint8Array(0)).err, { InstructionError: [0, { Custom: 99 }] })
  assert.deepEqual(run(standIn.magic).err, { InstructionError: [0, { Custom: 99 }] })
  assert.equal(run(Buffer.from('e445a52e51cb9a1d0102', 'hex')).err, null)
  const unknown = run(Buffer.concat([scriptHeader(standIn.magic, 1), Uint8Array.of(77)]))
  assert.deepEqual(unknown.err, { InstructionError: [0, { Custom: 98 }] })
})

test('every custom code comes out as it went in, zero too', () => {
  const { standIn, run } = open()
  for (const customCode of [0, 1, 6004, 0xffff_ffff]) {
    const op = encodeOp({ op: 'fail', customCode }, () => 0)
    const result = run(Buffer.concat([scriptHeader(standIn.magic, 1), op]))
    assert.deepEqual(result.err, { InstructionError: [0, { Custom: customCode }] })
    assert(result.executed)
  }
})

test('a script is known by its id, other data by none', () => {
  const magic = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  assert.equal(scriptIdOf(magic, scriptHeader(magic, 0xdead_beef)), 0xdead_beef)
  assert.equal(scriptIdOf(magic, scriptHeader(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 9), 1)), null)
  assert.equal(scriptIdOf(magic, magic), null)
})

test('operations that do not fit their fields are refused', () => {
  const nobody = () => 0
  assert.throws(() => encodeOp({ op: 'logData', bytes: new Uint8Array(65_536) }, nobody), /65,535/)
  assert.throws(() => encodeOp({ op: 'moveLamports', from: PROGRAM, to: PROGRAM, lamports: -1n }, nobody))
  const seeds = [Array.from({ length: 129 }, () => new Uint8Array(1))]
  const cpi = { op: 'cpi', program: PROGRAM, accounts: [], data: new Uint8Array(0), signerSeeds: seeds } as const
  assert.throws(() => encodeOp(cpi, nobody), /too many signer seeds/)
})
