import Type from 'typebox'
import { deleteScreen } from '../../services/screens/delete-screen.ts'
import { defineRoute } from '../define-route.ts'
import { ScreenParams } from './screen-params.ts'

export const screenDelete = defineRoute({
  method: 'DELETE',
  path: '/api/v2/screens/{id}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Ends a saved screen. Its streams and webhooks send nothing more of it.',
  params: ScreenParams,
  reply: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, { additionalProperties: false }),
  failures: ['not_found'],
  handle: (ctx, { caller, params: { id } }) => deleteScreen(ctx, caller, id),
})
