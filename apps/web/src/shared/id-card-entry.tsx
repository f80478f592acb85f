import { IdCardCapture } from './id-card-capture.tsx'
import { BackCheck, FrontCheck } from './id-card-check.tsx'
import type { IdCardEntry as Entry } from './use-id-card-entry.ts'

/** The photos of a card, and under them what was read off each. */
export function IdCardEntry({ entry: { form, reading } }: { entry: Entry }) {
  return (
    <>
      <IdCardCapture reading={reading} />
      {reading.front.state === 'done' && <FrontCheck form={form} />}
      {reading.back.state === 'done' && <BackCheck form={form} />}
    </>
  )
}
