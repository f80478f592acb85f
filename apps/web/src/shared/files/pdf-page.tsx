import { useEffect, useRef } from 'react'
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useInSight } from './use-in-sight.ts'

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  n: number
  /** CSS pixels, after zooming. */
  width: number
}

/**
 * One page as it would be printed, drawn as sharp as the screen is.
 *
 * Only what is in sight is drawn: fifty pages at once are more than a phone's memory holds.
 */
export function PdfPage({ pdf, n, width }: PdfPageProps) {
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
    // A page that is drawn anew before it is done gives the old drawing up, and says so.
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
      // Until it is drawn, of the shape most pages have.
      width={210}
      height={297}
      role="img"
      aria-label={`第 ${n} 页，共 ${pdf.numPages} 页`}
    />
  )
}

/** Frees most of the drawing's memory and keeps its shape, so that nothing jumps. */
function giveBack(canvas: HTMLCanvasElement): void {
  canvas.width = Math.ceil(canvas.width / 8)
  canvas.height = Math.ceil(canvas.height / 8)
}
