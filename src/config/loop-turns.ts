/** How long one turn of the loop may take, in milliseconds. */
export const LOOP_TURNS = {
  /** No request may hold the loop longer; turns that do are counted. Wall time, so a busy machine adds to it. */
  longMs: 5,
  /** The log says whose it was. */
  loggedMs: 250,
  /** Requests answered in one turn, and for how long: what comes over that is answered in the next one, and a connection
   *  that has sent more behind it is dropped. */
  requests: 512,
  answeringMs: 10,
} as const
