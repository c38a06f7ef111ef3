import { MCP } from '../../config/mcp.ts'
import { argumentText } from '../../contract/mcp.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { shownName, unknownName } from '../../contract/unknown-name.ts'
import { bodyText, failureText, routeText, summaryText, type ToolText } from '../../services/mcp/tool-result.ts'
import type { AskRoute, RouteQuestion } from '../define-route.ts'
import { membersOf, parametersOf, routeName, type Tool, type View } from './tool.ts'

type Arguments = Readonly<Record<string, unknown>>

/** Asks the route that the arguments choose. What fails comes back as a text that a model can act on. */
export async function callTool(tool: Tool, args: Arguments, ask: AskRoute): Promise<ToolText> {
  const view = chooseView(tool, args)
  if (!view.ok) return { text: failureText(view), isError: true }
  const question = readArguments(tool, view.value, args)
  if (!question.ok) return { text: failureText(question), isError: true }
  const answered = await ask(routeName(view.value.route), question.value)
  if (!answered.ok) return { text: failureText(answered), isError: true }
  const bytes = answered.value
  const { summary } = view.value
  if (summary === undefined && bytes.byteLength > MCP.resultBytes) return tooLarge(view.value, bytes.byteLength)
  const shown = summary === undefined ? bodyText(bytes) : summaryText(bytes, summary.of)
  const text = routeText(routeName(view.value.route), shown)
  // Escapes are longer than what they stand for.
  return text.length > MCP.resultBytes ? tooLarge(view.value, text.length) : { text, isError: false }
}

function tooLarge({ route }: View, bytes: number): ToolText {
  const message = `the answer has ${bytes} bytes, and a tool hands on ${MCP.resultBytes}: ask for less (a lower limit, a shorter range), or call ${routeName(route)} itself`
  return { text: failureText(fail('payload_too_large', message)), isError: true }
}

function chooseView({ views }: Tool, args: Arguments): Outcome<View> {
  const named = args['view'] ?? views[0].name
  const view = views.length === 1 && args['view'] === undefined ? views[0] : views.find(({ name }) => name === named)
  if (view !== undefined) return ok(view)
  return fail('invalid_request', `view: expected one of ${views.map(({ name }) => name).join(', ')}`)
}

/** The texts that the route's own rules then read. Fails for what the view does not know: a misspelt argument must not
 *  be taken for one that was left out. */
function readArguments(tool: Tool, view: View, args: Arguments): Outcome<RouteQuestion> {
  const parameters = parametersOf(view)
  const members = membersOf(view)
  const texts = new Map(Object.entries(view.fixed ?? {}))
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) {
    if (name === 'view' && tool.views.length > 1) continue
    const parameter = parameters.get(name)
    if (parameter === undefined && !Object.hasOwn(members, name)) return unknownArgument(tool, view, name)
    if (value === null || value === undefined) continue
    if (parameter === undefined) {
      body[name] = value
      continue
    }
    const text = argumentText(value)
    if (text === null) return fail('invalid_request', `${name}: expected a text, a number or true or false`)
    texts.set(parameter, text)
  }
  const { path, query } = view.route
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return ok({
    pathValues: names.map((name) => encodeURIComponent((texts.get(name) ?? '').toWellFormed())),
    query: new Map([...texts].filter(([name]) => Object.hasOwn(query, name))),
    bodyText: JSON.stringify(body),
  })
}

function unknownArgument(tool: Tool, view: View, name: string): Outcome<never> {
  const known = [...parametersOf(view).keys(), ...Object.keys(membersOf(view))]
  const elsewhere = tool.views.filter((one) => parametersOf(one).has(name) || Object.hasOwn(membersOf(one), name))
  if (elsewhere.length === 0) return fail('invalid_request', unknownName('member', name, known))
  const others = elsewhere.map((one) => one.name).join(', ')
  return fail('invalid_request', `${shownName(name)}: not for view ${view.name}, but for ${others}`)
}
