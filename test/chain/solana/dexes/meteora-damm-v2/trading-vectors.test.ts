import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { dammV2Scene } from '../../../../support/pool-scenes/damm-v2-scene.ts'
import { readSceneFile, replayScenes } from '../scene-vectors.ts'

test('quotes and swap instructions are those of the SDK, on pools drawn from seeds', () => {
  const file = readSceneFile('meteora-damm-v2-trading')
  assert(file.versions.some((name) => name.startsWith('@meteora-ag/cp-amm-sdk ')))
  assert(file.dammV2!.length >= 50)
  const { quoted, built } = replayScenes(meteoraDammV2.trading!, file, file.dammV2!, dammV2Scene)
  assert(quoted >= 40 && built >= 40, `${quoted} quotes, ${built} instructions`)
})
