import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { bigMembersPattern, parseWithBigMembers } from '../../runtime/exact-json.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import type { AccountView } from './rpc.ts'
import { type AccountReply, ProgramAccountReply } from './rpc-replies.ts'

/** The node's numbers that may exceed 2^53 and are read; `rentEpoch` always does and is not. */
export const LAMPORTS_MEMBER = bigMembersPattern(['lamports'])

const ARENA_BYTES = 64 * 1024
const OWN_BUFFER_BYTES = 8 * 1024

/** Decodes base64 into views on shared blocks: 100,000 small accounts cost a hundred buffers. */
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
      arena = Buffer.allocUnsafeSlow(ARENA_BYTES)
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

/** Collects the rows of getProgramAccounts as they arrive; throws on a row of another shape and past `maxRows`. */
export function createAccountCollector(maxRows: number): { row(text: string): void; views: AccountView[] } {
  const views: AccountView[] = []
  const decode = createBase64Decoder()
  const check = programAccountCheck
  // The rows of one answer share their owner: one string instead of one per row.
  let owner = ''
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
      if (value.account.owner === owner) value.account.owner = owner
      else if (isBase58Of32(value.account.owner)) owner = value.account.owner
      else throw new TypeError('the owner of a program account is no address')
      if (!isBase58Of32(value.pubkey)) throw new TypeError('the address of a program account is none')
      views.push(toAccountView(value.pubkey, value.account, decode))
    },
  }
}

const programAccountCheck = compileReply(ProgramAccountReply)
