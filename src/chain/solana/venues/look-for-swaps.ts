import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'

const SUCCEEDED = '"err":null'
/** A call that another program made: depth 2 and below. */
const CALLED = new RegExp(`Program (?:${TOKEN_PROGRAM}|${TOKEN_2022_PROGRAM}) invoke \\[(?!1\\])`)

/** Whether the text of a block's row may hold a swap in a program without a decoder: it succeeded, and some program
 *  called a token program. One call may be a batch of transfers. */
export function callsTokenPrograms(text: string): boolean {
  return text.includes(SUCCEEDED) && CALLED.test(text)
}
