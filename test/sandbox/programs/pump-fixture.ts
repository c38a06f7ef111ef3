import assert from 'node:assert/strict'
import type { ExecutedTransaction, SandboxChain } from '../../../sandbox/chain/types.ts'
import { installPumpPrograms, PUMP_WITHDRAW_AUTHORITY } from '../../../sandbox/programs/install-pump-programs.ts'
import { encodeFullTransaction } from '../../../sandbox/rpc/encode-transaction.ts'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import { bondingCurvePda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  buildPumpBuyExactSolIn,
  buildPumpCreate,
  buildPumpCreateV2,
} from '../../../src/chain/solana/dexes/pumpfun/instructions.ts'
import { buildPumpMigrate } from '../../../src/chain/solana/dexes/pumpfun/migrate-instruction.ts'
import { type BondingCurve, decodeBondingCurve } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { canonicalPoolPda } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { decodePool, type PumpSwapPool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
} from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { ALICE, BOB, fund, land, openChain, SOL, sign } from '../chain/chain-fixture.ts'

export { ALICE, BOB, SOL }
export type Coin = { readonly mint: string; readonly tokenProgram: string }

export function openPumpChain(): SandboxChain {
  const chain = openChain()
  installPumpPrograms(chain)
  fund(chain, ALICE.address, 1_000n * SOL)
  fund(chain, BOB.address, 1_000n * SOL)
  return chain
}

/** Sends with a compute budget as wallets set one and expects success. */
export function run(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  who: Keypair = ALICE,
  signers: readonly Keypair[] = [],
): ExecutedTransaction {
  chain.advanceSlot()
  return land(chain, [setComputeUnitLimit(400_000), ...instructions], { payer: who, signers })
}

/** Sends and expects the last instruction to fail with this custom error, its name among the logs. */
export function expectError(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  [code, name]: readonly [number, string],
  who: Keypair = ALICE,
): void {
  chain.advanceSlot()
  const { wire } = sign(chain, [setComputeUnitLimit(400_000), ...instructions], { payer: who })
  const result = chain.send(wire)
  assert(!result.ok, 'it landed')
  assert.deepEqual(result.err, { InstructionError: [instructions.length, { Custom: code }] }, result.logs.join('\n'))
  assert(
    result.logs.some((line) => line.includes(`Error Code: ${name}. Error Number: ${code}.`)),
    result.logs.join('\n'),
  )
}

export function launchCoin(
  chain: SandboxChain,
  text: string,
  { isV2 = false, isCashbackEnabled = false } = {},
): Coin & { readonly launched: ExecutedTransaction } {
  const mint = keypairFromText(text)
  const input = {
    mint: mint.address,
    user: ALICE.address,
    creator: ALICE.address,
    name: `${text} coin`,
    symbol: 'COIN',
    uri: `https://example.com/${text}.json`,
  }
  const build = isV2 ? buildPumpCreateV2({ ...input, isCashbackEnabled }) : buildPumpCreate(input)
  const launched = run(chain, [build], ALICE, [mint])
  return { mint: mint.address, tokenProgram: isV2 ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM, launched }
}

export function curveOf(chain: SandboxChain, { mint }: Coin): BondingCurve {
  const account = chain.account(bondingCurvePda(mint).address)
  const curve = account === null ? null : decodeBondingCurve(account.data)
  assert(curve)
  return curve
}

export function poolOf(chain: SandboxChain, { mint }: Coin): { address: string; pool: PumpSwapPool } {
  const address = canonicalPoolPda(mint).address
  const account = chain.account(address)
  const pool = account === null ? null : decodePool(account.data)
  assert(pool)
  return { address, pool }
}

export function heldRaw(chain: SandboxChain, account: string): bigint {
  const state = chain.account(account)
  return (state === null ? null : readTokenAccount(state.data))?.amountRaw ?? 0n
}

export function walletTokens({ mint, tokenProgram }: Coin, who: Keypair): string {
  return associatedTokenAddress(who.address, mint, tokenProgram)
}

export function ensureAccount({ mint, tokenProgram }: Coin, who: Keypair): Instruction {
  return createAssociatedTokenAccount({ payer: who.address, owner: who.address, mint, tokenProgram })
}

export function ensureWrapped(who: Keypair): Instruction {
  return createAssociatedTokenAccount({ payer: who.address, owner: who.address, mint: NATIVE_MINT })
}

/** Buys the curve empty and moves it into its pool. */
export function graduate(chain: SandboxChain, token: Coin): ExecutedTransaction {
  const curve = curveOf(chain, token)
  const buy = buildPumpBuyExactSolIn({
    ...token,
    curve,
    user: BOB.address,
    spendableQuoteRaw: 100n * SOL,
    minTokensRaw: 1n,
  })
  run(chain, [ensureAccount(token, BOB), buy], BOB)
  assert.equal(curveOf(chain, token).complete, true)
  const migrate = buildPumpMigrate({ ...token, user: BOB.address, withdrawAuthority: PUMP_WITHDRAW_AUTHORITY })
  return run(chain, [migrate], BOB)
}

/** The transaction as a node would answer it, decoded from each encoding; all three must agree. */
export function throughTheNode(chain: SandboxChain, executed: ExecutedTransaction): ChainTransaction {
  const decoded = (['base64', 'json', 'jsonParsed'] as const).map((encoding) => {
    const answer = {
      slot: executed.slot,
      blockTime: chain.unixTimeSec(),
      ...encodeFullTransaction(executed, encoding, 1),
    }
    const outcome = decodeTransaction(JSON.parse(JSON.stringify(answer)))
    assert(outcome.ok, outcome.ok ? '' : `${encoding}: ${outcome.message}`)
    return outcome.value
  })
  const shown = decoded.map(({ instructions, innerInstructions, ...rest }) => ({
    ...rest,
    all: [instructions, ...innerInstructions].map((rows) =>
      rows.map(({ programId, accounts, data, stackHeight }) => ({
        ...{ programId, accounts, stackHeight },
        data: Buffer.from(data).toString('hex'),
      })),
    ),
  }))
  assert.deepEqual(shown[1], shown[0])
  // What jsonParsed took apart may come back without data, never with other data; the rest is the same.
  assert.deepEqual({ ...shown[2], all: null }, { ...shown[0], all: null })
  shown[2]!.all.flat().forEach((row, at) => {
    const original = shown[0]!.all.flat()[at]!
    assert.equal(row.programId, original.programId)
    assert.equal(row.stackHeight, original.stackHeight)
    // A node names the accounts an instruction knows; further ones are lost.
    if (row.data !== '')
      assert.deepEqual(row, { ...original, accounts: original.accounts.slice(0, row.accounts.length) })
  })
  return decoded[0]!
}

/** Base units of a mint that left (negative) or reached an owner in a transaction. */
export function tokenDelta(transaction: ChainTransaction, owner: string, mint: string): bigint {
  const sum = (rows: ChainTransaction['preTokenBalances']) =>
    rows.filter((row) => row.owner === owner && row.mint === mint).reduce((total, row) => total + row.amountRaw, 0n)
  return sum(transaction.postTokenBalances) - sum(transaction.preTokenBalances)
}

export function lamportDelta(transaction: ChainTransaction, address: string): bigint {
  const index = transaction.accountKeys.indexOf(address)
  return transaction.postBalances[index]! - transaction.preBalances[index]!
}
