import { Refused } from '#refused.ts'

/**
 * An upload may be this many times larger than the stored picture. Fifty thousand pixels squared is
 * an attack.
 */
const TIMES_LARGER_MAX = 10
const SECONDS_MAX = 10
const QUALITY = 85

/**
 * Converts an upload into an upright, small JPEG without metadata. Anything but a complete JPEG,
 * PNG or WebP is refused, whatever its name.
 */
export async function convertPicture(
  bytes: Buffer,
  { sideMax }: { readonly sideMax: number },
): Promise<Buffer> {
  // Loaded with the first picture: one is a native library, one has a module for each of two hundred
  // kinds of file.
  const { default: sharp } = await import('sharp')
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.mime
  const endsIn = type === undefined ? undefined : endings[type]
  if (!endsIn?.(bytes)) throw new Refused({ kind: 'picture-unusable' })
  try {
    return await sharp(bytes, {
      limitInputPixels: TIMES_LARGER_MAX * sideMax ** 2,
      failOn: 'error',
    })
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer()
  } catch {
    // The decoder's message is only about the caller's bytes.
    throw new Refused({ kind: 'picture-unusable' })
  }
}

/** Checks that nothing is appended after the end of the picture. */
const endings: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/jpeg': (bytes) => bytes.subarray(-2).equals(Buffer.from([0xff, 0xd9])),
  'image/png': (bytes) => bytes.subarray(-8, -4).toString('latin1') === 'IEND',
  'image/webp': (bytes) => {
    const length = bytes.readUInt32LE(4) + 8
    return bytes.length === length || bytes.length === length + (length % 2)
  },
}
