import type { Route } from '../define-route.ts'
import { positionIntel } from './intel.ts'

export const positionRoutes: readonly Route[] = [positionIntel]
