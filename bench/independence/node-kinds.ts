/** What a node of this kind gives. */
export type NodeKind = {
  readonly name: string
  /** Asset methods (DAS) at an address of its own. */
  readonly hasDas: boolean
  readonly refuses: ReadonlySet<string>
  /** Answered with 429 whenever they are asked. */
  readonly alwaysHasty: ReadonlySet<string>
  /** Calls in any 10 s, those inside arrays one by one; null without a limit. */
  readonly per10s: number | null
  /** Slots that each replica behind the one address is late; calls go to them in turn. */
  readonly lagSlots: readonly number[]
  /** Share of the routes that the issue wants answered with their core fields. */
  readonly wanted: number
}

const WHOLE = { hasDas: false, refuses: new Set<string>(), alwaysHasty: new Set<string>(), per10s: null, lagSlots: [0] }
const UNSCANNED: ReadonlySet<string> = new Set(['getProgramAccounts'])
/** Public nodes answer these with 429, always. */
const HASTY: ReadonlySet<string> = new Set(['getTokenLargestAccounts', 'getLargestAccounts'])

export const NODE_KINDS: readonly NodeKind[] = [
  { ...WHOLE, name: 'full node with DAS', hasDas: true, wanted: 0.95 },
  { ...WHOLE, name: 'full node', wanted: 0.95 },
  { ...WHOLE, name: 'no scans', refuses: UNSCANNED, wanted: 0.85 },
  { ...WHOLE, name: 'public: no scans, 40 in 10 s', refuses: UNSCANNED, alwaysHasty: HASTY, per10s: 40, wanted: 0.85 },
  { ...WHOLE, name: 'lagging replicas', lagSlots: [0, 3, 11], wanted: 0.95 },
]
