import { NONCE_ACCOUNT_BYTES } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { addressBytes } from '../pda.ts'
import { SYSTEM_PROGRAM } from '../program-ids.ts'
import type { ReclaimClass } from './reclaimable.ts'

/** Version 1 and state 1 (initialised), both u32, stand before the authority. */
const NONCE_HEAD = Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0)

const headOf = (wallet: string): Buffer => Buffer.concat([NONCE_HEAD, addressBytes(wallet)])

/** Durable nonces whose authority is the wallet. A transaction that was signed on one cannot be sent any more when
 *  it is closed. */
export const nonceAccounts: ReclaimClass = {
  kind: 'nonces',
  program: SYSTEM_PROGRAM,
  headBytes: NONCE_ACCOUNT_BYTES,
  filters: (wallet) => [
    { dataSize: NONCE_ACCOUNT_BYTES },
    { memcmp: { offset: 0, bytes: encodeBase58(headOf(wallet)) } },
  ],
  describe({ address, lamports, data }, wallet) {
    const head = headOf(wallet)
    if (data.length !== NONCE_ACCOUNT_BYTES || Buffer.compare(data.subarray(0, head.length), head) !== 0) return null
    return { account: address, lamports, state: 'ready', readyInSlots: null, closes: true }
  },
}
