import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { addressBytes } from '../pda.ts'
import { BPF_UPGRADEABLE_LOADER_PROGRAM } from '../program-ids.ts'
import type { ReclaimClass } from './reclaimable.ts'

/** A buffer begins with code 1 as u32, then says that it has an authority, and names it; the program's bytes follow. */
const BUFFER_HEAD = Uint8Array.of(1, 0, 0, 0, 1)

const headOf = (wallet: string): Buffer => Buffer.concat([BUFFER_HEAD, addressBytes(wallet)])

/** Buffers of the upgradeable loader that the wallet may close: uploads that never became a program. Their bytes, up to
 *  megabytes each, are not read. */
export const programBuffers: ReclaimClass = {
  kind: 'buffers',
  program: BPF_UPGRADEABLE_LOADER_PROGRAM,
  headBytes: BUFFER_HEAD.length + 32,
  filters: (wallet) => [{ memcmp: { offset: 0, bytes: encodeBase58(headOf(wallet)) } }],
  describe({ address, lamports, data }, wallet) {
    const head = headOf(wallet)
    if (Buffer.compare(data.subarray(0, head.length), head) !== 0) return null
    return { account: address, lamports, state: 'ready', readyInSlots: null, closes: true }
  },
}
