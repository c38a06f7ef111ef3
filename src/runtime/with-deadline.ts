/** Aborts with the given signal, or when so much time has passed. */
export function withDeadline(signal: AbortSignal | undefined, ms: number): AbortSignal {
  const deadline = AbortSignal.timeout(ms)
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline])
}
