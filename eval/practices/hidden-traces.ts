import { LINK_KINDS } from '../../src/contract/bubble-map.ts'
import { f1Of } from '../entity-figures.ts'
import { judgeWithout, type PackedLaunch, packLaunch } from '../leave-one-out.ts'
import { type createPrinter, round } from '../print-results.ts'
import type { PracticeResult } from './judge-practice.ts'
import type { Look } from './look-at.ts'

/** A hand is found where its pairs reach this. */
const FOUND_F1 = 0.9

/** Hides one kind of trace at a time from the Bubble Map, and shows what rests on it: pairs, and whole hands that are
 *  not found without it. */
export function createHiddenTraces(): {
  add(look: Look, result: PracticeResult): void
  print(printer: ReturnType<typeof createPrinter>): void
} {
  const launches: { readonly packed: PackedLaunch; readonly result: PracticeResult }[] = []
  return {
    add: (look, result) => {
      launches.push({ packed: packLaunch(look), result })
    },
    print(printer) {
      const known = launches.map(({ packed }) => judgeWithout(packed, new Set()))
      const rows = LINK_KINDS.flatMap((kind) => {
        let shown = 0
        let lost = 0
        let rid = 0
        const hands: string[] = []
        for (const [i, { packed, result }] of launches.entries()) {
          const { figures, kinds } = known[i]!
          if (!kinds.has(kind)) continue
          shown++
          const { pairs } = judgeWithout(packed, new Set([kind])).figures
          lost += figures.pairs.rightPairs - pairs.rightPairs
          rid += wrongOf(figures.pairs) - wrongOf(pairs)
          const before = f1Of(figures.pairs) ?? 1
          if (result.practice.stage === 'staged' && before >= FOUND_F1 && (f1Of(pairs) ?? 1) < FOUND_F1)
            hands.push(`${result.practice.id} ${round(before)} to ${round(f1Of(pairs))}`)
        }
        return shown === 0 ? [] : [[kind, shown, lost, rid, hands.length, hands.slice(0, 8).join(', ')]]
      })
      printer.say('## One trace hidden')
      printer.say()
      printer.table(
        ['trace', 'launches that show it', 'right pairs lost', 'wrong pairs gone', 'hands no longer found', 'which'],
        rows,
      )
    },
  }
}

function wrongOf({ foundPairs, rightPairs }: { readonly foundPairs: number; readonly rightPairs: number }): number {
  return foundPairs - rightPairs
}
