/** How long one turn of the loop may take, in milliseconds. */
export const LOOP_TURNS = {
  /** No request may hold the loop longer; turns that do are counted. Wall time, so a busy machine adds to it. */
  longMs: 5,
  /** The log says whose it was. */
  loggedMs: 250,
} as const
