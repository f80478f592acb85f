import type { ChangeEvent, ReactNode } from 'react'
import { CameraIcon, PictureIcon } from '@qingzhou/ui/icons'
import { isMobile } from '#platform/browser.ts'
import './files.css'

const PICTURES = 'image/jpeg,image/png,image/webp'

/** Two ways in: the camera at once, or whatever is on the phone. A computer has the second alone. */
export function PickFiles({ onPick }: { onPick: (files: readonly File[]) => void }) {
  return (
    <div className="columns-2">
      {isMobile() && (
        <Picker onPick={onPick} accept="image/*" camera icon={<CameraIcon size={20} />}>
          拍照
        </Picker>
      )}
      <Picker
        onPick={onPick}
        accept={`${PICTURES},application/pdf`}
        icon={<PictureIcon size={20} />}
      >
        选择文件
      </Picker>
    </div>
  )
}

interface PickerProps {
  onPick: (files: readonly File[]) => void
  accept: string
  camera?: true
  icon: ReactNode
  children: string
}

function Picker({ onPick, accept, camera, icon, children }: PickerProps) {
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // Emptied, so that choosing the same file again is heard too.
    event.target.value = ''
    if (files.length > 0) onPick(files)
  }

  return (
    <label className="button button-quiet file-picker">
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={!camera}
        capture={camera ? 'environment' : undefined}
        onChange={pick}
      />
      {icon}
      <span>{children}</span>
    </label>
  )
}
