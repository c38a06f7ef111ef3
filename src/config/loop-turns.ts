/** How long one turn of the loop may take, in milliseconds. */
export const LOOP_TURNS = {
  /** No request may hold the loop longer; turns that do are counted. Wall time, so a busy machine adds to it. */
  longMs: 5,
  /** Of work in slices (`turn-slices.ts`): a turn has others' work beside it, and a piece may overrun. */
  sliceMs: 1.5,
  /** The log says whose it was. */
  loggedMs: 250,
  /** Requests answered in one turn, and for how long. Further ones are answered in the next turn, and a connection that
   *  pipelined more after such a request is dropped. A hundred clients that pipeline ten requests each stay below. */
  requests: 2_048,
  /** Of these, answers that no window bounds (health, requests without a key, unknown paths and methods): nobody who
   *  means well pipelines them, and a hundred kilobytes of them would fill turn after turn. */
  windowless: 64,
  answeringMs: 25,
  /** Requests that a turn answers however long it takes: on a busy machine the clock also counts what others run. */
  atLeastRequests: 1_024,
} as const
