import { Card } from '@qingzhou/ui/card'
import { PhotoSlot } from '@qingzhou/ui/photo-slot'
import { WarningIcon } from '@qingzhou/ui/icons'
import type { CardSide, IdCardReading, SideState } from './use-id-card-reading.ts'

/** Both sides of an identity card, by camera or from the album. */
export function IdCardCapture({ reading }: { reading: IdCardReading }) {
  const { front, back, readsLeft } = reading
  const problems = [front.problem, back.problem].filter((problem) => problem !== undefined)

  return (
    <Card title="拍摄身份证" note="对齐边框，四角完整，避免反光">
      <div className="columns-2">
        <Side label="人像面" side="front" shown={front} reading={reading} />
        <Side label="国徽面" side="back" shown={back} reading={reading} />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="field-note is-overdue" role="alert">
          <WarningIcon size={16} />
          <span>{problem}</span>
        </p>
      ))}
      <p className="row row-between caption ink-3 tabular">
        <span>照片加密保存，只用于核验身份</span>
        <span>{readsLeft !== undefined && `今日还可识别 ${readsLeft} 次`}</span>
      </p>
    </Card>
  )
}

interface SideProps {
  label: string
  side: CardSide
  shown: SideState
  reading: IdCardReading
}

function Side({ label, side, shown, reading }: SideProps) {
  const { state, picture, problem } = shown
  return (
    <PhotoSlot
      label={label}
      state={state}
      picture={picture}
      note={notes[state]}
      error={problem === undefined ? undefined : '请重拍'}
      onPick={(file) => void reading.pick(side, file)}
      {...(reading.albumAllowed ? {} : { camera: 'environment' as const })}
    />
  )
}

const notes = { empty: '待拍摄', busy: '正在识别…', done: '已识别' } as const
