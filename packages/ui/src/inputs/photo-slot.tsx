import { type ChangeEvent, useId } from 'react'
import { WarningIcon } from '#graphics/icons.tsx'
import { CameraIcon, CheckIcon } from '#graphics/screen-icons.tsx'

export interface PhotoSlotProps {
  /** The subject of the photo: 国徽面. */
  label: string
  onPick: (file: File) => void
  /** The address of the taken photo. */
  picture?: string | undefined
  state?: 'empty' | 'busy' | 'done'
  /** Beside the label: 已识别, 待拍摄. */
  note?: string
  error?: string | undefined
  /** The preferred camera; without it the phone asks. */
  camera?: 'environment' | 'user'
  accept?: string
}

/** A card-shaped frame for a photo. */
export function PhotoSlot({
  label,
  onPick,
  state = 'empty',
  accept = 'image/*',
  ...slot
}: PhotoSlotProps) {
  const { picture, note, error, camera } = slot
  const noteId = useId()
  // The photo of another phone, or from before a reload, is on the server only.
  const isTaken = picture !== undefined || state === 'done'

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Reset, so that choosing the same photo again fires a change event.
    event.target.value = ''
    if (file) onPick(file)
  }

  return (
    <div className="stack stack-1">
      <label className={slotClass({ error, picture })} aria-busy={state === 'busy' || undefined}>
        <input
          type="file"
          className="visually-hidden"
          accept={accept}
          capture={camera}
          aria-label={isTaken ? `重拍${label}` : `拍摄${label}`}
          aria-describedby={noteId}
          disabled={state === 'busy'}
          onChange={pick}
        />
        {picture && <img className="photo-picture" src={picture} alt="" />}
        <SlotSign label={label} state={state} hasPicture={picture !== undefined} />
      </label>
      <p className="row small" id={noteId} aria-live="polite">
        <span className="strong">{label}</span>
        <SlotNote note={note} error={error} isDone={state === 'done'} />
      </p>
    </div>
  )
}

interface SlotSignProps {
  label: string
  state: 'empty' | 'busy' | 'done'
  hasPicture: boolean
}

function SlotSign({ label, state, hasPicture }: SlotSignProps) {
  if (state === 'busy') {
    return (
      <span className="photo-veil">
        <span className="spinner" aria-hidden="true" />
      </span>
    )
  }
  if (hasPicture) return null
  return (
    <span className="photo-sign">
      {state === 'done' ? <CheckIcon size={28} /> : <CameraIcon size={28} />}
      <span className="small strong">{state === 'done' ? `重拍${label}` : `拍${label}`}</span>
    </span>
  )
}

interface SlotNoteProps {
  note: string | undefined
  error: string | undefined
  isDone: boolean
}

function SlotNote({ note, error, isDone }: SlotNoteProps) {
  if (error) {
    return (
      <span className="row row-tight is-overdue">
        <WarningIcon size={16} />
        {error}
      </span>
    )
  }
  if (isDone) {
    return (
      <span className="row row-tight is-primary">
        <CheckIcon size={16} />
        {note ?? '已完成'}
      </span>
    )
  }
  return note ? <span className="ink-3">{note}</span> : null
}

function slotClass({ error, picture }: Pick<PhotoSlotProps, 'error' | 'picture'>) {
  if (error) return 'photo-slot has-error'
  return picture ? 'photo-slot' : 'photo-slot is-empty'
}
