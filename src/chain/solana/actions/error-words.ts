import { isSlippageError } from '../dexes/slippage-errors.ts'
import { SYSTEM_PROGRAM } from '../program-ids.ts'

/** Errors of the runtime and of the token programs, as `nameError` spells them, in words. */
const WORDS: Readonly<Record<string, string>> = {
  'runtime:NotExecuted': 'it was never executed, because its payer could not pay when its turn came',
  'runtime:InsufficientFundsForRent': 'an account would have been left below its deposit',
  'runtime:InsufficientFundsForFee': 'the payer could not pay the fee',
  'runtime:AccountNotFound': 'the payer had no account',
  'runtime:BlockhashNotFound': 'its blockhash was too old or not known',
  'runtime:AlreadyProcessed': 'it had been processed before',
  'runtime:AccountInUse': 'an account was in use',
  'runtime:ProgramAccountNotFound': 'a program does not exist',
  'runtime:InvalidProgramForExecution': 'a program cannot be run',
  'runtime:MaxLoadedAccountsDataSizeExceeded': 'its accounts hold more data than it may load',
  'token:InsufficientFunds': 'a token account held less than was asked for',
  'token:AccountFrozen': 'a token account is frozen',
  'token:OwnerMismatch': 'a token account belongs to another wallet',
  'token:MintMismatch': 'a token account is of another token',
  'token:NonNativeHasBalance': 'a token account that still holds tokens cannot be closed',
  'token:UninitializedState': 'a token account does not exist',
  'token:FixedSupply': 'no one may mint this token',
  'token:NotRentExempt': 'an account was left below its deposit',
}
/** Errors that any program can end with. */
const PROGRAM_WORDS: Readonly<Record<string, string>> = {
  InsufficientFunds: 'an account held less than was asked for',
  ComputationalBudgetExceeded: 'it ran out of compute units',
  ProgramFailedToComplete: 'a program ran out of compute units or crashed',
  MissingRequiredSignature: 'a signature was missing',
  InvalidAccountData: 'an account does not hold what the program expects',
  IncorrectProgramId: 'an account belongs to another program',
  UninitializedAccount: 'an account does not exist',
  AccountAlreadyInitialized: 'an account exists already',
  NotEnoughAccountKeys: 'an account was missing',
  InvalidInstructionData: 'the program does not know the instruction',
  InvalidArgument: 'the program refused an argument',
  InvalidSeeds: 'an address does not follow from its seeds',
}
const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  'Custom(0)': 'an account exists already',
  'Custom(1)': 'an account held less SOL than was asked for',
}
const OF_PROGRAM = /^program:([1-9A-HJ-NP-Za-km-z]{32,44}):(.+)$/

/** Why a transaction failed, in plain words that end a sentence; the code itself where nothing more is known. */
export function errorInWords(error: string): string {
  const known = WORDS[error]
  if (known !== undefined) return known
  const [, program, code] = OF_PROGRAM.exec(error) ?? []
  if (program === undefined || code === undefined) return PROGRAM_WORDS[error.split(':').at(-1)!] ?? error
  if (program === SYSTEM_PROGRAM && SYSTEM_WORDS[code] !== undefined) return SYSTEM_WORDS[code]
  if (isSlippageError(error)) return 'the price moved past the limit of the swap'
  return PROGRAM_WORDS[code] ?? `the program ${program} stopped with ${code}`
}
