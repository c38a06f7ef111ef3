/** The local runtime with the programs it brings: a recorded run is repeated by the same one. */
export const EXECUTION_RUNTIME = 'litesvm 1.4.1'

/** Bounds of what the local runtime is given, per task and per thread. */
export const EXECUTION_LIMITS = {
  /** Accounts of one task, and bytes of all of them. */
  accounts: 512,
  accountBytes: 32 * 1024 * 1024,
  /** The largest account the chain has. */
  oneAccountBytes: 10 * 1024 * 1024,
  programs: 32,
  wires: 128,
  /** Transactions of one task, all runs together: each costs 0.1 to 10 ms. */
  steps: 512,
  clocks: 16,
  /** Programs kept compiled in a thread's instance, 2 to 13 MB each; beyond it a new instance replaces this one. */
  residentPrograms: 48,
  residentCodeBytes: 24 * 1024 * 1024,
} as const
