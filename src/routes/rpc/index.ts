import type { Route } from '../define-route.ts'
import { rpcPassthrough } from './passthrough.ts'

export const rpcRoutes: readonly Route[] = [rpcPassthrough]
