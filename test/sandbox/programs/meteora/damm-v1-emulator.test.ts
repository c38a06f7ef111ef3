import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress, findProgramAddress } from '../../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../../src/chain/solana/program-ids.ts'
import { readMint } from '../../../../src/hot-paths/account-layouts.ts'
import {
  ALICE,
  addressAt,
  at,
  BOB,
  bytes,
  createPair,
  dataOf,
  expectError,
  held,
  hex,
  keyOf,
  logged,
  openDexChain,
  run,
  type Token,
  uses,
} from '../swap-fixture.ts'

const PROGRAM = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'
const VAULTS = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'
const BASE = 'HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv'
const text = (value: string): Buffer => Buffer.from(value)
const pda = (program: string, ...seeds: readonly Uint8Array[]): string => findProgramAddress(seeds, program).address
const CONFIG = pda(PROGRAM, text('config'), bytes([0, 8]))
const AMOUNT_A = 4_000_000_000n
const AMOUNT_B = 10_000_000_000n

type Side = {
  readonly token: Token
  readonly vault: string
  readonly tokenVault: string
  readonly lpMint: string
  readonly shares: string
  readonly fee: string
}
type Made = {
  readonly chain: SandboxChain
  readonly pool: string
  readonly a: Side
  readonly b: Side
  readonly lpMint: string
}

function sideOf(token: Token, pool: string): Side {
  const vault = pda(VAULTS, text('vault'), keyOf(token.mint), keyOf(BASE))
  return {
    token,
    vault,
    tokenVault: pda(VAULTS, text('token_vault'), keyOf(vault)),
    lpMint: pda(VAULTS, text('lp_mint'), keyOf(vault)),
    shares: pda(PROGRAM, keyOf(vault), keyOf(pool)),
    fee: pda(PROGRAM, text('fee'), keyOf(token.mint), keyOf(pool)),
  }
}

function initializeVault({ token, vault, tokenVault, lpMint }: Side): Instruction {
  const accounts = uses(
    `${vault} w`,
    `${ALICE.address} ws`,
    `${tokenVault} w`,
    token.mint,
    `${lpMint} w`,
    RENT_SYSVAR,
    TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  )
  return { programId: VAULTS, accounts, data: hex('afaf6d1f0d989bed') }
}

function createPool(): Made & { readonly event: Buffer } {
  const chain = openDexChain()
  const [second, first] = createPair(chain)
  const pool = pda(PROGRAM, keyOf(first.mint), keyOf(second.mint), keyOf(CONFIG))
  const [a, b] = [sideOf(first, pool), sideOf(second, pool)]
  run(chain, [initializeVault(a), initializeVault(b)])
  const lpMint = pda(PROGRAM, text('lp_mint'), keyOf(pool))
  const accounts = uses(
    `${pool} w`,
    CONFIG,
    `${lpMint} w`,
    a.token.mint,
    b.token.mint,
    ...[a.vault, b.vault, a.tokenVault, b.tokenVault, a.lpMint, b.lpMint, a.shares, b.shares].map((one) => `${one} w`),
    `${a.token.alice} w`,
    `${b.token.alice} w`,
    `${associatedTokenAddress(ALICE.address, lpMint)} w`,
    `${a.fee} w`,
    `${b.fee} w`,
    `${ALICE.address} ws`,
    RENT_SYSVAR,
    `${pda(TOKEN_METADATA_PROGRAM, text('metadata'), keyOf(TOKEN_METADATA_PROGRAM), keyOf(lpMint))} w`,
    TOKEN_METADATA_PROGRAM,
    VAULTS,
    TOKEN_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  )
  const data = Buffer.concat([hex('07a68aabceabecf4'), bytes([AMOUNT_A, 8], [AMOUNT_B, 8])])
  const executed = run(chain, [{ programId: PROGRAM, accounts, data }])
  const [event] = logged(executed, 'ca2c295868dc9d52')
  assert(event)
  return { chain, pool, a, b, lpMint, event }
}

function swap(
  { pool, a, b }: Made,
  order: { readonly aToB: boolean; readonly amount: bigint; readonly limit: bigint },
): Instruction {
  const { aToB, amount, limit } = order
  const [from, to] = aToB ? [a, b] : [b, a]
  const accounts = uses(
    `${pool} w`,
    `${from.token.bob} w`,
    `${to.token.bob} w`,
    ...[a.vault, b.vault, a.tokenVault, b.tokenVault, a.lpMint, b.lpMint, a.shares, b.shares].map((one) => `${one} w`),
    `${from.fee} w`,
    `${BOB.address} s`,
    VAULTS,
    TOKEN_PROGRAM,
  )
  return {
    programId: PROGRAM,
    accounts,
    data: Buffer.concat([hex('f8c69e91e17587c8'), bytes([amount, 8], [limit, 8])]),
  }
}

function vaultOf(chain: SandboxChain, { vault, lpMint, shares }: Side) {
  const supply = readMint(dataOf(chain, lpMint))!.supplyRaw
  return { total: at(dataOf(chain, vault), 11, 8), supply, shares: held(chain, shares) }
}

/** The documented trade: fees first, constant product, then through the vaults' shares with floors. */
function quote({ chain, a, b }: Made, aToB: boolean, amount: bigint) {
  const [from, to] = (aToB ? [a, b] : [b, a]).map((side) => vaultOf(chain, side))
  // A fee of less than a unit is one.
  const fee = (amount * 250n) / 100_000n || 1n
  const protocol = (fee * 20_000n) / 100_000n || 1n
  const deposited = amount - protocol
  const before = (from!.shares * from!.total) / from!.supply
  const added = (deposited * from!.supply) / from!.total
  const after = ((from!.shares + added) * (from!.total + deposited)) / (from!.supply + added)
  const net = after - before - (fee - protocol)
  const reserve = (to!.shares * to!.total) / to!.supply
  const wanted = (net * reserve) / (before + net)
  const unminted = (wanted * to!.supply) / to!.total
  return { out: (unminted * to!.total) / to!.supply, fee: fee - protocol, protocol, added, unminted, deposited }
}

test('a pool and its vaults have the documented bytes', () => {
  const { chain, pool, a, b, lpMint, event } = createPool()
  const data = dataOf(chain, pool)
  assert.equal(Buffer.from(data.subarray(0, 8)).toString('hex'), 'f19a6d0411b16dbc')
  const keys = [8, 40, 72, 104, 136, 168, 200, 234, 266].map((offset) => addressAt(data, offset))
  const expected = [lpMint, a.token.mint, b.token.mint, a.vault, b.vault, a.shares, b.shares, a.fee, b.fee]
  assert.deepEqual(keys, expected)
  assert.deepEqual(
    [330, 338, 346, 354].map((offset) => at(data, offset, 8)),
    [250n, 100_000n, 20_000n, 100_000n],
  )
  assert.deepEqual([data[233], data[362], data.at(-1)], [1, 1, 0])
  const vault = dataOf(chain, a.vault)
  assert.equal(Buffer.from(vault.subarray(0, 8)).toString('hex'), 'd308e82b02987577')
  assert.deepEqual([vault[8], at(vault, 11, 8), addressAt(vault, 19)], [1, AMOUNT_A, a.tokenVault])
  assert.deepEqual(
    [addressAt(vault, 83), addressAt(vault, 115), addressAt(vault, 1_107)],
    [a.token.mint, a.lpMint, BASE],
  )
  assert.deepEqual([held(chain, a.tokenVault), held(chain, b.tokenVault)], [AMOUNT_A, AMOUNT_B])
  assert.deepEqual([held(chain, a.shares), held(chain, b.shares)], [AMOUNT_A, AMOUNT_B])
  const root = held(chain, associatedTokenAddress(ALICE.address, lpMint))
  assert(root ** 2n <= AMOUNT_A * AMOUNT_B && (root + 1n) ** 2n > AMOUNT_A * AMOUNT_B)
  assert.deepEqual(
    [addressAt(event, 8), addressAt(event, 40), event[104], addressAt(event, 105)],
    [lpMint, a.token.mint, 1, pool],
  )
})

test('trades both ways pay by constant product through the vaults', () => {
  const made = createPool()
  const { chain, a, b } = made
  for (const [aToB, amount] of [
    [true, 123_456_789n],
    [false, 500_000_001n],
    [true, 7n],
    [false, 99_999_999n],
  ] as const) {
    const expected = quote(made, aToB, amount)
    const [from, to] = aToB ? [a, b] : [b, a]
    const [hadIn, hadOut, hadFee] = [held(chain, from.token.bob), held(chain, to.token.bob), held(chain, from.fee)]
    const executed = run(chain, [swap(made, { aToB, amount, limit: expected.out })], BOB)
    assert.deepEqual([hadIn - held(chain, from.token.bob), held(chain, to.token.bob) - hadOut], [amount, expected.out])
    assert.equal(held(chain, from.fee) - hadFee, expected.protocol)
    const [event] = logged(executed, '516ce3becdd00ac4')
    assert.equal(event!.length, 48)
    const said = [8, 16, 24, 32, 40].map((offset) => at(event!, offset, 8))
    assert.deepEqual(said, [amount, expected.out, expected.fee, expected.protocol, 0n])
    const [deposit] = logged(executed, '1f5e7d5ae3343dba')
    assert.deepEqual([at(deposit!, 8, 8), at(deposit!, 16, 8)], [expected.added, expected.deposited])
    const [withdrawal] = logged(executed, '74f461e8671f983a')
    assert.deepEqual([at(withdrawal!, 8, 8), at(withdrawal!, 16, 8)], [expected.unminted, expected.out])
    for (const side of [a, b]) assert.equal(vaultOf(chain, side).total, held(chain, side.tokenVault))
  }
})

test('the vault is called by the pool, whose account of A’s shares signs for both', () => {
  const made = createPool()
  const { chain, a } = made
  const executed = run(chain, [swap(made, { aToB: true, amount: 1_000_000n, limit: 0n })], BOB)
  const inner = executed.innerInstructions.flatMap(({ instructions }) => instructions)
  const calls = inner.filter(({ programIdIndex }) => executed.accountKeys[programIdIndex] === VAULTS)
  assert.deepEqual(
    calls.map(({ data, stackHeight }) => [Buffer.from(data.subarray(0, 8)).toString('hex'), stackHeight]),
    [
      ['f223c68952e1f2b6', 2],
      ['b712469c946da122', 2],
    ],
  )
  assert.equal(executed.accountKeys[calls[1]!.accounts[5]!], a.shares)
})

test('a vault that has gained is worth more to its shares', () => {
  const made = createPool()
  const { chain, a } = made
  const vault = chain.account(a.vault)!
  const tokens = chain.account(a.tokenVault)!
  const gained = AMOUNT_A + AMOUNT_A / 10n
  const withTotal = Uint8Array.from(vault.data)
  withTotal.set(bytes([gained, 8]), 11)
  const withTokens = Uint8Array.from(tokens.data)
  withTokens.set(bytes([gained, 8]), 64)
  chain.setAccount(a.vault, { ...vault, data: withTotal })
  chain.setAccount(a.tokenVault, { ...tokens, data: withTokens })
  for (const aToB of [true, false]) {
    const expected = quote(made, aToB, 333_333_333n)
    assert.equal(aToB && expected.added === expected.deposited, false)
    run(chain, [swap(made, { aToB, amount: 333_333_333n, limit: expected.out })], BOB)
  }
})

test('what the program refuses, with its own numbers', () => {
  const made = createPool()
  const { chain } = made
  const order = { aToB: true, amount: 1_000_000n, limit: 0n }
  const { out } = quote(made, true, order.amount)
  expectError(chain, swap(made, { ...order, limit: out + 1n }), [6004, 'ExceededSlippage'])
  const instruction = swap(made, order)
  const withAccount = (index: number, address: string): Instruction => ({
    ...instruction,
    accounts: instruction.accounts.map((use, i) => (i === index ? { ...use, address } : use)),
  })
  expectError(chain, withAccount(11, made.b.fee), [6017, 'InvalidProtocolFeeAccount'])
  expectError(chain, withAccount(3, made.b.vault), [6012, 'InvalidVaultAccount'])
  expectError(chain, withAccount(2, made.a.token.bob), [6019, 'IdenticalSourceDestination'])
  expectError(chain, swap(made, { ...order, amount: 0n }), [6006, 'ZeroTradingTokens'])
  expectError(chain, { ...instruction, data: instruction.data.subarray(0, 12) }, [102, 'InstructionDidNotDeserialize'])
})
