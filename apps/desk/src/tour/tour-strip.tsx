import { Button, IconButton } from '@qingzhou/ui/inputs'
import { CheckIcon, CloseIcon } from '@qingzhou/ui/graphics'
import type { Faults } from '#client.ts'
import { stops } from './stops.ts'
import type { DeskInHand } from './stops.ts'
import { useSeen } from './use-seen.ts'
import type { Tour } from './use-tour.ts'

type TourStripProps = {
  readonly tour: Tour
  readonly desk: DeskInHand
  readonly faults: Faults | undefined
}

/** One stop at a time: what there is to see, a button that does it, and the way on. */
export function TourStrip({ tour, desk, faults }: TourStripProps) {
  const seen = useSeen(desk, faults)
  const stop = stops[tour.index]
  if (!stop) return null

  const isDone = stop.isDone(seen)
  const isLast = tour.index === stops.length - 1

  return (
    <aside className="tour" aria-label="五分钟导览">
      <div className="tour-way">
        <p className="tour-count small tabular">
          {tour.index + 1}/{stops.length}
        </p>
        <div className="tour-stops" aria-hidden="true">
          {stops.map(({ name, isDone: isPassed }, at) => (
            <span
              key={name}
              className={markOf({ isHere: at === tour.index, isPassed: isPassed(seen) })}
            />
          ))}
        </div>
      </div>
      <div className="tour-words grow" aria-live="polite">
        <p className="row">
          <strong className="strong">{stop.title}</strong>
          {isDone && (
            <span className="tour-done caption">
              <CheckIcon size={16} />
              已完成
            </span>
          )}
        </p>
        <p className="small ink-2">{stop.text}</p>
      </div>
      <div className="tour-buttons row">
        <Button
          key={stop.name}
          fit
          kind={isDone ? 'quiet' : 'primary'}
          onPress={() => stop.act(desk)}
        >
          {stop.action(desk.person)}
        </Button>
        {tour.index > 0 && (
          <Button kind="text" onPress={tour.back}>
            上一步
          </Button>
        )}
        <Button fit kind={isDone ? 'primary' : 'quiet'} onPress={tour.next}>
          {isLast ? '完成导览' : '下一步'}
        </Button>
        <IconButton label="跳过导览" icon={<CloseIcon size={18} />} onPress={tour.close} />
      </div>
    </aside>
  )
}

function markOf({ isHere, isPassed }: { isHere: boolean; isPassed: boolean }): string {
  if (isHere) return 'tour-mark is-here'
  return isPassed ? 'tour-mark is-done' : 'tour-mark'
}
