import assert from 'node:assert/strict'
import type { ExecutedTransaction, SandboxChain } from '../../../sandbox/chain/types.ts'
import { installPrograms } from '../../../sandbox/programs/index.ts'
import { tokensIn } from '../../../sandbox/world/holdings.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
  syncNative,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { ALICE, BOB, fund, land, openChain, SOL, sign } from '../chain/chain-fixture.ts'

export { ALICE, BOB, SOL }

/** A chain with every program, and two rich wallets that hold 100 wrapped SOL each. */
export function openDexChain(): SandboxChain {
  const chain = openChain()
  installPrograms(chain)
  for (const who of [ALICE, BOB]) {
    fund(chain, who.address, 10_000n * SOL)
    const wrapped = wrappedOf(who)
    run(
      chain,
      [
        createAssociatedTokenAccount({ payer: who.address, owner: who.address, mint: NATIVE_MINT }),
        transferLamports({ from: who.address, to: wrapped, lamports: 100n * SOL }),
        syncNative(wrapped),
      ],
      who,
    )
  }
  return chain
}

export function wrappedOf(who: Keypair): string {
  return associatedTokenAddress(who.address, NATIVE_MINT)
}

/** Sends in a new slot, two seconds later, and expects success. */
export function run(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  who: Keypair = ALICE,
  signers: readonly Keypair[] = [],
): ExecutedTransaction {
  chain.advanceSlot(2_000)
  return land(chain, [setComputeUnitLimit(1_000_000), ...instructions], { payer: who, signers })
}

/** Sends and expects the last instruction to fail with this custom error. Returns the logs. */
export function expectCode(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  code: number,
  who: Keypair = ALICE,
  signers: readonly Keypair[] = [],
): readonly string[] {
  chain.advanceSlot(2_000)
  const { wire } = sign(chain, [setComputeUnitLimit(1_000_000), ...instructions], { payer: who, signers })
  const result = chain.send(wire)
  assert(!result.ok, 'it landed')
  assert.deepEqual(result.err, { InstructionError: [instructions.length, { Custom: code }] }, result.logs.join('\n'))
  return result.logs
}

/** What an instruction changed in token accounts, in base units. */
export function changesOf(
  chain: SandboxChain,
  accounts: Readonly<Record<string, string>>,
  act: () => void,
): Readonly<Record<string, bigint>> {
  const read = () => Object.entries(accounts).map(([name, account]) => [name, tokensIn(chain, account)] as const)
  const before = new Map(read())
  act()
  return Object.fromEntries(read().map(([name, amount]) => [name, amount - before.get(name)!]))
}

/** Base64 behind a prefix in the logs, as bytes. */
export function loggedBytes(executed: Pick<ExecutedTransaction, 'logs'>, prefix: string): readonly Buffer[] {
  return executed.logs
    .filter((line) => line.startsWith(prefix))
    .map((line) => Buffer.from(line.slice(prefix.length), 'base64'))
}

export const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
