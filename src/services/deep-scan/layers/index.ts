import type { Layer } from '../../checks/layer.ts'
import { layer as bubblemap } from './bubblemap.ts'
import { layer as bundle } from './bundle.ts'
import { layer as cohorts } from './cohorts.ts'
import { layer as contract } from './contract.ts'
import { layer as creator } from './creator.ts'
import { layer as devforensics } from './devforensics.ts'
import { layer as holders } from './holders.ts'
import { layer as holderstats } from './holderstats.ts'
import { layer as honeypot } from './honeypot.ts'
import { layer as launch } from './launch.ts'
import { layer as liquidity } from './liquidity.ts'
import { layer as lplock } from './lplock.ts'
import { layer as market } from './market.ts'
import { layer as programs } from './programs.ts'
import { layer as sniperforensics } from './sniperforensics.ts'
import { layer as swapstats } from './swapstats.ts'

/** Every layer of the scan, in the order of the report. A new one is a file, a name and a line here. */
export const LAYERS: readonly Layer[] = [
  contract,
  holders,
  liquidity,
  bundle,
  creator,
  market,
  launch,
  holderstats,
  cohorts,
  lplock,
  honeypot,
  swapstats,
  devforensics,
  sniperforensics,
  programs,
  bubblemap,
]
