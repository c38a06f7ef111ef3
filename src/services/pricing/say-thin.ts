import { counted, oneOrMany } from '../../contract/counted.ts'

/** How an answer says what it leaves out by `isThin`. */
export function sayThin(count: number, one: 'token' | 'holding'): string {
  return `${counted(count, one)} worth more than there is in ${oneOrMany(count, 'its pool', 'their pools')}`
}
