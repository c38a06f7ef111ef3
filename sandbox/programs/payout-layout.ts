import { accountList, accountUses } from '../../src/chain/solana/account-list.ts'
import { type Instruction, writableAccount } from '../../src/chain/solana/instructions.ts'
import { intBytes } from './byte-fields.ts'

/** Programs that pay SOL out of accounts of their own: the money moves inside the program, so that only the balances
 *  before and after show who got what. Addresses of a lending market and of a bridge as both publish them, and one of a
 *  program that no one has named; the instruction is this sandbox's own, its effect on balances is theirs. */
export const PAYOUT_PROGRAMS = {
  lending: 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD',
  bridge: 'dst5MGcFPoBeREFAA5E3tU5ij8m5uVYwkzkSAbsLbNo',
  unnamed: 'PayoutXq8d4o7VPc5GzFhkUbYJWnTt3A2RsLmEeNi9K',
} as const
export type PayoutProgram = keyof typeof PAYOUT_PROGRAMS

export const PAY_OUT_TAG = Uint8Array.of(0x70, 0x61, 0x79, 0x6f, 0x75, 0x74, 0x31, 0x00)
export const PAY_OUT_ACCOUNTS = accountList(['authority:ws', 'vault:w'])
export const LAMPORTS_BYTES = 8

/** Pays each receiver its sum out of the program's vault; `authority` signs. */
export function payOutInstruction(input: {
  readonly program: PayoutProgram
  readonly authority: string
  readonly vault: string
  readonly payouts: readonly { readonly to: string; readonly lamports: bigint }[]
}): Instruction {
  const { program, authority, vault, payouts } = input
  return {
    programId: PAYOUT_PROGRAMS[program],
    accounts: accountUses(
      PAY_OUT_ACCOUNTS,
      { authority, vault },
      payouts.map(({ to }) => writableAccount(to)),
    ),
    data: Buffer.concat([PAY_OUT_TAG, ...payouts.map(({ lamports }) => intBytes(LAMPORTS_BYTES, lamports))]),
  }
}
