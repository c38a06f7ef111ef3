import type { Route } from '../define-route.ts'
import { screenCreate } from './create.ts'
import { screenDelete } from './delete.ts'
import { screenList } from './list.ts'
import { screenRows } from './rows.ts'
import { screenShow } from './show.ts'

/** Filters of the screener whose rows are followed. */
export const screenRoutes: readonly Route[] = [screenCreate, screenList, screenShow, screenRows, screenDelete]
