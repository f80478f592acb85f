import type { CSSProperties, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { IconButton } from '@qingzhou/ui/icon-button'
import { MinusIcon, PlusIcon, TurnIcon } from '@qingzhou/ui/icons'
import type { Ground, PictureView, Point } from './picture-view.ts'
import { movedBy, toggledAt, turnedRight, wholePicture, zoomedBy } from './picture-view.ts'
import { useGestures } from './use-gestures.ts'
import { useWheel } from './use-wheel.ts'
import './file-viewer.css'

const STEP = 1.5
const ARROW_PX = 48
const middle: Point = { x: 0, y: 0 }

export interface PictureStageProps {
  fileName: string
  url: string
  onBroken: () => void
}

/** A picture that can be brought near, moved about and turned: by fingers, wheel, keys or buttons. */
export function PictureStage({ fileName, url, onBroken }: PictureStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState(wholePicture)
  const ground = () => groundOf(stage.current, image.current)
  const zoom = (factor: number, at = middle) =>
    setView((before) => zoomedBy(before, { factor, at, ground: ground() }))

  const gestures = useGestures({
    onMove: (by) => setView((before) => movedBy(before, by, ground())),
    onPinch: zoom,
    onDoubleTap: (at) => setView((before) => toggledAt(before, at, ground())),
  })
  useWheel(stage, zoom)

  function pressKey(event: KeyboardEvent) {
    const move = arrows[event.key]
    if (!move) return
    event.preventDefault()
    setView((before) => movedBy(before, move, ground()))
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
          onPress={() => setView((before) => turnedRight(before, ground()))}
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

/** Measured when it is needed: a phone may be turned at any time. */
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
