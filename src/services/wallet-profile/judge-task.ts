import type { ProfileEvidence } from '../../contract/profile-evidence.ts'
import type { WalletProfile } from '../../contract/wallet-profile.ts'
import { judgeProfile } from './judge-profile.ts'

/** Compute-thread entry. */
export default function task({ evidence }: { readonly evidence: ProfileEvidence }): WalletProfile {
  return judgeProfile(evidence)
}
