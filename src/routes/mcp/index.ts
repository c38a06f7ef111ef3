import type { Route } from '../define-route.ts'
import { mcp } from './mcp.ts'

/** For language models. */
export const mcpRoutes: readonly Route[] = [mcp]
