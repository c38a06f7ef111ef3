/** Tokens whose chain is gathered at once, and how many more wait. Gathered all at the same time a hundred cold tokens
 *  would all run into their deadlines; in turn each has its full time. A cold token costs a node more than a hundred
 *  calls, and anybody registers free keys: `second` is what those may have of it, one scan of a key at a time, with places
 *  left over for the others however many free keys ask. */
export const TOKEN_SCANS = {
  maxRunning: 6,
  maxWaiting: 256,
  second: { maxRunning: 4, maxWaiting: 192, maxRunningOfOne: 1, maxWaitingOfOne: 4 },
} as const
