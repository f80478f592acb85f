import type { KeptFile } from '@qingzhou/contract/files'

/** A file that can be looked at. */
export type ViewedFile = {
  readonly id: string
  readonly fileName: string
  readonly kind: KeptFile['kind']
  readonly url: string | undefined
  /** The file itself, where this phone has it. */
  readonly blob?: Blob | undefined
}

export function viewedFile({ fileNo, fileName, kind, url }: KeptFile): ViewedFile {
  return { id: fileNo, fileName, kind, url }
}
