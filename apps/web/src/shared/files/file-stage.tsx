import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from '@qingzhou/ui/inputs'
import { ErrorInPlace, SkeletonLines } from '@qingzhou/ui/feedback'
import { MinusIcon, PlusIcon, TurnIcon } from '@qingzhou/ui/graphics'
import './file-viewer.css'
import { type PdfSource, usePdf } from './use-pdf.ts'
import { PdfViewer } from './pdf-viewer.tsx'
import {
  type Ground,
  moveView,
  type PictureView,
  type Point,
  toggleZoom,
  turnRight,
  useGestures,
  wholePicture,
  zoomView,
} from './picture-gestures.ts'
import type { ViewedFile } from './file-grid.tsx'

export interface FileStageProps {
  file: ViewedFile
  /** Requests new links: links expire after a few minutes. */
  onRenew?: (() => Promise<unknown>) | undefined
}

/** Shows one file in full size. */
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
      title="文件打开失败"
      retryLabel="重新打开"
      {...(onRenew === undefined ? {} : { onRetry: onRenew })}
    >
      {onRenew ? '网络不稳定，或页面打开时间过长' : '请关闭后再试一次'}
    </ErrorInPlace>
  )
}

const STEP = 1.5

const ARROW_PX = 48

const middle: Point = { x: 0, y: 0 }

interface PictureStageProps {
  fileName: string
  url: string
  onBroken: () => void
}

/** A picture that can be zoomed, moved and rotated by touch, wheel, keys or buttons. */
function PictureStage({ fileName, url, onBroken }: PictureStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState(wholePicture)
  const ground = () => groundOf(stage.current, image.current)
  const zoom = (factor: number, at = middle) =>
    setView((before) => zoomView(before, { factor, at, ground: ground() }))

  const gestures = useGestures({
    onMove: (by) => setView((before) => moveView(before, by, ground())),
    onPinch: zoom,
    onDoubleTap: (at) => setView((before) => toggleZoom(before, at, ground())),
  })
  useWheel(stage, zoom)

  function pressKey(event: KeyboardEvent) {
    const move = arrows[event.key]
    if (!move) return
    event.preventDefault()
    setView((before) => moveView(before, move, ground()))
  }

  return (
    <div className="stack stack-2">
      <div
        ref={stage}
        className="picture-stage"
        role="group"
        aria-label={`${fileName}，方向键移动`}
        tabIndex={0}
        onKeyDown={pressKey}
        {...gestures}
      >
        <img
          ref={image}
          className="picture-shown"
          src={url}
          alt={fileName}
          draggable={false}
          style={placeOf(view)}
          onError={onBroken}
        />
      </div>
      <div className="row row-centre" role="group" aria-label="看图">
        <IconButton label="缩小" icon={<MinusIcon />} onPress={() => zoom(1 / STEP)} />
        <output className="picture-zoom small tabular centre">
          {Math.round(view.zoom * 100)}%
        </output>
        <IconButton label="放大" icon={<PlusIcon />} onPress={() => zoom(STEP)} />
        <IconButton
          label="向右旋转 90 度"
          icon={<TurnIcon />}
          onPress={() => setView((before) => turnRight(before, ground()))}
        />
        <Button kind="text" fit onPress={() => setView(wholePicture)}>
          还原
        </Button>
      </div>
    </div>
  )
}

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: ARROW_PX, y: 0 },
  ArrowRight: { x: -ARROW_PX, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PX },
  ArrowDown: { x: 0, y: -ARROW_PX },
}

/** Measured on use: the phone may be rotated at any time. */
function groundOf(stage: HTMLElement | null, image: HTMLElement | null): Ground {
  return {
    stage: { width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 },
    picture: { width: image?.clientWidth ?? 0, height: image?.clientHeight ?? 0 },
  }
}

type Place = CSSProperties & Record<'--x' | '--y' | '--turn' | '--scale', string>

function placeOf(view: PictureView): Place {
  return {
    '--x': `${view.x}px`,
    '--y': `${view.y}px`,
    '--turn': `${view.turns * 90}deg`,
    '--scale': String(view.zoom * view.fit),
  }
}

/** The wheel zooms. React's listener is passive and cannot stop the page from scrolling. */
function useWheel(
  element: { readonly current: HTMLElement | null },
  onZoom: (factor: number, at: Point) => void,
) {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const stage = element.current
    if (!stage) return undefined
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const box = stage.getBoundingClientRect()
      const at = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      }
      zoom(Math.exp(-event.deltaY / 500), at)
    }
    stage.addEventListener('wheel', turn, { passive: false })
    return () => stage.removeEventListener('wheel', turn)
  }, [element])
}
