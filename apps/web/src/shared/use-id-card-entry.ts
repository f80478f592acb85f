import { backFields, type CardRead, frontFields, useIdCardForm } from './id-card-fields.ts'
import { type IdCardReading, useIdCardReading } from './use-id-card-reading.ts'

export type IdCardEntry = ReturnType<typeof useIdCardEntry>

/** An identity card on its way into a form: photographed, read, and put right. */
export function useIdCardEntry(draft: string, read: CardRead) {
  const form = useIdCardForm(draft, read)
  const reading = useIdCardReading({
    earlier: { front: read.front !== undefined, back: read.back !== undefined },
    // A new photo counts for more than what was typed over the old one.
    onRead: ({ side, fields }) =>
      form.put(side === 'front' ? frontFields(fields) : backFields(fields)),
  })
  return { form, reading, missing: missingIn(reading) }
}

/** What has to be done before it can be sent. */
function missingIn({ front, back }: IdCardReading): string | undefined {
  if (front.state === 'busy' || back.state === 'busy') return '正在识别照片…'
  if (front.state !== 'done') return '请先拍摄人像面'
  return back.state === 'done' ? undefined : '请先拍摄国徽面'
}
