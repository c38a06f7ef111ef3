import type { Route } from '../define-route.ts'
import { recoveryCheck } from './check.ts'
import { recoveryClose } from './close.ts'
import { recoveryConfirm } from './confirm.ts'
import { recoveryStats } from './stats.ts'

/** Recovery of deposits (spec 4.8). */
export const recoveryRoutes: readonly Route[] = [recoveryCheck, recoveryClose, recoveryConfirm, recoveryStats]
