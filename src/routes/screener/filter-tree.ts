import { SCREENER } from '../../config/screener.ts'
import { anyObject } from '../../contract/members.ts'

/** A tree of conditions; `readTree` reads it. */
export const filterTree = anyObject({
  description: `A condition, \`{ field, min, max }\` (both ends included), \`{ field, in: [...] }\` for \`dex\`, \`platform\` and \`quote\`, \`{ field, is: true }\` for \`hasSocials\`, \`verified\`, \`graduated\` and \`onCurve\`, \`{ field, known: true }\`; or \`{ and: [...] }\`, \`{ or: [...] }\`, \`{ not: [...] }\` (none of them) of further ones, at most ${SCREENER.treeDepth} levels and ${SCREENER.treeLeaves} conditions. Fields with a window are \`volume.h1\` and the like; without one they have that of \`window\`.`,
})
