import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statusOf } from '../../../src/contract/failures.ts'
import { execute } from '../../../src/services/execution/execute.ts'
import { describeRun } from '../../../src/services/manifest/describe-run.ts'
import { invokedPrograms } from '../../../src/services/manifest/invoked-programs.ts'
import { judgeRun } from '../../../src/services/manifest/judge-manifest.ts'
import { makeManifest } from '../../../src/services/manifest/make-manifest.ts'
import { compileDraft, openScenes, SCENES, type SceneWorld } from './edit-scenes.ts'
import { EDITS } from './malicious-edits.ts'
import { openTradeLab, type TradeLab } from './trade-lab.ts'

let lab: TradeLab
let world: SceneWorld

before(async () => {
  lab = await openTradeLab()
  world = await openScenes(lab)
})
after(async () => {
  await lab?.stop()
})

for (const name of SCENES)
  test(`unedited, "${name}" passes, also when it is compiled once more`, async () => {
    const scene = world.scenes[name]
    for (const wire of [scene.wire, compileDraft(scene, scene)]) {
      const made = await makeManifest(lab.ctx, wire, scene.intent)
      assert(made.ok, made.ok ? '' : `${made.message} ${JSON.stringify(made.details)}`)
    }
  })

test('there are fifty edits and more, each of its own', () => {
  assert(EDITS.length >= 50, `${EDITS.length}`)
  assert.equal(new Set(EDITS.map(({ name }) => name)).size, EDITS.length)
})

for (const { name, scene, edit, rule, shows = null, dies = false } of EDITS)
  test(`refused: ${name}`, async () => {
    const base = world.scenes[scene]
    const wire = compileDraft(base, edit(base, world))
    const made = await makeManifest(lab.ctx, wire, base.intent)
    assert(!made.ok, 'it passed')
    assert.equal(made.code, 'policy_blocked', `${made.message} ${JSON.stringify(made.details)}`)
    assert.equal(statusOf(made.code), 422)
    const { rule: broken } = made.details!['details'] as { rule: string }
    assert.equal(broken, rule, made.message)
    // It is the judge that stops it: but for those that say so, the chain would let it through.
    const run = await execute(lab.ctx, { runs: [[wire]], wantsAccounts: true })
    const result = run.ok ? run.value.runs[0]![0]! : null
    const error = result === null ? 'not executable' : result.err
    assert.equal(error !== null, dies, `on the chain: ${JSON.stringify(error)} ${result?.logs.join('\n')}`)
    if (!run.ok || dies) return
    const facts = describeRun(run.value.clone.accounts, result!.after ?? new Map())
    assert.equal(judgeRun(facts, invokedPrograms(result!.logs)!, base.intent)?.rule ?? null, shows)
  })
