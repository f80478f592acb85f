import type { Unavailable } from '@qingzhou/ui/inputs'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type BackReading,
  type FrontReading,
  identityShapes,
  type unreadable,
} from '@qingzhou/contract/features/identity'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { logProblem } from '#platform/browser/log.ts'
import { read as stored, remove, store } from '#platform/browser/storage.ts'
import { backFields, type CardRead, frontFields, useIdCardForm } from './id-card-fields.ts'
import { PhotoUnusable, shrinkPhoto } from './photo.ts'

const { readIdCard, readsLeft, checkModes } = callsOf('identity', {
  readIdCard: identityShapes.readIdCard,
  readsLeft: identityShapes.readsLeft,
  checkModes: identityShapes.checkModes,
})

export type CardSide = 'front' | 'back'

type Reading =
  | { readonly side: 'front'; readonly fields: FrontReading }
  | { readonly side: 'back'; readonly fields: BackReading }

export type SideState = {
  readonly state: 'empty' | 'busy' | 'done'
  readonly picture?: string | undefined
  /** The advice for a photo that could not be recognised. */
  readonly problem?: string | undefined
}

export type IdCardReading = ReturnType<typeof useIdCardReading>

interface IdCardReadingSetup {
  /** The sides recognised earlier, perhaps on another phone. */
  earlier: { readonly front: boolean; readonly back: boolean }
  onRead: (reading: Reading) => void
}

/** Captures both sides of an identity card and sends them to recognition. */
function useIdCardReading({ earlier, onRead }: IdCardReadingSetup) {
  const [front, setFront] = useState<SideState>({ state: earlier.front ? 'done' : 'empty' })
  const [back, setBack] = useState<SideState>({ state: earlier.back ? 'done' : 'empty' })
  const left = useQuery(readsLeftQuery())
  const modes = useQuery(checkModesQuery())
  const client = useQueryClient()

  async function pick(side: CardSide, file: Blob) {
    const show = side === 'front' ? setFront : setBack
    show({ state: 'busy' })
    try {
      const { base64, url } = await shrinkPhoto(file)
      show({ state: 'busy', picture: url })
      const answer = await readIdCard({ side, image: base64 }, { quiet: true })
      client.setQueryData(readsLeftQuery().queryKey, { readsLeft: answer.readsLeft })
      if (answer.outcome !== 'read') {
        show({ state: 'empty', picture: url, problem: sentences[answer.outcome](side) })
        return
      }
      show({ state: 'done', picture: url })
      rememberPhoto(side, answer.idLogNo)
      if (side === 'front') onRead({ side, fields: answer.ocrFrontData ?? {} })
      else onRead({ side, fields: answer.ocrBackData ?? {} })
    } catch (error) {
      show({ state: 'empty', problem: problemOf(error) })
    }
  }

  return {
    front,
    back,
    readsLeft: left.data?.readsLeft,
    // Until the rule is known, album photos are allowed; the server may refuse them later.
    albumAllowed: modes.data?.albumAllowed ?? true,
    pick,
  }
}

function readsLeftQuery() {
  return queryOptions({
    queryKey: ['id-card-reads-left'],
    queryFn: async ({ signal }) => readsLeft({}, { signal, quiet: true }),
  })
}

function checkModesQuery() {
  return queryOptions({
    queryKey: ['check-modes'],
    queryFn: async ({ signal }) =>
      checkModes({ hasCamera: 'mediaDevices' in navigator }, { signal, quiet: true }),
    staleTime: Infinity,
  })
}

/** Stores the number of a new photo beside that of the other side. */
function rememberPhoto(side: CardSide, photoNo: string | undefined): void {
  if (photoNo === undefined) return
  const [front = '', back = ''] = (stored('idLogNo') ?? '').split('-')
  store('idLogNo', side === 'front' ? `${photoNo}-${back}` : `${front}-${photoNo}`)
}

/** The number of both photos that the borrower has seen, once both are known. */
export function shownPhotos(): string | undefined {
  const idLogNo = stored('idLogNo')
  return /^\w+-\w+$/.test(idLogNo ?? '') ? idLogNo : undefined
}

const sideNames = { front: '人像面', back: '国徽面' } as const

const otherSide = { front: 'back', back: 'front' } as const

const sentences: {
  readonly [Kind in (typeof unreadable)[number]]: (side: CardSide) => string
} = {
  wrongSide: (side) => `这是${sideNames[otherSide[side]]}，请拍摄${sideNames[side]}`,
  notACard: (side) => `没有找到身份证，请把${sideNames[side]}放满画面再拍`,
  blurred: (side) => `${sideNames[side]}有些模糊，请拿稳手机，对焦后重拍`,
  dark: (side) => `${sideNames[side]}光线太暗，请到明亮的地方重拍`,
  glare: (side) => `${sideNames[side]}有反光，请换个角度重拍`,
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof PhotoUnusable) return error.message
  logProblem('id-card-reading', error)
  return '系统异常，请稍后再试'
}

export type IdCardEntry = ReturnType<typeof useIdCardEntry>

/** The state of an identity card form: captured, recognised, corrected. */
export function useIdCardEntry(draft: string, read: CardRead) {
  const form = useIdCardForm(draft, read)
  // The photos on the server may be from another phone: they are the ones that this form shows.
  useEffect(() => {
    if (read.idLogNo !== undefined) store('idLogNo', read.idLogNo)
    else remove('idLogNo')
    // Later photos of this form have their own numbers.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const reading = useIdCardReading({
    earlier: { front: read.front !== undefined, back: read.back !== undefined },
    // A new photo overwrites manual input.
    onRead: ({ side, fields }) => {
      if (side === 'front') recognised.current = fields
      form.setValues(side === 'front' ? frontFields(fields) : backFields(fields))
    },
  })
  const recognised = useRef<FrontReading>(read.front ?? {})
  return {
    form,
    reading,
    missing: findMissing(reading),
    /** Whether name or number differ from what was recognised. */
    isCorrected: () => {
      const { name = '', no = '' } = recognised.current
      return form.values.name.trim() !== name || form.values.no !== no
    },
  }
}

/** What the user must do before submit. */
function findMissing({ front, back }: IdCardReading): Unavailable | undefined {
  if (front.state === 'busy' || back.state === 'busy') return '正在识别照片…'
  if (front.state !== 'done') return { reason: '请先拍摄人像面', field: '拍摄人像面' }
  return back.state === 'done' ? undefined : { reason: '请先拍摄国徽面', field: '拍摄国徽面' }
}
