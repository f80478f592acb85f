export type FrameWindow = Window & typeof globalThis

const WIDTH = 640
const HEIGHT = 480
const MARGIN = (WIDTH - HEIGHT) / 2
const FRAMES_PER_SECOND = 15

/** A camera stream of a test person, created in the page that requests it. */
export async function film(view: FrameWindow, personKey: string): Promise<MediaStream> {
  const pictures = new Map<Posture, HTMLImageElement>()
  await take(view, pictures, { personKey, posture: 'rest' })
  // The others load while the instruction is shown.
  for (const posture of postures) void take(view, pictures, { personKey, posture })

  const canvas = view.document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const stream = canvas.captureStream(FRAMES_PER_SECOND)
  play(view, { canvas, pictures, stream })
  return stream
}

type Show = {
  readonly canvas: HTMLCanvasElement
  readonly pictures: ReadonlyMap<Posture, HTMLImageElement>
  readonly stream: MediaStream
}

function play(view: FrameWindow, { canvas, pictures, stream }: Show): void {
  let action: string | undefined
  let since = view.performance.now()
  const context = canvas.getContext('2d')

  function showNext() {
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) {
      view.clearInterval(timer)
      return
    }
    const askedNow = findRequestedAction(view.document)
    if (askedNow !== action) since = view.performance.now()
    action = askedNow
    const posture = postureAt(view.performance.now() - since, action)
    const picture = pictures.get(posture) ?? pictures.get('rest')
    if (picture && context) show(context, picture)
  }

  const timer = view.setInterval(showNext, 1000 / FRAMES_PER_SECOND)
  showNext()
}

/** The picture is square and a camera's is wider, so its edges are extended to both sides. */
function show(context: CanvasRenderingContext2D, picture: HTMLImageElement): void {
  const { naturalWidth: side } = picture
  context.drawImage(picture, 0, 0, 1, side, 0, 0, MARGIN, HEIGHT)
  context.drawImage(picture, side - 1, 0, 1, side, WIDTH - MARGIN, 0, MARGIN, HEIGHT)
  context.drawImage(picture, MARGIN, 0, HEIGHT, HEIGHT)
}

async function take(
  view: FrameWindow,
  pictures: Map<Posture, HTMLImageElement>,
  { personKey, posture }: { readonly personKey: string; readonly posture: Posture },
): Promise<void> {
  const picture = new view.Image()
  picture.src = `/sandbox/people/${personKey}/face-${posture}.png`
  await picture.decode()
  pictures.set(posture, picture)
}

/** The pictures of a face: at rest, and at the peak of each action. */
export const postures = ['rest', 'blink', 'turnLeft', 'turnRight', 'openMouth'] as const
export type Posture = (typeof postures)[number]

const actions = ['blink', 'turnLeft', 'turnRight', 'openMouth'] as const

/** With a requested action, the person performs it after a moment, and rests from time to time. */
const HELD_ROUND_MS = 6_000
const HELD_FROM_MS = 400

/** Without one, the person performs all actions in turn, with a rest between. */
const ROUND_MS = 1_600
const ACTS_FROM_MS = 500
const ACTS_UNTIL_MS = 1_200

/** The action that the app's page requests, if any. */
export function findRequestedAction(page: Document): string | undefined {
  return page.querySelector('[data-face-action]')?.getAttribute('data-face-action') ?? undefined
}

/** The pose of the face at a time. */
export function postureAt(elapsedMs: number, action: string | undefined): Posture {
  if (action !== undefined) {
    if (elapsedMs % HELD_ROUND_MS < HELD_FROM_MS) return 'rest'
    return actions.find((one) => one === action) ?? 'rest'
  }
  const within = elapsedMs % ROUND_MS
  if (within < ACTS_FROM_MS || within >= ACTS_UNTIL_MS) return 'rest'
  return actions[Math.floor(elapsedMs / ROUND_MS) % actions.length] ?? 'rest'
}
