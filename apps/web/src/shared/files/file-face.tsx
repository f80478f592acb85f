import { useState } from 'react'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import { DocumentIcon, PictureIcon } from '@qingzhou/ui/graphics'

interface FileFaceProps {
  kind: FileRecord['kind'] | undefined
  url: string | undefined
}

/** The thumbnail of a file: the picture, or an icon of its type. */
export function FileFace({ kind, url }: FileFaceProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (kind === 'picture' && url !== undefined && url !== brokenUrl) {
    return <img className="file-picture" src={url} alt="" onError={() => setBrokenUrl(url)} />
  }
  return (
    <span className="file-sign">
      {kind === 'pdf' ? <DocumentIcon size={28} /> : <PictureIcon size={28} />}
      {kind === 'pdf' && <span className="caption strong">PDF</span>}
    </span>
  )
}

/** A file that can be viewed. */
export type ViewedFile = {
  readonly id: string
  readonly fileName: string
  readonly kind: FileRecord['kind']
  readonly url: string | undefined
  /** The file content, if it is on this phone. */
  readonly blob?: Blob | undefined
}

export function viewedFile({ fileNo, fileName, kind, url }: FileRecord): ViewedFile {
  return { id: fileNo, fileName, kind, url }
}
