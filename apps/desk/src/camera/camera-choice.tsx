import { Select } from '#select.tsx'
import type { Person } from '#people/use-people.ts'
import type { CameraKind } from './equip.ts'
import { cameras } from './use-camera.ts'

type CameraChoiceProps = {
  readonly kind: CameraKind
  readonly onChoose: (kind: CameraKind) => void
  readonly person: Person
}

/** What the phone's camera sees. */
export function CameraChoice({ kind, onChoose, person }: CameraChoiceProps) {
  const options = cameras.map(({ value, label }) => ({
    value,
    label: value === 'person' ? `${person.name}的脸` : label,
  }))
  return (
    <div className="camera-choice">
      <span className="grow small">手机摄像头</span>
      <Select label="手机摄像头" hideLabel options={options} value={kind} onChange={onChoose} />
    </div>
  )
}
