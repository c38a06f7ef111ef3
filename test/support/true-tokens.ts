import type { StartedSandbox } from './start-sandbox.ts'

/** What the control port tells of a token. Amounts are decimal text. */
export type TrueToken = {
  readonly mint: string
  readonly archetype: string
  readonly dev: string
  readonly bundlers: readonly string[]
  readonly snipers: readonly string[]
  readonly teamId: string | null
  readonly rugged: boolean
  readonly priorTokens: readonly string[]
  readonly launchSlot: number | null
  readonly recipe?: { readonly name: string; readonly intent: 'rug' | 'honest' }
}
export type Truth = {
  readonly tokens: readonly TrueToken[]
  readonly entities: readonly {
    readonly id: string
    readonly kind: string
    readonly rootFunder: string
    readonly funding: string
  }[]
  readonly funding: readonly {
    readonly from: string
    readonly to: string
    readonly lamports: string
    readonly secsAgo: number
  }[]
}

/** The sandbox's own truth: for judging answers, never for making them. */
export function readTruth(sandbox: StartedSandbox): Promise<Truth> {
  return sandbox.control<Truth>('GET', '/truth')
}
