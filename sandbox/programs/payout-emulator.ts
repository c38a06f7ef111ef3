import type { EmulatorCall, SandboxChain, ScriptOp } from '../chain/types.ts'
import { anchorEmulator } from './anchor-emulator.ts'
import { ANCHOR, isRefusal, type Refusal, readAccounts, refuse } from './anchor-script.ts'
import { uintAt } from './byte-fields.ts'
import { LAMPORTS_BYTES, PAY_OUT_ACCOUNTS, PAY_OUT_TAG, PAYOUT_PROGRAMS } from './payout-layout.ts'

export function installPayoutPrograms(chain: SandboxChain): void {
  for (const programId of Object.values(PAYOUT_PROGRAMS)) {
    const tag = Buffer.from(PAY_OUT_TAG).toString('hex')
    chain.registerEmulator(anchorEmulator(programId, [{ tag, name: 'PayOut', run: payOut }]))
  }
}

function payOut(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, PAY_OUT_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  if (call.read(at.vault)?.owner !== call.programId) return refuse(ANCHOR.wrongOwner, 'vault')
  if (call.data.length !== PAY_OUT_TAG.length + remaining.length * LAMPORTS_BYTES)
    return refuse(ANCHOR.didNotDeserialize)
  return remaining.map(({ address }, i) => ({
    op: 'moveLamports',
    from: at.vault,
    to: address,
    lamports: uintAt(call.data, PAY_OUT_TAG.length + i * LAMPORTS_BYTES, LAMPORTS_BYTES),
  }))
}
