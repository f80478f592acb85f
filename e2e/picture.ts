import type { Locator } from '@playwright/test'

export type Point = readonly [x: number, y: number]

/** The pixels of each character on an image code. Noise is drawn paler, so darkness tells. */
export async function inkOf(picture: Locator): Promise<Point[][]> {
  const { width, data } = await pixelsOf(picture)
  const dark: Point[] = []
  for (let index = 0; index < data.length; index += 4) {
    if (isInk(data.slice(index, index + 3))) {
      dark.push([(index / 4) % width, Math.floor(index / 4 / width)])
    }
  }
  return slots.map(([from, to]) => dark.filter(([x]) => x >= from && x < to))
}

/** Where the four characters stand. */
const slots = [0, 1, 2, 3].map((place) => [18 + place * 51, 74 + place * 51] as const)

const inks = [
  [0x1d, 0x4e, 0xd8],
  [0x0f, 0x76, 0x6e],
  [0x7c, 0x2d, 0x12],
  [0x6b, 0x21, 0xa8],
  [0x37, 0x41, 0x51],
] as const

function isInk(colour: readonly number[]): boolean {
  return inks.some((ink) => ink.every((part, place) => Math.abs(part - (colour[place] ?? 0)) < 28))
}

async function pixelsOf(picture: Locator): Promise<{ width: number; data: number[] }> {
  return picture.evaluate((element) => {
    // The locator names the picture itself.
    const image = element as HTMLImageElement
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return { width: canvas.width, data: [...pixels] }
  })
}
