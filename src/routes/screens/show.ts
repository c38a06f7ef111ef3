import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import { Screen } from '../../contract/screens.ts'
import { ownScreen } from '../../services/screens/owner.ts'
import { showScreen } from '../../services/screens/show-screen.ts'
import { defineRoute } from '../define-route.ts'
import { ScreenParams } from './screen-params.ts'

export const screenShow = defineRoute({
  method: 'GET',
  path: '/api/v2/screens/{id}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'One saved screen, with the number of its rows.',
  params: ScreenParams,
  reply: Type.Object({ screen: Screen }, { additionalProperties: false }),
  failures: ['not_found'],
  async handle(ctx, { caller, params: { id } }) {
    const found = ownScreen(ctx, caller, id)
    return found.ok ? ok({ screen: showScreen(ctx, found.value) }) : found
  },
})
