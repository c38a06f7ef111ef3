/** Tokens whose chain is gathered at once, and how many more wait. Gathered all at the same time a hundred cold tokens
 *  would all run into their deadlines; in turn each has its full time. A cold token costs a node more than a hundred
 *  calls, and free keys are unlimited in number: `second` bounds what all of them may use, one scan per key at a time,
 *  and leaves places for other keys. */
export const TOKEN_SCANS = {
  maxRunning: 6,
  maxWaiting: 256,
  second: { maxRunning: 4, maxWaiting: 192, maxRunningOfOne: 1, maxWaitingOfOne: 4 },
} as const
