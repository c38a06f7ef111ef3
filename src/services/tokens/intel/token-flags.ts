import { DEXES } from '../../../chain/solana/dexes/index.ts'
import type { TokenFlag } from '../../../contract/intel.ts'
import { TOKEN_FLAGS } from '../../../contract/intel.ts'
import type { IntelSources } from './sources.ts'

/** Whether a token has left its launch curve; null when it never had one that we know of. */
export function isBonded({ pools, launch, facts }: IntelSources): boolean | null {
  const curve = pools.value?.find(({ curveProgressPct }) => curveProgressPct !== null)
  if (curve !== undefined) return curve.curveComplete
  if (facts.value?.launchpad != null) return facts.value.graduatedAtMs !== null
  // A curve whose account is gone has graduated.
  return pools.value !== null && isCurve(launch.value?.launchedOn ?? null) ? true : null
}

function isCurve(launchedOn: string | null): boolean {
  return DEXES.some(({ name, isLaunchpad }) => isLaunchpad && name === launchedOn)
}

/** What is remarkable about the token, in the order of the list. What could not be read raises no flag. */
export function tokenFlags(sources: IntelSources, devPct: number | null): TokenFlag[] {
  const { mint, pools, pairs, launch } = sources
  const info = mint.value
  const bonded = isBonded(sources)
  const raised: Record<TokenFlag, boolean> = {
    not_a_mint: info === null && mint.asOfMs !== null,
    mint_authority: info?.mintAuthority != null,
    freeze_authority: info?.freezeAuthority != null,
    permanent_delegate: info?.extensions.permanentDelegate != null,
    transfer_hook: info?.extensions.transferHookProgram != null,
    transfer_fee: (info?.extensions.transferFeeBps ?? 0) > 0,
    non_transferable: info?.extensions.nonTransferable ?? false,
    default_frozen: info?.extensions.defaultFrozen ?? false,
    pausable: info?.extensions.pausableBy != null,
    bundled_launch: (launch.value?.bundlers.length ?? 0) > 0,
    sniped_launch: (launch.value?.snipers.length ?? 0) > 0,
    dev_holding: (devPct ?? 0) > 0,
    on_curve: bonded === false,
    graduated: bonded === true,
    no_pool:
      pools.asOfMs !== null &&
      pools.unsought.length === 0 &&
      !pools.value?.length &&
      pairs.asOfMs !== null &&
      !pairs.value?.length,
  }
  return TOKEN_FLAGS.filter((flag) => raised[flag])
}
