import { error } from '../anchor-script.ts'

/** Errors of the CPMM program that the sandbox's emulator raises, with the program's own numbers and texts. */
export const CPMM_ERRORS = {
  /** The framework's. */
  requireEq: error(2501, 'RequireEqViolated', 'A require_eq expression was violated'),
  requireGt: error(2505, 'RequireGtViolated', 'A require_gt expression was violated'),
  notApproved: error(6000, 'NotApproved', 'Not approved'),
  emptySupply: error(6002, 'EmptySupply', 'Input token account empty'),
  exceededSlippage: error(6005, 'ExceededSlippage', 'Exceeds desired slippage limit'),
  zeroTradingTokens: error(6006, 'ZeroTradingTokens', 'Given pool token amount results in zero trading tokens'),
  notSupportMint: error(6007, 'NotSupportMint', 'Not support token_2022 mint extension'),
  invalidVault: error(6008, 'InvalidVault', 'invaild vault'),
  initLpAmountTooLess: error(
    6009,
    'InitLpAmountTooLess',
    'Init lp amount is too less(Because 100 amount lp will be locked)',
  ),
  insufficientVault: error(6012, 'InsufficientVault', 'Insufficient vault'),
} as const
