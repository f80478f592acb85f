import { useEffect, useState, useSyncExternalStore } from 'react'
import { FILES_MAX, type FileRecord } from '@qingzhou/contract/wire/files'
import { ApiError } from '#platform/api/api-error.ts'
import { logProblem } from '#platform/browser/log.ts'
import { createQueue } from '#platform/api/transport.ts'
import { createEntries, createLocalFiles, type FileEntry } from './file-entries.ts'
import { isRefusal, sendFile, type SendPart } from './send-file.ts'
import { FileUnusable, usableFile, type UsableFile } from './usable-file.ts'

export type Files = ReturnType<typeof useFiles>

/**
 * The files of a form. Stored files are `stored`; uploads go on while another screen is shown. The setup
 * is read once: use the owner as React key.
 */
export function useFiles(setup: UploadsSetup) {
  const [uploads] = useState(() => resumeUploads(setup))
  const { entries, problems } = useSyncExternalStore(uploads.subscribe, uploads.read)
  const { owner } = setup
  useEffect(() => () => keepUploads(owner, uploads), [owner, uploads])

  return {
    entries,
    problems,
    stored: entries.flatMap((entry): FileRecord[] => (entry.stored ? [entry.stored] : [])),
    isBusy: entries.some(isOnItsWay),
    hasBroken: entries.some(({ state }) => state === 'broken'),
    hasRefused: entries.some(({ state }) => state === 'refused'),
    add: uploads.add,
    resume: uploads.resume,
    remove: uploads.remove,
    renew: setup.renew && uploads.renew,
  }
}

type Uploads = ReturnType<typeof createUploads>

/** Files that were not stored yet when their form was left. */
const aside = new Map<string, Uploads>()

function keepUploads(owner: string, uploads: Uploads): void {
  if (uploads.read().entries.some(({ state }) => state !== 'stored')) aside.set(owner, uploads)
  else uploads.leave()
}

function resumeUploads(setup: UploadsSetup): Uploads {
  const uploads = aside.get(setup.owner)
  aside.delete(setup.owner)
  uploads?.adopt(setup.stored)
  return uploads ?? createUploads(setup)
}

function isOnItsWay({ state }: FileEntry): boolean {
  return state !== 'stored' && state !== 'broken' && state !== 'refused'
}

type ArrivedFile = { readonly parts: number; readonly file?: FileRecord | undefined }

export interface UploadsSetup {
  /** The subject of the files: an evidence number. */
  owner: string
  /** Files stored earlier. */
  stored: readonly FileRecord[]
  send: SendPart<ArrivedFile>
  remove: (fileNo: string) => Promise<unknown>
  /** Requests the files with new links; old links have expired. */
  renew?: () => Promise<readonly FileRecord[]>
}

type Field = {
  readonly setup: UploadsSetup
  readonly entries: ReturnType<typeof createEntries>
  readonly underWay: ReturnType<typeof createLocalFiles>
  readonly inTurn: ReturnType<typeof createQueue>
}

/** Accepts files, uploads them one after another and removes them, independent of rendering. */
function createUploads(setup: UploadsSetup) {
  const entries = createEntries(setup.stored)
  const underWay = createLocalFiles()
  const field: Field = { setup, entries, underWay, inTurn: createQueue(1) }
  return {
    read: entries.read,
    subscribe: entries.subscribe,
    add: async (files: readonly File[]) => add(field, files),
    resume: async (id: string) => resume(field, id),
    remove: async (id: string) => remove(field, id),
    renew: async () => renew(field),
    adopt: (stored: readonly FileRecord[]) => entries.adopt(stored),
    leave: underWay.endAll,
  }
}

async function add(field: Field, files: readonly File[]): Promise<void> {
  const { entries } = field
  entries.forgetProblems()
  const room = FILES_MAX - entries.read().entries.length
  const tooMany = files.length - room
  if (tooMany > 0) entries.complain(`最多 ${FILES_MAX} 个文件，有 ${tooMany} 个没有添加`)
  await Promise.all(files.slice(0, room).map(async (file) => addOne(field, file)))
}

async function addOne(field: Field, file: File): Promise<void> {
  const { entries, underWay } = field
  const id = underWay.newId()
  const { name: fileName, size } = file
  entries.put({ id, fileName, size, kind: undefined, state: 'preparing', share: 0 })
  try {
    const usable = await usableFile(file)
    // The file may have been removed while it was checked.
    if (!entries.find(id)) return
    const { blob, kind } = usable
    const url = kind === 'picture' ? underWay.urlOf(id, blob) : undefined
    entries.patch(id, { fileName: usable.fileName, size: blob.size, kind, url, blob })
    await start(field, id, usable)
  } catch (error) {
    drop(field, id)
    entries.complain(errorText(error))
  }
}

async function start(field: Field, id: string, file: UsableFile): Promise<void> {
  const { entries, underWay, inTurn } = field
  const signal = underWay.begin(id, file)
  entries.patch(id, { state: 'queued', problem: undefined })
  try {
    const stored = await inTurn(async () => sendOne(field, { id, file, signal }))
    if (!signal.aborted) keep(field, id, stored)
  } catch (error) {
    // Removed or restarted: the later action has set the state.
    if (signal.aborted) return
    entries.patch(id, { state: isRefusal(error) ? 'refused' : 'broken', problem: errorText(error) })
  }
}

async function sendOne(
  { setup, entries }: Field,
  {
    id,
    file,
    signal,
  }: { readonly id: string; readonly file: UsableFile; readonly signal: AbortSignal },
): Promise<FileRecord> {
  if (signal.aborted) throw new DOMException('upload aborted', 'AbortError')
  entries.patch(id, { state: 'sending' })
  const { answer } = await sendFile({
    file: file.blob,
    fileName: file.fileName,
    owner: setup.owner,
    send: setup.send,
    signal,
    onProgress: (share) => entries.patch(id, { share }),
    onWaiting: (isWaiting) => entries.patch(id, { state: isWaiting ? 'waiting' : 'sending' }),
  })
  if (!answer.file) throw new FileUnusable('文件保存失败，请重试')
  return answer.file
}

function keep(field: Field, id: string, stored: FileRecord): void {
  const { entries } = field
  if (entries.read().entries.some((entry) => entry.stored?.fileNo === stored.fileNo)) {
    drop(field, id)
    entries.complain(`“${stored.fileName}”已经上传过了`)
    return
  }
  const { fileName, size, kind } = stored
  // Keep the local preview: it needs no request.
  const url = entries.find(id)?.url ?? stored.url
  entries.patch(id, { fileName, size, kind, url, stored, state: 'stored', share: 1 })
}

async function resume(field: Field, id: string): Promise<void> {
  const file = field.underWay.fileOf(id)
  if (file) await start(field, id, file)
}

async function remove(field: Field, id: string): Promise<void> {
  const { entries, setup } = field
  entries.forgetProblems()
  const entry = entries.find(id)
  if (!entry || entry.state === 'removing') return
  if (!entry.stored) return drop(field, id)
  entries.patch(id, { state: 'removing' })
  try {
    await setup.remove(entry.stored.fileNo)
    drop(field, id)
  } catch (error) {
    entries.patch(id, { state: 'stored' })
    entries.complain(errorText(error))
  }
}

async function renew({ setup, entries }: Field): Promise<void> {
  for (const { fileNo, url } of (await setup.renew?.()) ?? []) {
    const entry = entries.read().entries.find(({ stored }) => stored?.fileNo === fileNo)
    if (entry && !entry.blob) entries.patch(entry.id, { url })
  }
}

function drop({ entries, underWay }: Field, id: string): void {
  underWay.end(id)
  entries.drop(id)
}

function errorText(error: unknown): string {
  if (error instanceof FileUnusable || error instanceof ApiError) return error.message
  logProblem('file-upload', error)
  return '系统异常，请稍后再试'
}
