import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { Segmented } from '@qingzhou/ui/inputs'
import type { OpenedPdf } from './use-pdf.ts'
import './pdf-viewer.css'

const zooms = [
  { value: '100', label: '100%' },
  { value: '150', label: '150%' },
  { value: '200', label: '200%' },
] as const

type Zoom = (typeof zooms)[number]['value']

/** The pages below one another, at screen width or zoomed. */
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

interface PdfPageProps {
  pdf: PDFDocumentProxy
  n: number
  /** CSS pixels after zooming. */
  width: number
}

/**
 * One page, rendered at the resolution of the screen.
 *
 * Only visible pages are rendered: fifty pages would exceed a phone's memory.
 */
function PdfPage({ pdf, n, width }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isInSight = useInSight(canvas)

  useEffect(() => {
    const element = canvas.current
    if (!isInSight || !element) return undefined
    let task: RenderTask | undefined
    let isGone = false
    async function draw(onto: HTMLCanvasElement) {
      const page = await pdf.getPage(n)
      if (isGone) return
      const bare = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (width / bare.width) * window.devicePixelRatio })
      onto.width = Math.floor(viewport.width)
      onto.height = Math.floor(viewport.height)
      task = page.render({ canvas: onto, viewport })
      await task.promise
    }
    // Rendering a page again cancels the earlier rendering, which throws.
    draw(element).catch(() => undefined)
    return () => {
      isGone = true
      task?.cancel()
      giveBack(element)
    }
  }, [pdf, n, width, isInSight])

  return (
    <canvas
      ref={canvas}
      className="pdf-page"
      // The usual page format until the page is loaded.
      width={210}
      height={297}
      role="img"
      aria-label={`第 ${n} 页，共 ${pdf.numPages} 页`}
    />
  )
}

/** Frees most of the memory and keeps the size, so that the layout does not move. */
function giveBack(canvas: HTMLCanvasElement): void {
  canvas.width = Math.ceil(canvas.width / 8)
  canvas.height = Math.ceil(canvas.height / 8)
}

/** The margin around the visible area. */
const MARGIN = '100% 0px'

/** Whether an element is visible or nearly visible; true where the browser cannot tell. */
function useInSight(element: { readonly current: HTMLElement | null }): boolean {
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined')

  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isInSight
}
