import Type from 'typebox'
import { Screen } from '../../contract/screens.ts'
import { listScreens } from '../../services/screens/list-screens.ts'
import { defineRoute } from '../define-route.ts'

export const screenList = defineRoute({
  method: 'GET',
  path: '/api/v2/screens',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Saved screens of the calling key, oldest first.',
  reply: Type.Object({ screens: Type.Array(Screen), count: Type.Integer() }, { additionalProperties: false }),
  handle: async (ctx, { caller }) => listScreens(ctx, caller),
})
