import type { ChangeEvent } from 'react'
import { NAME_FILES } from './name-file.ts'
import './choose-file.css'

export interface ChooseFileProps {
  label: string
  onChoose: (file: File) => Promise<void>
}

/** A button that opens the file dialogue. */
export function ChooseFile({ label, onChoose }: ChooseFileProps) {
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Emptied, so that choosing the same file again, once it was put right, is heard too.
    event.target.value = ''
    if (file) void onChoose(file)
  }

  return (
    <label className="button button-quiet choose-file">
      <input type="file" className="visually-hidden" accept={NAME_FILES} onChange={choose} />
      <span>{label}</span>
    </label>
  )
}
