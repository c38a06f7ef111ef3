import type { Route } from '../define-route.ts'
import { dcaClose } from './dca-close.ts'
import { dcaCreate } from './dca-create.ts'
import { dcaList } from './dca-list.ts'
import { limitCancel } from './limit-cancel.ts'
import { limitCreate } from './limit-create.ts'
import { limitHistory } from './limit-history.ts'
import { limitList } from './limit-list.ts'

export const orderRoutes: readonly Route[] = [
  limitCreate,
  limitList,
  limitHistory,
  limitCancel,
  dcaCreate,
  dcaList,
  dcaClose,
]
