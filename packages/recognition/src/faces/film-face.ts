import sharp from 'sharp'
import type { FaceAction } from '#face/judge-faces.ts'
import { drawFace } from './draw-face.ts'
import type { Pose } from './posture.ts'

const WIDTH = 640
const HEIGHT = 480
/** A camera is not very sharp, and drawing is slow. */
const DRAWN = 360
/**
 * A browser that plays a film as a camera shows thirty pictures a second, whatever the film's rate.
 */
const PER_SECOND = 30
const REST_SECONDS = 1.4
const HOLD_SECONDS = 1.6
/** Pictures between rest and the action, each shown for a tenth of a second. */
const ON_THE_WAY = [0.35, 0.7]
const WAY_SECONDS = 0.1

/** The full pose of each action. */
export const poseOf: Readonly<Record<FaceAction, Pose>> = {
  blink: { eyes: 0 },
  turnLeft: { yaw: 26 },
  turnRight: { yaw: -26 },
  openMouth: { mouth: 0.8 },
}

/**
 * Films a fictional person who performs the actions one after the other, as motion JPEG. Played in
 * a loop, it serves as a camera.
 */
export async function filmFace({
  seed,
  actions,
}: {
  readonly seed: string
  readonly actions: readonly FaceAction[]
}): Promise<Buffer> {
  const rest = await picture(seed, {})
  const scenes: Buffer[] = []
  for (const action of actions) {
    const way = await Promise.all(
      ON_THE_WAY.map(async (share) => picture(seed, partly(poseOf[action], share))),
    )
    const height = await picture(seed, poseOf[action])
    scenes.push(
      ...repeatFrame(rest, REST_SECONDS),
      ...way.flatMap((frame) => repeatFrame(frame, WAY_SECONDS)),
      ...repeatFrame(height, HOLD_SECONDS),
      ...way.toReversed().flatMap((frame) => repeatFrame(frame, WAY_SECONDS)),
    )
  }
  return Buffer.concat(scenes.length > 0 ? scenes : repeatFrame(rest, REST_SECONDS))
}

async function picture(seed: string, pose: Pose): Promise<Buffer> {
  const side = (WIDTH - HEIGHT) / 2
  return sharp(await drawFace({ seed, pose, size: DRAWN }))
    .resize(HEIGHT, HEIGHT)
    .extend({ left: side, right: side, extendWith: 'copy' })
    .jpeg({ quality: 85 })
    .toBuffer()
}

function partly({ yaw = 0, eyes = 1, mouth = 0 }: Pose, share: number): Pose {
  return { yaw: yaw * share, eyes: 1 - (1 - eyes) * share, mouth: mouth * share }
}

function repeatFrame(frame: Buffer, seconds: number): Buffer[] {
  return Array.from({ length: Math.round(seconds * PER_SECOND) }, () => frame)
}
