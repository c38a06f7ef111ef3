import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { dammV1Scene } from '../../../../support/pool-scenes/damm-v1-scene.ts'
import { dlmmScene } from '../../../../support/pool-scenes/dlmm-scene.ts'
import { readSceneFile, replayScenes } from '../scene-vectors.ts'

const file = readSceneFile('meteora-trading')

test('DLMM quotes and swap instructions are those of the SDK, on pools drawn from seeds', () => {
  assert(file.versions.some((name) => name.startsWith('@meteora-ag/dlmm ')))
  assert(file.dlmm!.length >= 50)
  const { quoted, built } = replayScenes(meteora.trading!, file, file.dlmm!, dlmmScene)
  assert(quoted >= 40 && built >= 40, `${quoted} quotes, ${built} instructions`)
})

test('DAMM v1 quotes and swap instructions are those of the SDK, on pools drawn from seeds', () => {
  assert(file.versions.some((name) => name.startsWith('@meteora-ag/dynamic-amm-sdk ')))
  assert(file.dammV1!.length >= 50)
  const { quoted, built } = replayScenes(meteora.trading!, file, file.dammV1!, dammV1Scene)
  assert(quoted >= 40 && built >= 40, `${quoted} quotes, ${built} instructions`)
})
