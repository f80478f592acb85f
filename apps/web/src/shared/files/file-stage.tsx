import { useState } from 'react'
import { ErrorInPlace } from '@qingzhou/ui/error-in-place'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import type { PdfSource } from './open-pdf.ts'
import { PdfViewer } from './pdf-viewer.tsx'
import { PictureStage } from './picture-stage.tsx'
import { usePdf } from './use-pdf.ts'
import type { ViewedFile } from './viewed-file.ts'

export interface FileStageProps {
  file: ViewedFile
  /** Asks for new links: those there are grow old after a few minutes. */
  onRenew?: (() => Promise<unknown>) | undefined
}

/** One file, large. */
export function FileStage({ file, onRenew }: FileStageProps) {
  const { id, fileName, kind, url, blob } = file
  if (kind === 'pdf' && blob) return <PdfStage source={{ name: id, blob }} onRenew={onRenew} />
  if (url === undefined) return <NotThere onRenew={onRenew} />
  if (kind === 'pdf') return <PdfStage key={url} source={url} onRenew={onRenew} />
  return <ShownPicture key={url} fileName={fileName} url={url} onRenew={onRenew} />
}

type Renewable = Pick<FileStageProps, 'onRenew'>

function ShownPicture({ fileName, url, onRenew }: Renewable & { fileName: string; url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <NotThere onRenew={onRenew} />
  return <PictureStage fileName={fileName} url={url} onBroken={() => setBroken(true)} />
}

function PdfStage({ source, onRenew }: Renewable & { source: PdfSource }) {
  const { share, data, error } = usePdf(source)
  if (data) return <PdfViewer pdf={data.pdf} />
  if (error) return <NotThere onRenew={onRenew} />
  return (
    <div className="stack stack-3">
      <SkeletonLines count={8} />
      <p className="small ink-2 centre tabular">正在打开 {Math.round(share * 100)}%</p>
    </div>
  )
}

function NotThere({ onRenew }: Renewable) {
  return (
    <ErrorInPlace
      title="文件没有打开"
      retryLabel="重新打开"
      {...(onRenew === undefined ? {} : { onRetry: onRenew })}
    >
      {onRenew ? '可能是网络不畅，或页面打开太久了' : '请关闭后再试一次'}
    </ErrorInPlace>
  )
}
