import type { Attack } from '../attack.ts'
import { backupWriter } from './backup-writer.ts'
import { bodyFloods } from './body-floods.ts'
import { claimRaces } from './claim-races.ts'
import { confinement } from './confinement.ts'
import { connectionFloods } from './connection-floods.ts'
import { feePayerDraining } from './fee-payer-draining.ts'
import { headerBytes } from './header-bytes.ts'
import { lyingAggregator } from './lying-aggregator.ts'
import { orderNames } from './order-names.ts'
import { records } from './records.ts'
import { relay } from './relay.ts'
import { restoreGames } from './restore-games.ts'
import { slowNode } from './slow-node.ts'
import { smallDoors } from './small-doors.ts'
import { socketSquatting } from './socket-squatting.ts'
import { ticketReuse } from './ticket-reuse.ts'
import { upstreamBombs } from './upstream-bombs.ts'
import { webhookRedirects } from './webhook-redirects.ts'

/** In the order of the page of findings, those of our own last. */
export const ATTACKS: readonly Attack[] = [
  headerBytes,
  restoreGames,
  backupWriter,
  bodyFloods,
  slowNode,
  lyingAggregator,
  feePayerDraining,
  claimRaces,
  confinement,
  relay,
  records,
  smallDoors,
  socketSquatting,
  connectionFloods,
  orderNames,
  ticketReuse,
  upstreamBombs,
  webhookRedirects,
]
