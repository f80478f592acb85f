import { askedIn, postureAt, postures } from './performance.ts'
import type { Posture } from './performance.ts'

export type FrameWindow = Window & typeof globalThis

const WIDTH = 640
const HEIGHT = 480
const MARGIN = (WIDTH - HEIGHT) / 2
const FRAMES_PER_SECOND = 15

/** A camera picture of a test person, made in the page that asked for it. */
export async function film(view: FrameWindow, personKey: string): Promise<MediaStream> {
  const pictures = new Map<Posture, HTMLImageElement>()
  await take(view, pictures, { personKey, posture: 'rest' })
  // The others come while the person is still reading what to do.
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
  let asked: string | undefined
  let since = view.performance.now()
  const context = canvas.getContext('2d')

  function showNext() {
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) {
      view.clearInterval(timer)
      return
    }
    const askedNow = askedIn(view.document)
    if (askedNow !== asked) since = view.performance.now()
    asked = askedNow
    const posture = postureAt(view.performance.now() - since, asked)
    const picture = pictures.get(posture) ?? pictures.get('rest')
    if (picture && context) show(context, picture)
  }

  const timer = view.setInterval(showNext, 1000 / FRAMES_PER_SECOND)
  showNext()
}

/** The picture is square and a camera's is not: its edges are drawn out to both sides. */
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
