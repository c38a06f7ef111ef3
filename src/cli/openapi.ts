import { readApiExamples } from '../http/api-examples.ts'
import { publishApi } from '../http/publish-api.ts'
import { ROUTE_FAMILIES, ROUTES } from '../routes/index.ts'
import { type Command, readArguments } from './command.ts'

/** `openapi`: prints the API description that the server gives at /api/v2/openapi.json. */
export const openapi: Command = async (args) => {
  readArguments(args, {}, 'usage: openapi\n\nPrints the API description as JSON.')
  console.log(JSON.stringify(publishApi(ROUTES, ROUTE_FAMILIES, readApiExamples(null)), null, 2))
  return 0
}
