import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { programDataAddress } from '../../../sandbox/chain/runtime.ts'
import { loadStandIn } from '../../../sandbox/chain/stand-in.ts'
import type { EmulatorCall, SandboxChain, ScriptOp } from '../../../sandbox/chain/types.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { BPF_UPGRADEABLE_LOADER_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readTokenAccount, readU64 } from '../../../src/hot-paths/account-layouts.ts'
import { decodeBase58Fixed } from '../../../src/hot-paths/base58.ts'
import { ALICE, BOB, createToken, expectRefused, land, openChain, SOL, sign, VERSIONS } from './chain-fixture.ts'

/* A toy exchange: a vault PDA sells its tokens for lamports, price from the bytes of its state account. */

const SHOP = keypairFromText('shop program').address
const ROUTER = keypairFromText('router program').address
const SEED = Buffer.from('vault')
const VAULT = findProgramAddress([SEED], SHOP)
const STATE = keypairFromText('shop state').address
const EVENTS = findProgramAddress([Buffer.from('__event_authority')], SHOP)
const EVENT_PREFIX = Buffer.from('e445a52e51cb9a1d', 'hex')
const PRICE_LAMPORTS = 1_000n

const amountOf = (chain: SandboxChain, address: string) => readTokenAccount(chain.account(address)!.data)!.amountRaw
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** Data: 'buy!' and the amount. Accounts: buyer, vault, vault tokens, buyer tokens, state, event authority,
 *  programs. */
function runShop(call: EmulatorCall): ScriptOp[] {
  const [buyer, vault, vaultTokens, buyerTokens, state] = call.accounts.map((one) => one.address) as [
    string,
    string,
    string,
    string,
    string,
  ]
  assert.equal(Buffer.from(call.data.subarray(0, 4)).toString(), 'buy!', 'unknown instruction')
  const amount = readU64(call.data, 4)
  const sold = readU64(call.read(state)!.data, 0)
  const stock = readTokenAccount(call.read(vaultTokens)!.data)!.amountRaw
  if (amount > stock)
    return [
      { op: 'log', text: 'out of stock' },
      { op: 'fail', customCode: 6004 },
    ]
  const pay = make.transferLamports({ from: buyer, to: vault, lamports: amount * PRICE_LAMPORTS })
  const move = make.transferTokens({ from: vaultTokens, to: buyerTokens, authority: vault, amountRaw: amount })
  const event = Buffer.concat([EVENT_PREFIX, u64(amount)])
  return [
    { op: 'log', text: 'Instruction: Buy' },
    { op: 'cpi', program: SYSTEM_PROGRAM, accounts: pay.accounts, data: pay.data, signerSeeds: [] },
    {
      op: 'cpi',
      program: TOKEN_PROGRAM,
      accounts: move.accounts,
      data: move.data,
      signerSeeds: [[SEED, Uint8Array.of(VAULT.bump)]],
    },
    { op: 'write', address: state, offset: 0, bytes: u64(sold + amount) },
    {
      op: 'cpi',
      program: SHOP,
      accounts: [{ address: EVENTS.address, isSigner: true, isWritable: false }],
      data: event,
      signerSeeds: [[Buffer.from('__event_authority'), Uint8Array.of(EVENTS.bump)]],
    },
    { op: 'logData', bytes: u64(sold + amount) },
    { op: 'returnData', bytes: u64(sold) },
  ]
}

function buy(tokens: { vault: string; alice: string }, amount: bigint, programId = SHOP): make.Instruction {
  return {
    programId,
    accounts: [
      make.writableSigner(ALICE.address),
      make.writableAccount(VAULT.address),
      make.writableAccount(tokens.vault),
      make.writableAccount(tokens.alice),
      make.writableAccount(STATE),
      make.readonlyAccount(EVENTS.address),
      make.readonlyAccount(SYSTEM_PROGRAM),
      make.readonlyAccount(TOKEN_PROGRAM),
      make.readonlyAccount(SHOP),
    ],
    data: Buffer.concat([Buffer.from('buy!'), u64(amount)]),
  }
}

function openShop(onEmulatorFault?: (program: string, error: unknown) => void) {
  const chain = openChain(onEmulatorFault === undefined ? {} : { onEmulatorFault })
  const { mint, alice } = createToken(chain, 'goods', 1_000_000n)
  const vault = associatedTokenAddress(VAULT.address, mint)
  land(chain, [
    make.createAssociatedTokenAccount({ payer: ALICE.address, owner: VAULT.address, mint }),
    make.transferTokens({ from: alice, to: vault, authority: ALICE.address, amountRaw: 1_000_000n }),
    make.transferLamports({ from: ALICE.address, to: VAULT.address, lamports: SOL }),
  ])
  chain.setAccount(STATE, { lamports: SOL, owner: SHOP, data: new Uint8Array(16), executable: false })
  chain.registerEmulator({ programId: SHOP, run: runShop })
  return { chain, mint, tokens: { vault, alice } }
}

for (const version of VERSIONS)
  test(`a scripted instruction of version ${version} moves money by the vault's own signature and keeps the user's bytes`, () => {
    const { chain, tokens } = openShop()
    const { wire } = sign(chain, [make.setComputeUnitLimit(300_000), buy(tokens, 400n)], { version })
    const result = chain.send(wire)
    assert(result.ok, result.ok ? '' : result.logs.join('\n'))
    const { transaction } = result
    assert.equal(amountOf(chain, tokens.alice), 400n)
    assert.equal(chain.account(VAULT.address)?.lamports, SOL + 400n * PRICE_LAMPORTS)
    assert.equal(readU64(chain.account(STATE)!.data, 0), 400n)
    assert.deepEqual(Buffer.from(transaction.wire), Buffer.from(wire))
    assert.deepEqual(transaction.returnData, { programId: SHOP, data: Uint8Array.from(u64(0n)) })
    const [inner] = transaction.innerInstructions
    assert.equal(inner!.index, 1)
    assert.deepEqual(
      inner!.instructions.map((one) => [transaction.accountKeys[one.programIdIndex], one.stackHeight]),
      [
        [SYSTEM_PROGRAM, 2],
        [TOKEN_PROGRAM, 2],
        [SHOP, 2],
      ],
    )
    assert.deepEqual(Buffer.from(inner!.instructions[2]!.data), Buffer.concat([EVENT_PREFIX, u64(400n)]))
    assert(transaction.logs.includes('Program log: Instruction: Buy'))
    assert(transaction.logs.includes(`Program data: ${u64(400n).toString('base64')}`))
  })

test('a second instruction sees what the first one did, and what other programs did before it', () => {
  const { chain, tokens, mint } = openShop()
  const close = make.transferTokens({ from: tokens.alice, to: tokens.vault, authority: ALICE.address, amountRaw: 100n })
  land(chain, [buy(tokens, 300n), close, buy(tokens, 50n)], { version: 0 })
  assert.equal(readU64(chain.account(STATE)!.data, 0), 350n)
  assert.equal(amountOf(chain, tokens.alice), 250n)
  // All that is left may be bought only because the message puts 100 back first.
  const left = amountOf(chain, tokens.vault)
  const back = make.transferTokens({ from: tokens.alice, to: tokens.vault, authority: ALICE.address, amountRaw: 100n })
  land(chain, [back, buy(tokens, left + 100n)], { version: 1 })
  assert.equal(amountOf(chain, tokens.vault), 0n)
  const created = make.createAssociatedTokenAccount({ payer: ALICE.address, owner: BOB.address, mint })
  expectRefused(chain.send(sign(chain, [created, buy(tokens, 1n)]).wire), -32_002, /0x1774/)
})

test('a refusal has the log lines and the code of the script, and nothing stays of it', () => {
  const { chain, tokens } = openShop()
  const pay = make.transferLamports({ from: ALICE.address, to: BOB.address, lamports: SOL })
  const refused = expectRefused(
    chain.send(sign(chain, [pay, buy(tokens, 2_000_000n)]).wire),
    -32_002,
    /Instruction 1: custom program error: 0x1774/,
  )
  assert.deepEqual(refused.err, { InstructionError: [1, { Custom: 6004 }] })
  assert(refused.logs.includes('Program log: out of stock'))
  assert.equal(chain.account(BOB.address)?.lamports, 100n * SOL)
})

test('too little money gives the error of the program that was called, at the same index', () => {
  const { chain, tokens } = openShop()
  chain.setAccount(ALICE.address, { ...chain.account(ALICE.address)!, lamports: 1_000_000n })
  const refused = expectRefused(
    chain.send(sign(chain, [buy(tokens, 5_000n)]).wire),
    -32_002,
    /custom program error: 0x1/,
  )
  assert.deepEqual(refused.err, { InstructionError: [0, { Custom: 1 }] })
  assert(refused.logs.some((line) => line.startsWith('Transfer: insufficient lamports')))
})

test('an emulator that throws fails its own instruction with code 101 and is reported', () => {
  const faults: string[] = []
  const { chain, tokens } = openShop((program, error) => faults.push(`${program === SHOP} ${(error as Error).message}`))
  const odd = { ...buy(tokens, 1n), data: Buffer.from('sell, please') }
  const refused = expectRefused(chain.send(sign(chain, [odd]).wire), -32_002, /custom program error: 0x65/)
  assert.deepEqual(refused.err, { InstructionError: [0, { Custom: 101 }] })
  assert(refused.logs.some((line) => line.startsWith('Program log: sandbox emulator failed: unknown instruction')))
  const short = { ...buy(tokens, 1n), accounts: buy(tokens, 1n).accounts.slice(0, 6) }
  expectRefused(chain.send(sign(chain, [short]).wire), -32_002, /0x65/)
  const empty = { ...buy(tokens, 1n), accounts: [], data: new Uint8Array(0) }
  expectRefused(chain.send(sign(chain, [empty]).wire), -32_002, /0x65/)
  assert.equal(faults.length, 3)
  assert(faults.every((fault) => fault.startsWith('true ')))
})

test('no one but the program itself can log one of its events', () => {
  const { chain, tokens } = openShop()
  const fake = { ...buy(tokens, 1n), data: Buffer.concat([EVENT_PREFIX, u64(1n)]) }
  const refused = expectRefused(chain.send(sign(chain, [fake]).wire), -32_002, /custom program error: 0x7d2/)
  assert.deepEqual(refused.err, { InstructionError: [0, { Custom: 2002 }] })
})

test('a write into an account of someone else is refused by the runtime', () => {
  const chain = openChain()
  chain.registerEmulator({
    programId: SHOP,
    run: (call) => [
      { op: 'moveLamports', from: call.accounts[0]!.address, to: call.accounts[1]!.address, lamports: SOL },
    ],
  })
  const steal = {
    programId: SHOP,
    accounts: [make.writableAccount(BOB.address), make.writableSigner(ALICE.address)],
    data: new Uint8Array(0),
  }
  const refused = expectRefused(chain.send(sign(chain, [steal]).wire), -32_002, /spent from the balance/)
  assert.deepEqual(refused.err, { InstructionError: [0, 'ExternalAccountLamportSpend'] })
})

test('lamports leave an account of the program without a system call', () => {
  const { chain } = openShop()
  chain.registerEmulator({
    programId: SHOP,
    run: () => [
      { op: 'burnUnits', turns: 1_000 },
      { op: 'moveLamports', from: STATE, to: BOB.address, lamports: SOL / 4n },
    ],
  })
  const accounts = [make.writableAccount(STATE), make.writableAccount(BOB.address)]
  const transaction = land(chain, [{ programId: SHOP, accounts, data: new Uint8Array(0) }])
  assert.equal(chain.account(STATE)?.lamports, (SOL * 3n) / 4n)
  assert.equal(chain.account(BOB.address)?.lamports, 100n * SOL + SOL / 4n)
  assert(transaction.computeUnits > 3_000n && transaction.computeUnits < 6_000n, String(transaction.computeUnits))
})

test('a simulation of scripted instructions changes nothing and shows the same', () => {
  const { chain, tokens } = openShop()
  const { wire } = sign(chain, [buy(tokens, 400n), buy(tokens, 400n)])
  const simulated = chain.simulate(wire)
  assert(!('ok' in simulated))
  assert.equal(simulated.err, null)
  assert.equal(readU64(simulated.postAccounts!.get(STATE)!.data, 0), 800n)
  assert.equal(readU64(chain.account(STATE)!.data, 0), 0n)
  const sent = chain.send(wire)
  assert(sent.ok)
  assert.deepEqual(sent.transaction.logs, simulated.logs)
  assert.deepEqual(sent.transaction.innerInstructions, simulated.innerInstructions)
  assert.equal(sent.transaction.computeUnits, simulated.unitsConsumed)
})

test('a router that calls the shop leaves genuine inner instructions at heights 2 and 3', () => {
  const { chain, tokens } = openShop()
  chain.registerEmulator({
    programId: ROUTER,
    run(call) {
      const inner = buy(tokens, readU64(call.data, 4))
      const before = readTokenAccount(call.read(tokens.vault)!.data)!.amountRaw
      const step = { op: 'cpi', program: SHOP, accounts: inner.accounts, data: inner.data, signerSeeds: [] } as const
      return [{ op: 'log', text: `stock ${before}` }, step, step]
    },
  })
  const route = buy(tokens, 30n, ROUTER)
  const transaction = land(chain, [buy(tokens, 5n), route], { version: 0 })
  assert.equal(readU64(chain.account(STATE)!.data, 0), 65n, 'the second call sees the first')
  assert.equal(amountOf(chain, tokens.alice), 65n)
  assert(transaction.logs.includes('Program log: stock 999995'))
  const inner = transaction.innerInstructions.find((one) => one.index === 1)!.instructions
  assert.deepEqual(
    inner.map((one) => one.stackHeight),
    [2, 3, 3, 3, 2, 3, 3, 3],
  )
  assert.deepEqual(Buffer.from(inner[0]!.data), Buffer.from(route.data))
  assert.deepEqual(Buffer.from(inner[4]!.data), Buffer.from(route.data))
})

test('an emulated program reads as a program without code, and its code can not be read', () => {
  const { chain, tokens } = openShop()
  const program = chain.account(SHOP)!
  assert.equal(program.executable, true)
  assert.equal(program.owner, BPF_UPGRADEABLE_LOADER_PROGRAM)
  assert.equal(program.data.length, 36)
  const code = programDataAddress(program)!
  assert.equal(chain.account(code), null)
  assert(!chain.accountsOfProgram(BPF_UPGRADEABLE_LOADER_PROGRAM).includes(code))
  const peek = { ...buy(tokens, 1n), accounts: [...buy(tokens, 1n).accounts, make.writableAccount(code)] }
  const { wire } = sign(chain, [peek])
  const simulated = chain.simulate(wire)
  assert(!('ok' in simulated))
  assert.equal(simulated.err, null)
  assert.equal(simulated.postAccounts?.get(code) ?? null, null)
  const sent = chain.send(wire)
  assert(sent.ok)
  assert.equal(sent.transaction.preBalances[sent.transaction.accountKeys.indexOf(code)], 0n)
  assert.equal(chain.account(code), null)
  assert(!chain.accountsOfProgram(BPF_UPGRADEABLE_LOADER_PROGRAM).includes(code))
})

test('the file of a real program switches its emulator off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  try {
    writeFileSync(join(folder, `${SHOP}.so`), loadStandIn().elf)
    const chain = openChain({ programsDir: folder })
    chain.registerEmulator({ programId: SHOP, run: () => [] })
    assert(!chain.isEmulated(SHOP))
    assert(chain.account(programDataAddress(chain.account(SHOP)!)!) !== null)
    const call = { programId: SHOP, accounts: [], data: Buffer.from('anything at all') }
    expectRefused(chain.send(sign(chain, [call]).wire), -32_002, /custom program error: 0x63/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the same world gives the same compute units and logs in every process', () => {
  const runs = [openShop(), openShop()].map(({ chain, tokens }) => land(chain, [buy(tokens, 9n)]))
  assert.deepEqual(runs[0], runs[1])
  assert.notEqual(decodeBase58Fixed(runs[0]!.signature, 64), null)
})
