const LONGEST_EDGE = 1600
const QUALITY = 0.85
const BYTES_MAX = 30 * 1024 * 1024

const UNREADABLE = '这张图片打不开，请重新拍摄，或换一张 JPG、PNG 照片'

/** A file that is no photo or cannot be decoded. The message can be shown to the user. */
export class PhotoUnusable extends Error {}

export type Photo = {
  /** A base64 JPEG. */
  readonly base64: string
  /** The same as data address, in memory only. */
  readonly url: string
}

/**
 * Reduces a photo for slow connections.
 *
 * Redrawing also removes the camera's metadata (place and time).
 */
export async function shrinkPhoto(file: Blob): Promise<Photo> {
  if (file.size > BYTES_MAX) throw new PhotoUnusable('图片太大，请换一张 30 MB 以内的照片')
  const canvas = await drawAnew(file, LONGEST_EDGE)
  const url = canvas.toDataURL('image/jpeg', QUALITY)
  return { url, base64: url.slice(url.indexOf(',') + 1) }
}

/** Draws the picture on a canvas, limited to the longest edge. */
export async function drawAnew(file: Blob, longestEdge: number): Promise<HTMLCanvasElement> {
  const image = await openImage(file)
  const scale = Math.min(1, longestEdge / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  const context = canvas.getContext('2d')
  if (!context || canvas.width === 0 || canvas.height === 0) throw new PhotoUnusable(UNREADABLE)

  // Transparency would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function openImage(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch (error) {
    throw new PhotoUnusable(UNREADABLE, { cause: error })
  } finally {
    URL.revokeObjectURL(address)
  }
}
