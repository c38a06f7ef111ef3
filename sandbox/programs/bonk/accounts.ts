import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import type { EmulatorCall } from '../../chain/types.ts'
import { isRefusal, type Refusal } from '../anchor-script.ts'
import { loadOwned } from '../pumpfun/pump-accounts.ts'
import type { Curve } from './curve.ts'
import { CURVE_BYTES, CURVE_TAG, curveU64, GLOBAL_TAG, PLATFORM_TAG } from './layout.ts'

/* Accounts that LaunchLab's instructions load, checked as Anchor checks them. */

export function asCurve(data: Uint8Array): Uint8Array | null {
  return data.length === CURVE_BYTES && startsWith(data, CURVE_TAG) ? data : null
}

function asGlobalConfig(data: Uint8Array): Uint8Array | null {
  return startsWith(data, GLOBAL_TAG) ? data : null
}

function asPlatformConfig(data: Uint8Array): Uint8Array | null {
  return startsWith(data, PLATFORM_TAG) ? data : null
}

/** The configurations a call names. */
export function loadConfigs(
  call: EmulatorCall,
  at: { readonly globalConfig: string; readonly platformConfig: string },
): { readonly global: Uint8Array; readonly platform: Uint8Array } | Refusal {
  const owner = LAUNCHLAB_PROGRAM
  const global = loadOwned(call, at.globalConfig, { name: 'globalConfig', owner, decode: asGlobalConfig })
  if (isRefusal(global)) return global
  const platform = loadOwned(call, at.platformConfig, { name: 'platformConfig', owner, decode: asPlatformConfig })
  return isRefusal(platform) ? platform : { global, platform }
}

export function curveOf(pool: Uint8Array): Curve {
  return {
    virtualBase: curveU64(pool, 'virtualBase'),
    virtualQuote: curveU64(pool, 'virtualQuote'),
    realBase: curveU64(pool, 'realBase'),
    realQuote: curveU64(pool, 'realQuote'),
    totalBaseSell: curveU64(pool, 'totalBaseSell'),
  }
}
