import type { FaceJudgement } from '@qingzhou/provider-api/calls'
import { outcomeOf } from '#known-person.ts'
import { storedResult } from '#stored-result.ts'

const ANOTHER_PERSON: FaceJudgement = { outcome: 'noMatch', distance: 0.91, performed: [] }

type Asked = {
  readonly idNumber: string
  readonly portrait: string
  readonly frames: readonly string[]
}

/** The embedded engine really compares; only who is made to fail fails whatever is shown. */
export async function judgeFace(asked: Asked): Promise<FaceJudgement> {
  if (outcomeOf(asked.idNumber) === 'faceFails') return ANOTHER_PERSON

  const judge = async () => Buffer.from(JSON.stringify(await judgeByEngine(asked)))
  const folder = process.env['SANDBOX_READINGS']
  // What this file wrote itself.
  return JSON.parse(
    Buffer.from(
      await storedResult(folder, ['face', asked.portrait, ...asked.frames], judge),
    ).toString(),
  ) as FaceJudgement
}

async function judgeByEngine(asked: Asked): Promise<FaceJudgement> {
  const { matchFaces } = await import('@qingzhou/recognition/face/match-faces')
  const reading = await matchFaces({
    portrait: Buffer.from(asked.portrait, 'base64'),
    frames: asked.frames.map((frame) => Buffer.from(frame, 'base64')),
  })
  if (!('distance' in reading)) return { outcome: reading.outcome, performed: [] }
  const { outcome, distance, performed } = reading
  return { outcome, distance, performed: [...performed] }
}
