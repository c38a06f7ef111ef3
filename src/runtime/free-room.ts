import { UPSTREAM_TUNING } from '../config/upstream-limits.ts'
import type { GateBounds } from './gate.ts'

/** What all who pay nothing may have of a room together, and one of them. At least one place, so that a room of one
 *  place serves them, too. */
export function freeRoomOf({ maxRunning, maxWaiting, maxRunningOfOne, maxWaitingOfOne }: GateBounds): GateBounds {
  const { freePlaces, freePlacesOfOne, freeShare, freeShareOfOne } = UPSTREAM_TUNING
  const ofOne = Math.ceil(maxRunning * freePlacesOfOne)
  return {
    maxRunning: Math.max(1, Math.floor(maxRunning * freePlaces)),
    maxWaiting: Math.floor(maxWaiting * freeShare),
    maxRunningOfOne: Math.min(ofOne, maxRunningOfOne ?? ofOne),
    maxWaitingOfOne: Math.floor(Math.min(maxWaiting * freeShareOfOne, maxWaitingOfOne ?? maxWaiting)),
  }
}
