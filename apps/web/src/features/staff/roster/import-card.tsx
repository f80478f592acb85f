import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonPair } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { sendFile } from '#shared/files/send-file.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { ChooseFile, ImportProgress, ImportRun, Templates, rosterFileError } from './import-run.tsx'
import { IMPORT_DRAFT, type ImportAnswer, staff } from '#features/staff/queries.ts'

/** Imports many customers from a file: all or none. */
export function ImportCard({ onDone }: { onDone: () => Promise<unknown> }) {
  const { sending, running, begin, forget } = useImport(onDone)
  if (running) return <ImportRun running={running} onBegin={begin} onClose={forget} />
  if (sending) return <SendingCard sending={sending} onBegin={begin} onCancel={forget} />
  return (
    <Card title="批量导入" note="Excel（.xlsx）或 CSV，最多 50,000 行">
      <ChooseFile label="选择文件导入" onChoose={begin} />
      <Templates />
    </Card>
  )
}

interface SendingCardProps {
  sending: Sending
  onBegin: (file: File) => Promise<void>
  onCancel: () => void
}

function SendingCard({ sending, onBegin, onCancel }: SendingCardProps) {
  const { file, share, isWaiting, problem } = sending
  if (problem !== undefined) {
    return (
      <Card title="批量导入" note={file.name}>
        <FormError of={problem} />
        {rosterFileError(file) === undefined ? (
          <ButtonPair>
            <Button kind="quiet" onPress={async () => onBegin(file)}>
              再试一次
            </Button>
            <ChooseFile label="换一个文件" onChoose={onBegin} />
          </ButtonPair>
        ) : (
          <ChooseFile label="换一个文件" onChoose={onBegin} />
        )}
        <Templates />
      </Card>
    )
  }
  return (
    <Card title="批量导入" note={file.name}>
      <ImportProgress
        words={isWaiting ? '网络断开了，恢复后会接着上传' : '正在上传文件'}
        share={share}
      />
      <Button kind="quiet" onPress={onCancel}>
        取消上传
      </Button>
    </Card>
  )
}

/** An upload in progress, or a failed one. */
type Sending = {
  readonly file: File
  readonly share: number
  readonly isWaiting: boolean
  readonly problem?: string | undefined
}

/**
 * An import from the file to its result. The number of a running import is stored, so that a reload
 * follows it; an upload resumes.
 */
function useImport(onDone: () => Promise<unknown>) {
  const [importNo, setImportNo] = useState(importBegun)
  const [sending, setSending] = useState<Sending>()
  const leave = useRef<AbortController>(undefined)
  const running = useQuery(importQuery(importNo))
  const { data: answer } = running

  useEffect(() => () => leave.current?.abort(), [])
  useEffect(() => {
    if (answer?.state === 'done') void onDone()
    // Called once when done; a changed callback does not matter.
    // oxlint-disable-next-line exhaustive-deps
  }, [answer?.state])

  async function begin(file: File) {
    forget()
    const controller = new AbortController()
    leave.current = controller
    const show = (news: Partial<Sending>) =>
      setSending((earlier) => ({ file, share: 0, isWaiting: false, ...earlier, ...news }))

    const problem = rosterFileError(file)
    show({ problem })
    if (problem !== undefined) return
    try {
      const begun = await upload(file, controller.signal, show)
      saveDraft(IMPORT_DRAFT, { importNo: begun })
      setImportNo(begun)
      setSending(undefined)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      show({ problem: error.message, isWaiting: false })
    }
  }

  function forget() {
    leave.current?.abort()
    clearDraft(IMPORT_DRAFT)
    setImportNo(undefined)
    setSending(undefined)
  }

  return { sending, running: importNo === undefined ? undefined : running, begin, forget }
}

async function upload(
  file: File,
  signal: AbortSignal,
  show: (news: Partial<Sending>) => void,
): Promise<string> {
  const { uploadNo } = await sendFile({
    file,
    fileName: file.name,
    owner: 'names',
    send: async (part, options) => staff.importNames(part, options),
    signal,
    onProgress: (share) => show({ share }),
    onWaiting: (isWaiting) => show({ isWaiting }),
  })
  const { importNo } = await staff.importNames({ act: 'start', uploadNo }, { signal, quiet: true })
  if (importNo === undefined) throw new Error('import: number missing')
  return importNo
}

const ASK_AGAIN_MS = 1000

/** Polled until it ends. */
function importQuery(importNo: string | undefined) {
  return queryOptions({
    queryKey: ['staff', 'import', importNo ?? ''],
    enabled: importNo !== undefined,
    queryFn: async ({ signal }) => {
      if (importNo === undefined) throw new Error('import: none in progress')
      return staff.importNames({ act: 'progress', importNo }, { signal, quiet: true })
    },
    refetchInterval: ({ state }) => (isOver(state.data) ? false : ASK_AGAIN_MS),
    gcTime: 0,
  })
}

function isOver(answer: ImportAnswer | undefined): boolean {
  return answer?.state === 'done' || answer?.state === 'refused'
}

function importBegun(): string | undefined {
  const { importNo } = storedDraft(IMPORT_DRAFT)
  return typeof importNo === 'string' ? importNo : undefined
}
