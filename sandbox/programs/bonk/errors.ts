import { error } from '../anchor-script.ts'

/** Errors of LaunchLab that the sandbox's emulator raises, with the program's own numbers and texts. */
export const LAUNCHLAB_ERRORS = {
  notApproved: error(6000, 'NotApproved', 'Not approved'),
  invalidInput: error(6002, 'InvalidInput', 'InvalidInput'),
  curveMismatch: error(6003, 'InputNotMatchCurveConfig', 'The input params are not match with curve type in config'),
  exceededSlippage: error(6004, 'ExceededSlippage', 'Exceeds desired slippage limit'),
  poolFunding: error(6005, 'PoolFunding', 'Pool funding'),
  poolMigrated: error(6006, 'PoolMigrated', 'Pool migrated'),
  migrateTypeMismatch: error(6007, 'MigrateTypeNotMatch', 'Migrate type not match'),
  vestingTooHigh: error(6010, 'VestingRatioTooHigh', 'Vesting ratio too high'),
  wrongCpmmConfig: error(6016, 'InvalidCpSwapConfig', 'The input cp swap config account is invalid'),
  noSupportExtension: error(6017, 'NoSupportExtension', 'No support extension'),
  tooFewRemaining: error(6018, 'NotEnoughRemainingAccounts', 'Not enough remaining accounts'),
} as const
