import { stopMatching } from '@qingzhou/recognition/face/match-faces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holderOf } from '#testing/bank-customer.ts'
import { ask } from '#testing/provider-client.ts'
import { runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(async () => {
  await sandbox.stop()
  await stopMatching()
})

async function picture(key: string, name: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/people/${key}/${name}.png`)
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

describe('the face service', () => {
  it(
    'matches a test person with their own card, and detects the actions',
    { timeout: 90_000 },
    async () => {
      const key = 'messenger-customer'
      const [portrait, ...frames] = await Promise.all(
        ['id-card-front', 'face-rest', 'face-turnLeft'].map((name) => picture(key, name)),
      )
      const { idNumber } = holderOf(key)
      const request = { idNumber, portrait, frames, actions: ['turnLeft'] }
      expect((await ask(sandbox.url, '/face/judge', request)).content).toMatchObject({
        outcome: 'match',
        performed: ['turnLeft'],
      })
    },
  )
})
