import type { Route } from '../define-route.ts'
import { calibrationShow } from './show.ts'

export const calibrationRoutes: readonly Route[] = [calibrationShow]
