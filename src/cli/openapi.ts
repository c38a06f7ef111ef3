import { describeApi } from '../http/openapi.ts'
import { ROUTE_FAMILIES, ROUTES } from '../routes/index.ts'
import { type Command, readArguments } from './command.ts'

/** `openapi`: prints the API description that the server gives at /api/v2/openapi.json. */
export const openapi: Command = async (args) => {
  readArguments(args, {}, 'usage: openapi\n\nPrints the API description as JSON.')
  console.log(JSON.stringify(describeApi(ROUTES, ROUTE_FAMILIES), null, 2))
  return 0
}
