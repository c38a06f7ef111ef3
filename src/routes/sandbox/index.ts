import type { Route } from '../define-route.ts'
import { sandboxDescription } from './describe.ts'

export const sandboxRoutes: readonly Route[] = [sandboxDescription]
