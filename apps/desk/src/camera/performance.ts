/** The pictures there are of a face: at rest, and at the height of each action. */
export const postures = ['rest', 'blink', 'turnLeft', 'turnRight', 'openMouth'] as const
export type Posture = (typeof postures)[number]

const actions = ['blink', 'turnLeft', 'turnRight', 'openMouth'] as const

/** Told what to do, the person does it after a moment and holds it; now and then they rest. */
const HELD_ROUND_MS = 6_000
const HELD_FROM_MS = 400

/** Told nothing, the person does one thing after the other, with a rest between. */
const ROUND_MS = 1_600
const ACTS_FROM_MS = 500
const ACTS_UNTIL_MS = 1_200

/** What the app asks of the person in front of the camera, where it says so. */
export function askedIn(page: Document): string | undefined {
  return page.querySelector('[data-face-action]')?.getAttribute('data-face-action') ?? undefined
}

/** How the face is held: as it is asked to be, or in all ways in turn. */
export function postureAt(elapsedMs: number, asked: string | undefined): Posture {
  if (asked !== undefined) {
    if (elapsedMs % HELD_ROUND_MS < HELD_FROM_MS) return 'rest'
    return actions.find((action) => action === asked) ?? 'rest'
  }
  const within = elapsedMs % ROUND_MS
  if (within < ACTS_FROM_MS || within >= ACTS_UNTIL_MS) return 'rest'
  return actions[Math.floor(elapsedMs / ROUND_MS) % actions.length] ?? 'rest'
}
