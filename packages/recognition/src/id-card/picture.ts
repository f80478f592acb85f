import sharp from 'sharp'
import type { Sharp } from 'sharp'

import type { Area } from '#id-card/text-area.ts'

/** A decoded picture: three bytes a pixel, red first. */
export type Picture = { readonly width: number; readonly height: number; readonly data: Buffer }

export type QuarterTurns = 0 | 1 | 2 | 3

const PIXELS_MAX = 20_000_000
const SIDE_MAX = 1600
/** Background of transparent areas, such as the rounded corners of a drawn card. */
const BEHIND = '#8a8a8a'

/** The formats of cameras and phones. Others, such as SVG, can contain code. */
const FORMATS = new Set(['jpeg', 'png', 'webp'])

/**
 * Decodes a picture in its intended orientation; undefined if it is not a picture, or too large.
 */
export async function decode(image: Uint8Array): Promise<Picture | undefined> {
  try {
    const encoded = sharp(image, { limitInputPixels: PIXELS_MAX })
    const { format } = await encoded.metadata()
    if (!FORMATS.has(format)) return undefined
    return await toPicture(
      encoded
        .autoOrient()
        .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: BEHIND }),
    )
  } catch {
    // Whatever the reason, the user can only choose another picture.
    return undefined
  }
}

/** Rotates a picture clockwise. */
export function turn(picture: Picture, turns: QuarterTurns): Promise<Picture> {
  return toPicture(open(picture).rotate(turns * 90))
}

export function crop(picture: Picture, area: Area): Promise<Picture> {
  return toPicture(open(picture).extract(area))
}

/**
 * The lightness of a picture, one byte a pixel, scaled to a fixed side so that pictures are
 * comparable.
 */
export type Lightness = { readonly width: number; readonly data: Buffer }

export async function measureLightness(picture: Picture, side: number): Promise<Lightness> {
  const { data, info } = await open(picture)
    .resize(side, side, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, data }
}

export async function toPicture(pipeline: Sharp): Promise<Picture> {
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

export function open({ width, height, data }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}
