/* The native classes of LiteSVM, without its public wrapper: that one is 20 times slower per account access and pulls
 * in a second client library. Every call below this line trusts its input: malformed transaction bytes, keys that are
 * not 32 bytes or a missing Clock account abort the whole process. Parse with `hot-paths/wire-transaction.ts` first. */
export {
  Account,
  Clock,
  EpochSchedule,
  FailedTransactionMetadata,
  LiteSvm,
  Rent,
  type SimulatedTransactionInfo,
  type SlotHashInput,
  TransactionErrorDuplicateInstruction,
  TransactionErrorInstructionError,
  TransactionErrorInsufficientFundsForRent,
  TransactionErrorProgramExecutionTemporarilyRestricted,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js'
