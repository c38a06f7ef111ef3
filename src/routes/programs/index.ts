import type { Route } from '../define-route.ts'
import { programIntel } from './intel.ts'

export const programRoutes: readonly Route[] = [programIntel]
