import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import type { unreadableCard } from '@qingzhou/contract/features/cards'
import { displayYuan } from '@qingzhou/domain/money/money'
import { CameraIcon } from '@qingzhou/ui/graphics'
import type { FieldLook } from '@qingzhou/ui/inputs'
import { ApiError } from '#platform/api/api-error.ts'
import { logProblem } from '#platform/browser/log.ts'
import { GroupedField, inGroups } from '#shared/forms/grouped-field.tsx'
import { PhotoUnusable, shrinkPhoto } from '#shared/identity/photo.ts'
import { Phrases } from '#shared/pages/phrases.tsx'
import { bankOfNumberQuery, cards } from '#shared/payments/cards-queries.ts'
import './card-number-field.css'

const DIGITS_MAX = 19

const ENOUGH_TO_DOUBT = 10

/** A whole number needs the width of the field on a narrow phone: it is cleared before another photo. */
const CAMERA_UNTIL = 12

interface CardNumberFieldProps {
  value: string
  onChange: (cardNo: string) => void
  onBlur?: () => void
  error?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
}

/** A card number in groups of four, typed or read by the camera, with the bank's name. */
export function CardNumberField({ value, error, onChange, ...field }: CardNumberFieldProps) {
  const bank = useBankText(value)
  const photo = useCardPhoto(onChange)
  const isRead = photo.readNo === value && value !== ''

  function type(cardNo: string) {
    photo.forget()
    onChange(cardNo)
  }

  return (
    <GroupedField
      {...field}
      error={photo.problem === undefined ? (error ?? bank.error) : undefined}
      doubt={photo.problem ?? bank.doubt}
      note={photo.isBusy ? '正在识别卡号…' : <FieldNote isRead={isRead} bank={bank.note} />}
      value={value}
      onChange={type}
      label="储蓄卡号"
      clean={(text) => text.replaceAll(/\D/g, '').slice(0, DIGITS_MAX)}
      group={(digits) => inGroups(digits, [4, 4, 4, 4])}
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="本人名下的储蓄卡"
      clearable
      trailing={
        value.length < CAMERA_UNTIL && (
          <CameraButton isBusy={photo.isBusy} onPick={(file) => void photo.take(file)} />
        )
      }
    />
  )
}

function FieldNote({ isRead, bank }: { isRead: boolean; bank: FieldLook['note'] }) {
  if (!isRead) return bank
  return (
    <span>
      <span className="strong">已识别，请与卡面核对。</span>
      {bank}
    </span>
  )
}

interface CameraButtonProps {
  isBusy: boolean
  onPick: (file: File) => void
}

/** Opens the camera of the phone. */
function CameraButton({ isBusy, onPick }: CameraButtonProps) {
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Reset, so that choosing the same photo again fires a change event.
    event.target.value = ''
    if (file) onPick(file)
  }

  return (
    <label className="icon-button card-camera" aria-busy={isBusy || undefined}>
      <input
        type="file"
        className="visually-hidden"
        accept="image/*"
        capture="environment"
        aria-label="拍照识别卡号"
        disabled={isBusy}
        onChange={pick}
      />
      {isBusy ? <span className="spinner" aria-hidden="true" /> : <CameraIcon size={22} />}
    </label>
  )
}

/** Sends a photo of the card to recognition; the number is put in the field for checking. */
function useCardPhoto(onRead: (cardNo: string) => void) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [readNo, setReadNo] = useState<string>()

  async function take(file: Blob) {
    forget()
    setBusy(true)
    try {
      const { base64 } = await shrinkPhoto(file)
      const answer = await cards.readNumber({ image: base64 }, { quiet: true })
      if (answer.outcome === 'read') {
        setReadNo(answer.cardNo)
        onRead(answer.cardNo)
      } else setProblem(adviceFor(answer))
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  function forget() {
    setProblem(undefined)
    setReadNo(undefined)
  }

  return { isBusy, problem, readNo, take, forget }
}

/** The number of photos left is shown when few are left. */
const FEW = 3

function adviceFor({ outcome, readsLeft }: { outcome: Unreadable; readsLeft: number }): string {
  if (readsLeft === 0) return '没有识别出卡号，今日识别次数已用完，请手动输入卡号'
  const left = readsLeft <= FEW ? `，今日还可识别 ${readsLeft} 次` : ''
  return `${sentences[outcome]}${left}`
}

type Unreadable = (typeof unreadableCard)[number]

const sentences: { readonly [Kind in Unreadable]: string } = {
  notACard: '没有找到卡号，请把印有卡号的一面放满画面重拍，或手动输入',
  blurred: '没有看清卡号，请拿稳手机，对焦后重拍，或手动输入',
  dark: '光线太暗，请到明亮的地方重拍，或手动输入',
  glare: '卡面有反光，请换个角度重拍，或手动输入',
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof PhotoUnusable) return error.message
  logProblem('bank-card-reading', error)
  return '没有识别出卡号，请重拍，或手动输入'
}

/** The bank and whether the card is accepted, from the first digits. */
function useBankText(cardNo: string): Pick<FieldLook, 'error' | 'doubt' | 'note'> {
  const { data: bank } = useQuery(bankOfNumberQuery(cardNo))
  if (!bank) return { note: '只支持储蓄卡，不支持信用卡' }
  if (bank.cardType === 'unknown') {
    if (cardNo.length < ENOUGH_TO_DOUBT) return { note: '只支持储蓄卡，不支持信用卡' }
    return { doubt: '没有认出发卡银行，请核对卡号' }
  }
  if (bank.cardType === 'credit') return { error: `这是${bank.bankName}的信用卡，请换一张储蓄卡` }
  if (!bank.singleLimit || !bank.dayLimit) {
    return { error: `暂不支持${bank.bankName}，请换一家银行的储蓄卡` }
  }
  const single = displayYuan(bank.singleLimit)
  const day = displayYuan(bank.dayLimit)
  const words = `${bank.bankName}，单笔 ${single} 元，单日 ${day} 元`
  return {
    note: (
      <span>
        <Phrases of={words} />
      </span>
    ),
  }
}
