/** What the control port may do to the passing of slots. */
export type SlotsControl = {
  pause(): void
  resume(): void
  /** Seals `count` slots at once; the clock moves one slot time for each. */
  step(count: number): void
  isPaused(): boolean
}
