import type { Outcome } from '../contract/outcome.ts'

/** What a chain says of a program. */
export type ProgramFacts = {
  /** Whether the account exists and can be executed. */
  readonly isProgram: boolean
  /** Name under which it is known; null for a program that no list names. */
  readonly name: string | null
  readonly category: 'dex' | 'launchpad' | 'locker' | 'system' | 'program' | null
  /** Names of the DEXs that it belongs to, as trades have them. */
  readonly dexes: readonly string[]
  /** Null where the loader does not say it. */
  readonly upgradeable: boolean | null
  /** Who may replace the code; null where nobody can, or it is unknown. */
  readonly upgradeAuthority: string | null
  /** Whether a single key can sign for that authority, rather than a program; null without one. */
  readonly authorityIsKey: boolean | null
  readonly lastDeploySlot: number | null
  /** Of the code, with what the loader keeps free behind it. */
  readonly sizeBytes: number | null
}

export type ProgramReads = {
  isAddress(text: string): boolean
  /** Fails as the node fails. */
  describe(program: string, signal: AbortSignal): Promise<Outcome<ProgramFacts>>
}
