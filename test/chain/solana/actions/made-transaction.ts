import type { ChainInstruction, ChainTransaction } from '../../../../src/chain/solana/transaction.ts'

/** A transaction of these top-level instructions that moved nothing but its fee. */
export function madeTransaction(
  instructions: readonly ChainInstruction[],
  more: Partial<ChainTransaction> = {},
): ChainTransaction {
  const feePayer = instructions[0]!.accounts[0]!
  const accountKeys = [
    ...new Set([feePayer, ...instructions.flatMap(({ programId, accounts }) => [...accounts, programId])]),
  ]
  const feeLamports = 5_000n
  return {
    signature: 'signature',
    slot: 1,
    blockTimeSec: 1,
    indexInBlock: 0,
    version: 0,
    feeLamports,
    feePayer,
    err: null,
    signers: [feePayer],
    lookupTables: [],
    budget: null,
    accountKeys,
    writable: accountKeys.map(() => true),
    instructions,
    innerInstructions: instructions.map(() => []),
    preBalances: accountKeys.map(() => 10_000n),
    postBalances: accountKeys.map((_, at) => (at === 0 ? 10_000n - feeLamports : 10_000n)),
    preTokenBalances: [],
    postTokenBalances: [],
    logs: ['Program log: ran'],
    computeUnits: 1,
    ...more,
  }
}
