import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorEventsOf, EVENT_CPI_TAG } from '../../../src/chain/solana/anchor-event.ts'
import { callsOfProgram } from '../../../src/chain/solana/dexes/program-calls.ts'
import { SpelledInstruction } from '../../../src/chain/solana/spelled-instruction.ts'
import type { ChainInstruction, ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

const DEX = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'
const ROUTER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const event = (text: string) => Buffer.from(text.padEnd(16, '.'))
const at = (programId: string, stackHeight: number | null, data: Uint8Array = Buffer.alloc(9)): ChainInstruction => ({
  programId,
  accounts: [],
  data,
  stackHeight,
})
const selfCall = (stackHeight: number | null, text: string, programId = DEX) =>
  at(programId, stackHeight, Buffer.concat([EVENT_CPI_TAG, event(text)]))

function transaction(
  instructions: readonly ChainInstruction[],
  innerInstructions: readonly (readonly ChainInstruction[])[],
  logs: readonly string[] = [],
): ChainTransaction {
  return {
    signature: 's',
    slot: 1,
    blockTimeSec: null,
    indexInBlock: null,
    version: 0,
    feeLamports: 0n,
    feePayer: 'p',
    err: null,
    signers: ['p'],
    lookupTables: [],
    budget: null,
    accountKeys: [DEX, ROUTER, TOKEN],
    writable: [],
    instructions,
    innerInstructions,
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    postTokenBalances: [],
    logs,
    computeUnits: null,
  }
}
const read = (given: ChainTransaction) =>
  anchorEventsOf(given, DEX).map(
    ({ path, bytes }) => `${path.join('.')} ${Buffer.from(bytes).toString().replace(/\.+$/, '')}`,
  )
const data = (text: string) => `Program data: ${event(text).toString('base64')}`

test('an event belongs to the instruction that called itself with it, at any depth', () => {
  const given = transaction(
    [at(DEX, 1), at(ROUTER, 1)],
    [
      [at(TOKEN, 2), selfCall(2, 'top')],
      [at(TOKEN, 2), at(DEX, 2), at(TOKEN, 3), selfCall(3, 'one'), at(DEX, 2), at(TOKEN, 3), selfCall(3, 'two')],
    ],
  )
  assert.deepEqual(read(given), ['0.-1 top', '1.1 one', '1.4 two'])
})

test('an event announced on both channels is one event, whichever line comes first', () => {
  const logs = [
    `Program ${DEX} invoke [1]`,
    data('same'),
    `Program ${DEX} invoke [2]`,
    `Program ${DEX} success`,
    `Program ${DEX} success`,
  ]
  assert.deepEqual(read(transaction([at(DEX, 1)], [[selfCall(2, 'same')]], logs)), ['0.-1 same'])
})

test('without inner instructions the amounts come from the log lines, by the invoke stack', () => {
  const logs = [
    'Program ComputeBudget111111111111111111111111111111 invoke [1]',
    'Program ComputeBudget111111111111111111111111111111 success',
    `Program ${ROUTER} invoke [1]`,
    data('of the router'),
    `Program ${DEX} invoke [2]`,
    `Program ${TOKEN} invoke [3]`,
    data('of the token program'),
    `Program ${TOKEN} success`,
    data('routed'),
    `Program ${DEX} success`,
    data('of the router again'),
    `Program ${ROUTER} success`,
    `Program ${DEX} invoke [1]`,
    data('direct'),
    `Program ${DEX} success`,
  ]
  const budget = at('ComputeBudget111111111111111111111111111111', 1)
  const given = transaction([budget, at(ROUTER, 1), at(DEX, 1)], [[], [], []], logs)
  assert.deepEqual(read(given), ['1.0 routed', '2.-1 direct'])
})

test('a precompile, which logs nothing, does not shift what follows', () => {
  const logs = [`Program ${DEX} invoke [1]`, data('mine'), `Program ${DEX} success`]
  const given = transaction([at('Ed25519SigVerify111111111111111111111111111', 1), at(DEX, 1)], [[], []], logs)
  assert.deepEqual(read(given), ['1.-1 mine'])
})

test('truncated logs lose nothing that the calls have, and two equal trades stay two', () => {
  const given = transaction(
    [at(DEX, 1), at(DEX, 1)],
    [[selfCall(2, 'equal')], [selfCall(2, 'equal')]],
    [`Program ${DEX} invoke [1]`, data('equal'), 'Log truncated'],
  )
  assert.deepEqual(read(given), ['0.-1 equal', '1.-1 equal'])
})

test('no one else can speak for the program', () => {
  // A router that calls the event entry of the DEX, a top-level call of it, and a self-call of another program.
  const forged = transaction(
    [at(ROUTER, 1), selfCall(1, 'top'), at(DEX, 1)],
    [
      [selfCall(2, 'by the router'), at(DEX, 2), at(ROUTER, 3), selfCall(4, 'too deep')],
      [],
      [selfCall(2, 'x', ROUTER)],
    ],
    [`Program ${ROUTER} invoke [1]`, `Program log: ${DEX}`, data('in the router'), `Program ${ROUTER} success`],
  )
  assert.deepEqual(read(forged), [])
  const spoofed = transaction(
    [at(ROUTER, 1)],
    [[]],
    [
      `Program ${ROUTER} invoke [1]`,
      `Program log: x\nProgram ${DEX} invoke [2]`,
      data('after a forged line'),
      `Program ${ROUTER} success`,
    ],
  )
  assert.deepEqual(read(spoofed), [])
})

test('records without stack heights name the nearest earlier call of the program', () => {
  const given = transaction(
    [at(ROUTER, 1), at(DEX, 1)],
    [
      [at(DEX, null), at(TOKEN, null), selfCall(null, 'routed')],
      [at(TOKEN, null), selfCall(null, 'direct')],
    ],
  )
  assert.deepEqual(read(given), ['0.0 routed', '1.-1 direct'])
})

test('a failed transaction and one without the program announce nothing', () => {
  const given = transaction([at(DEX, 1)], [[selfCall(2, 'x')]])
  assert.deepEqual(read({ ...given, err: 'AccountNotFound' }), [])
  assert.deepEqual(read({ ...given, accountKeys: [TOKEN] }), [])
})

const longEvent = (seed: number) => Buffer.from(Array.from({ length: 300 }, (_, at) => (at * seed + 7) % 251))
const spelledCall = (bytes: Uint8Array, programId = DEX): ChainInstruction =>
  new SpelledInstruction({
    programId,
    dataBase58: encodeBase58(Buffer.concat([EVENT_CPI_TAG, bytes])),
    stackHeight: 2,
    accounts: [],
    accountKeys: [],
    places: [],
  })
const bytesOf = (calls: readonly ChainInstruction[], logs: readonly string[]) =>
  anchorEventsOf(transaction([at(DEX, 1)], [calls], logs), DEX).map(({ bytes }) => Buffer.from(bytes).toString('hex'))
const logged = (bytes: Uint8Array) => `Program data: ${Buffer.from(bytes).toString('base64')}`

test('an event of both channels is what its call says, whatever the log says', () => {
  const [one, two, other] = [longEvent(3), longEvent(5), longEvent(11)]
  const expected = [one.toString('hex'), two.toString('hex')]
  const calls = () => [spelledCall(one), spelledCall(two)]
  const logs = (lines: readonly string[]) => [`Program ${DEX} invoke [1]`, ...lines, `Program ${DEX} success`]
  for (const lines of [
    [],
    [logged(one), logged(two)],
    [logged(two), logged(one)],
    [logged(other), logged(two)],
    [logged(one), logged(other), logged(other), logged(two)],
    ['Program data: ', 'Program data: =', `${logged(one)}=`, logged(two)],
  ])
    assert.deepEqual(bytesOf(calls(), logs(lines)), expected)
})

test('another program that logs bytes with the remainders of an event does not speak for it', () => {
  const bytes = longEvent(3)
  const product = 65_521n * 65_519n * 65_497n
  const forged = Buffer.from((BigInt(`0x${bytes.toString('hex')}`) + product).toString(16).padStart(600, '0'), 'hex')
  const logs = [
    `Program ${DEX} invoke [1]`,
    `Program ${ROUTER} invoke [2]`,
    logged(forged),
    `Program ${ROUTER} success`,
    `Program ${DEX} success`,
  ]
  assert.deepEqual(bytesOf([spelledCall(bytes)], logs), [bytes.toString('hex')])
})

/** Other bytes of the same length with the same remainders by all three primes. */
function twinOf(bytes: Uint8Array): Buffer {
  const product = 65_521n * 65_519n * 65_497n
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) - (product << BigInt(8 * (bytes.length - 7)))
  return Buffer.from(value.toString(16).padStart(bytes.length * 2, '0'), 'hex')
}
const spelled = (bytes: Uint8Array, stackHeight: number): ChainInstruction =>
  new SpelledInstruction({
    programId: DEX,
    dataBase58: encodeBase58(bytes),
    stackHeight,
    accounts: [],
    accountKeys: [],
    places: [],
  })

test('a call that another program makes with the remainders of an event stays the call that it is', () => {
  const bytes = longEvent(3)
  const forged = twinOf(Buffer.concat([EVENT_CPI_TAG, bytes]))
  const selfCalled = spelled(Buffer.concat([EVENT_CPI_TAG, bytes]), 3)
  const given = transaction(
    [at(ROUTER, 1)],
    [[spelled(forged, 2), selfCalled]],
    [
      `Program ${ROUTER} invoke [1]`,
      `Program ${DEX} invoke [2]`,
      logged(bytes),
      `Program ${DEX} invoke [3]`,
      `Program ${DEX} success`,
      `Program ${DEX} success`,
      `Program ${ROUTER} success`,
    ],
  )
  assert.deepEqual(
    anchorEventsOf(given, DEX).map(({ path }) => path),
    [[0, 0]],
  )
  const [call] = callsOfProgram(given, DEX)
  assert.equal(call?.instruction.data && Buffer.from(call.instruction.data).toString('hex'), forged.toString('hex'))
})

test('an event is not read from what another call of its program logged', () => {
  const bytes = longEvent(3)
  const given = transaction(
    [at(DEX, 1), at(DEX, 1)],
    [[spelled(Buffer.concat([EVENT_CPI_TAG, bytes]), 2)], []],
    [
      `Program ${DEX} invoke [1]`,
      `Program ${DEX} success`,
      `Program ${DEX} invoke [1]`,
      logged(twinOf(bytes)),
      `Program ${DEX} success`,
    ],
  )
  assert.deepEqual(
    anchorEventsOf(given, DEX).map((one) => Buffer.from(one.bytes).toString('hex')),
    [bytes.toString('hex')],
  )
})

test('a line that is like a call but names no program or no depth takes no event from its program', () => {
  for (const line of [
    `Program ${'O'.repeat(43)} invoke [2]`,
    `Program ${ROUTER} invoke [x]`,
    `Program ${ROUTER} invoke []`,
    `Program ${ROUTER} invoke [12345]`,
  ]) {
    const logs = [`Program ${DEX} invoke [1]`, line, data('own'), `Program ${DEX} success`]
    assert.deepEqual(read(transaction([at(DEX, 1)], [[]], logs)), ['0.-1 own'], line)
  }
})
