import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Refused } from '#refused.ts'
import { convertPicture } from './picture.ts'

const drawPicture = () =>
  sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#3a7' } })
const usable = (bytes: Buffer) => convertPicture(bytes, { sideMax: 1600 })

async function expectUnusable(bytes: Buffer): Promise<void> {
  await expect(usable(bytes)).rejects.toThrow(new Refused({ kind: 'picture-unusable' }))
}

/** A PNG that declares more pixels than it has. */
async function bomb(): Promise<Buffer> {
  const bytes = await drawPicture().png().toBuffer()
  bytes.writeUInt32BE(50_000, 16)
  bytes.writeUInt32BE(50_000, 20)
  return bytes
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'a picture of type %s becomes a small JPEG',
    async (type) => {
      const picture = await usable(await drawPicture().toFormat(type).toBuffer())
      const { format, width, height } = await sharp(picture).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1600, height: 800 })
    },
  )

  it('a picture is never enlarged', async () => {
    const small = await drawPicture().resize(300, 150).jpeg().toBuffer()
    expect(await sharp(await usable(small)).metadata()).toMatchObject({ width: 300, height: 150 })
  })

  it('is rotated upright and loses its metadata', async () => {
    const taken = await drawPicture()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'planted' } })
      .jpeg()
      .toBuffer()
    expect(taken.includes('planted')).toBe(true)
    const picture = await usable(taken)
    expect(picture.includes('planted')).toBe(false)
    const { width, height, exif, icc, xmp } = await sharp(picture).metadata()
    expect({ width, height }).toEqual({ width: 800, height: 1600 })
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
  })

  it.each(['jpeg', 'png', 'webp'] as const)(
    'a picture that is truncated is refused: %s',
    async (type) => {
      const whole = await drawPicture().toFormat(type).toBuffer()
      await expectUnusable(whole.subarray(0, whole.length / 2))
    },
  )

  it.each(['jpeg', 'png', 'webp'] as const)(
    'a picture with appended data is refused: %s',
    async (type) => {
      const whole = await drawPicture().toFormat(type).toBuffer()
      await expectUnusable(Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]))
    },
  )

  it('loses a script hidden inside it', async () => {
    const whole = await drawPicture().jpeg().toBuffer()
    const note = Buffer.from('<script>alert(1)</script>')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, note.length + 2]), note])
    const hiding = Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2)])
    expect((await usable(hiding)).includes('script')).toBe(false)
  })

  it('a picture of fifty thousand pixels squared is refused', async () => {
    await expectUnusable(await bomb())
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'],
    ['GIF that is also a script', 'GIF89a/*\u0001\u0001*/=1;alert(1)'],
    ['nothing', ''],
    ['text', 'no picture'],
  ])('a picture that is %s is refused', async (_, text) => {
    await expectUnusable(Buffer.from(text, 'latin1'))
  })

  it.each(['gif', 'tiff', 'avif'] as const)(
    'a picture of another type is refused: %s',
    async (type) => {
      const image = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      await expectUnusable(await image.toFormat(type).toBuffer())
    },
  )
})
