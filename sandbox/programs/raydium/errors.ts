import { log, type Refusal } from '../anchor-script.ts'

/** Errors of Raydium AMM v4: the program's own numbers, with what it says in its log. */
export const RAYDIUM_ERRORS = {
  invalidProgramAddress: [1, 'InvalidProgramAddress'],
  expectedMint: [2, 'ExpectedMint'],
  expectedAccount: [3, 'ExpectedAccount'],
  invalidCoinVault: [4, 'InvalidCoinVault'],
  invalidPcVault: [5, 'InvalidPCVault'],
  invalidCoinMint: [16, 'InvalidCoinMint'],
  invalidSupply: [19, 'InvalidSupply'],
  invalidSigner: [21, 'InvalidSignAccount'],
  invalidStatus: [22, 'InvalidStatus'],
  invalidInstruction: [23, 'InvalidInstruction'],
  wrongAccountsNumber: [24, 'WrongAccountsNumber'],
  invalidAmmOwner: [27, 'InvalidAmmAccountOwner'],
  invalidInput: [29, 'InvalidInput'],
  exceededSlippage: [30, 'exceeds desired slippage limit'],
  invalidTokenProgram: [38, 'InvalidSplTokenProgram'],
  insufficientFunds: [40, 'insufficient funds'],
  invalidUserToken: [42, 'InvalidUserToken'],
  invalidSystemProgram: [47, 'InvalidSysProgramAddress'],
  invalidFee: [48, 'InvalidFee'],
  repeatCreateAmm: [49, 'RepeatCreateAmm'],
  invalidConfig: [54, 'InvalidConfigAccount'],
  initLpAmountTooLess: [57, 'InitLpAmountTooLess'],
} as const satisfies Record<string, readonly [code: number, text: string]>

export function refuseRaydium([code, text]: readonly [code: number, text: string]): Refusal {
  return { refused: [log(`Error: ${text}`), { op: 'fail', customCode: code }] }
}
