/** sysexits: the configuration is wrong; systemd must not try the same again and again. */
export const EXIT_CONFIG = 78
export const EXIT_FAILURE = 1

/** A store that belongs to another mode or chain, or to another key file, stays so however often the start is tried. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Error &&
    error.name === 'StoreError' &&
    /^((wrong|newer)_|locked$)/.test((error as { code?: string }).code ?? '')
    ? EXIT_CONFIG
    : EXIT_FAILURE
}
