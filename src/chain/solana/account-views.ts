import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { bigMembersPattern, parseWithBigMembers } from '../../runtime/exact-json.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import type { AccountView } from './rpc.ts'
import { type AccountReply, ProgramAccountReply } from './rpc-replies.ts'

/** The node's numbers that may exceed 2^53 and are read; `rentEpoch` always does and is not. */
export const LAMPORTS_MEMBER = bigMembersPattern(['lamports'])

const ARENA_BYTES = 64 * 1024
const OWN_BUFFER_BYTES = 8 * 1024

/** Decodes base64 into views on shared blocks: 100,000 small accounts cost a hundred buffers. The first blocks are as
 *  small as what they hold: keeping one account keeps its whole block. */
export function createBase64Decoder(): (text: string) => Uint8Array {
  let arena = Buffer.alloc(0)
  let used = 0
  return (text) => {
    const size = Buffer.byteLength(text, 'base64')
    if (size >= OWN_BUFFER_BYTES) {
      const own = Buffer.from(text, 'base64')
      return new Uint8Array(own.buffer, own.byteOffset, own.length)
    }
    if (used + size > arena.length) {
      arena = Buffer.allocUnsafeSlow(Math.min(ARENA_BYTES, Math.max(size, 2 * arena.length)))
      used = 0
    }
    const written = arena.write(text, used, size, 'base64')
    const view = new Uint8Array(arena.buffer, arena.byteOffset + used, written)
    used += written
    return view
  }
}

export function toAccountView(
  address: string,
  account: AccountReply,
  decode: (text: string) => Uint8Array,
): AccountView {
  return {
    address,
    lamports: BigInt(account.lamports),
    owner: account.owner,
    executable: account.executable,
    data: decode(account.data[0]),
  }
}

/** Collects the rows of getProgramAccounts as they arrive; throws on a row of another shape, of another program's
 *  account, or of one that was there before, and past `maxRows`. Rows that were not asked for are left out. */
export function createAccountCollector(
  program: string,
  maxRows: number,
  isAsked: (data: Uint8Array) => boolean = () => true,
): { row(text: string): void; views: AccountView[] } {
  const views: AccountView[] = []
  const seen = new Set<string>()
  const decode = createBase64Decoder()
  const check = programAccountCheck
  return {
    views,
    row(text) {
      if (views.length >= maxRows) throw new RangeError(`more than ${maxRows} accounts`)
      let value: unknown = JSON.parse(text)
      if (!check.matches(value)) {
        // Lamports past 2^53 have lost digits: they are read once more, as text.
        value = parseWithBigMembers(text, LAMPORTS_MEMBER)
        if (!check.matches(value)) throw new TypeError('not a program account')
      }
      if (value.account.owner !== program) throw new TypeError('an account of another program')
      // One string instead of one a row.
      value.account.owner = program
      if (!isBase58Of32(value.pubkey)) throw new TypeError('the address of a program account is none')
      if (seen.size === seen.add(value.pubkey).size) throw new TypeError('a program account is listed twice')
      const view = toAccountView(value.pubkey, value.account, decode)
      if (isAsked(view.data)) views.push(view)
    },
  }
}

const programAccountCheck = compileReply(ProgramAccountReply)
