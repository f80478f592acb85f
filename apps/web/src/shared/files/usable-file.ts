import { FILE_BYTES_MAX, type FileRecord } from '@qingzhou/contract/wire/files'
import { drawAnew } from '#shared/identity/photo.ts'

/** A file that cannot be sent. The message can be shown to the user. */
export class FileUnusable extends Error {}

/** A file as it will be uploaded. */
export type UsableFile = {
  readonly blob: Blob
  readonly fileName: string
  readonly kind: FileRecord['kind']
}

const LARGE_BYTES = 2 * 1024 * 1024

const LONGEST_EDGE = 2560

const QUALITY = 0.85

const NAME_MAX = 120

/** Rejects what the server would reject before uploading; reduces large photos. */
export async function usableFile(file: File): Promise<UsableFile> {
  const fileName = nameOf(file)
  if (file.size === 0) throw new FileUnusable(`“${fileName}”是空文件，请换一个`)
  if (file.size > FILE_BYTES_MAX) {
    throw new FileUnusable(`“${fileName}”超过 ${formatBytes(FILE_BYTES_MAX)}，请截图后上传截图`)
  }
  const form = formOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  switch (form) {
    case 'pdf':
      return { blob: file, fileName, kind: 'pdf' }
    case 'picture':
      if (file.size <= LARGE_BYTES) return { blob: file, fileName, kind: 'picture' }
      // A picture this browser cannot decode is sent unchanged; the server checks it.
      return (await redrawn(file, fileName)) ?? { blob: file, fileName, kind: 'picture' }
    case 'camera-format': {
      const drawn = await redrawn(file, fileName)
      if (drawn) return drawn
      throw new FileUnusable(`“${fileName}”是 HEIC 图片，暂时打不开，请截图后上传截图`)
    }
    default:
      throw new FileUnusable(`“${fileName}”不是图片或 PDF，请上传 JPG、PNG 图片或 PDF 文件`)
  }
}

/** The type of a file by its first bytes; name and MIME type are untrusted. */
function formOf(head: Uint8Array): 'pdf' | 'picture' | 'camera-format' | undefined {
  const text = String.fromCharCode(...head)
  if (text.startsWith('%PDF-')) return 'pdf'
  if (text.startsWith('\u00ff\u00d8\u00ff') || text.startsWith('\u0089PNG')) return 'picture'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'picture'
  return /^ftyp(heic|heix|hevc|mif1|msf1|avif)/.test(text.slice(4)) ? 'camera-format' : undefined
}

async function redrawn(file: Blob, fileName: string): Promise<UsableFile | undefined> {
  try {
    const canvas = await drawAnew(file, LONGEST_EDGE)
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY)
    })
    const { stem } = partsOfName(fileName)
    return blob ? { blob, fileName: `${stem}.jpg`, kind: 'picture' } : undefined
  } catch {
    // Not a picture for this browser; the caller decides what that means.
    return undefined
  }
}

/** A name the contract accepts: no control characters, limited length. */
function nameOf(file: File): string {
  const { stem, ending } = partsOfName(file.name.replaceAll(/\p{Cc}/gu, ''))
  return `${stem.slice(0, NAME_MAX - ending.length)}${ending}` || '未命名文件'
}

/** A file name before its extension, and the extension with its dot. */
export function partsOfName(name: string): { readonly stem: string; readonly ending: string } {
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

const KILO = 1024

const MEGA = KILO * KILO

/** The size of a file in readable form: 1.2 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`
  if (bytes < MEGA) return `${Math.round(bytes / KILO)} KB`
  const tenths = (bytes / MEGA).toFixed(1)
  return `${tenths.endsWith('.0') ? tenths.slice(0, -2) : tenths} MB`
}
