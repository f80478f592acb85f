import { useEffect, useRef } from 'react'
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  n: number
  /** CSS pixels, after zooming. */
  width: number
}

/** One page as it would be printed, drawn as sharp as the screen is. */
export function PdfPage({ pdf, n, width }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    let task: RenderTask | undefined
    let isGone = false
    async function draw() {
      const page = await pdf.getPage(n)
      const element = canvas.current
      if (isGone || !element) return
      const bare = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (width / bare.width) * window.devicePixelRatio })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      task = page.render({ canvas: element, viewport })
      await task.promise
    }
    // A page that is drawn anew before it is done gives the old drawing up, and says so.
    draw().catch(() => undefined)
    return () => {
      isGone = true
      task?.cancel()
    }
  }, [pdf, n, width])

  return (
    <canvas
      ref={canvas}
      className="pdf-page"
      role="img"
      aria-label={`第 ${n} 页，共 ${pdf.numPages} 页`}
    />
  )
}
