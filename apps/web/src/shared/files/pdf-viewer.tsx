import { useEffect, useRef, useState } from 'react'
import { Segmented } from '@qingzhou/ui/segmented'
import type { OpenedPdf } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import './pdf-viewer.css'

const zooms = [
  { value: '100', label: '100%' },
  { value: '150', label: '150%' },
  { value: '200', label: '200%' },
] as const
type Zoom = (typeof zooms)[number]['value']

/** The pages one under the other, as wide as the screen or larger. */
export function PdfViewer({ pdf }: Pick<OpenedPdf, 'pdf'>) {
  const [zoom, setZoom] = useState<Zoom>('100')
  const box = useRef<HTMLDivElement>(null)
  const [boxWidth, setBoxWidth] = useState(0)
  useEffect(() => {
    setBoxWidth(box.current?.clientWidth ?? 0)
  }, [])

  const pages = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return (
    <div className="stack stack-3">
      <Segmented label="缩放" options={zooms} value={zoom} onChange={setZoom} />
      <div ref={box} className="pdf-pages" data-zoom={zoom}>
        {boxWidth > 0 &&
          pages.map((n) => (
            <PdfPage key={n} pdf={pdf} n={n} width={(boxWidth * Number(zoom)) / 100} />
          ))}
      </div>
      <p className="caption ink-3 centre tabular">共 {pdf.numPages} 页</p>
    </div>
  )
}
