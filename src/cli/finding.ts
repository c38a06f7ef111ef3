/** What the doctor found out about one thing. */
export type Finding = {
  readonly name: string
  readonly state: 'live' | 'degraded' | 'off'
  readonly why: string
}
