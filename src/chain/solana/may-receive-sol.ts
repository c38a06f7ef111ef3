import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { AccountView } from './rpc.ts'

/** Whether lamports that are sent to an account can be got back: those sent to a mint are lost, to a token account they
 *  are hard to get at, and a program takes none. */
export function mayReceiveSol(account: AccountView | null): boolean {
  if (account === null) return true
  return !account.executable && account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM
}
