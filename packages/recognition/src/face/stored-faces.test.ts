import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeenFace } from './face-engine.ts'
import { storedFaces } from './stored-faces.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qingzhou-faces-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const face: SeenFace = {
  score: 0.93,
  width: 120.25,
  landmarks: [{ x: 1 / 3, y: 2 }],
  descriptor: Float32Array.from([0.1, -0.2, 1e-7]),
}

function picture(first: number) {
  return { width: 1, height: 1, data: Buffer.from([first, 2, 3]) }
}

it('looks at each picture once, and loads the networks for a new picture only', async () => {
  const events: string[] = []
  const open = () =>
    storedFaces(folder, async () => {
      events.push('load')
      return {
        seeFaces: async ({ data }) => {
          events.push(`see ${data[0]}`)
          return data[0] === 0 ? [] : [face]
        },
      }
    })

  const engine = open()
  expect(await engine.seeFaces(picture(1))).toEqual([face])
  expect(await engine.seeFaces(picture(0))).toEqual([])
  expect(events).toEqual(['load', 'see 1', 'see 0'])
  const another = open()
  expect(await another.seeFaces(picture(1))).toEqual([face])
  expect(await another.seeFaces(picture(0))).toEqual([])
  expect(events).toHaveLength(3)
})
