import { randomBytes } from 'node:crypto'

const ACCEPTED = /^[\w-]{1,64}$/

/** Ids of one process: a random prefix and a counter, so that they are unique across processes and cheap. */
export function createRequestIds(): (presented: string) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return (presented) =>
    presented !== '' && ACCEPTED.test(presented) ? presented : `${prefix}-${(count++).toString(36)}`
}
