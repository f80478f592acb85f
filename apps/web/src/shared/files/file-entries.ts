import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { UsableFile } from './usable-file.ts'

/** `broken` can be resumed; `refused` was rejected by the check of its content. */
export type FileState =
  | 'preparing'
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'broken'
  | 'refused'
  | 'stored'
  | 'removing'

/** A file of the field, from the moment it is picked. */
export type FileEntry = {
  readonly id: string
  readonly fileName: string
  readonly size: number
  /** Unknown until the content is checked. */
  readonly kind: FileRecord['kind'] | undefined
  readonly state: FileState
  /** The uploaded share, 0 to 1. */
  readonly share: number
  readonly problem?: string | undefined
  /** The address of its preview. */
  readonly url?: string | undefined
  /** The picked file, if it was picked here. */
  readonly blob?: Blob | undefined
  readonly stored?: FileRecord | undefined
}

type FilesState = {
  readonly entries: readonly FileEntry[]
  /** Messages about the last refused or failed files. */
  readonly problems: readonly string[]
}

/** The files of a field, with change notifications. */
export function createEntries(stored: readonly FileRecord[]) {
  let state: FilesState = { entries: stored.map(entryOfKept), problems: [] }
  const listeners = new Set<() => void>()

  function change(next: Partial<FilesState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    find: (id: string) => state.entries.find((entry) => entry.id === id),
    put: (entry: FileEntry) => change({ entries: [...state.entries, entry] }),
    patch(id: string, next: Partial<FileEntry>) {
      change({
        entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...next } : entry)),
      })
    },
    /** Adds files that were stored meanwhile, perhaps on another phone. */
    adopt(stored: readonly FileRecord[]) {
      const known = new Set(state.entries.map((entry) => entry.stored?.fileNo))
      const others = stored.filter(({ fileNo }) => !known.has(fileNo)).map(entryOfKept)
      change({ entries: [...others, ...state.entries] })
    },
    drop: (id: string) => change({ entries: state.entries.filter((entry) => entry.id !== id) }),
    complain: (problem: string) => change({ problems: [...state.problems, problem] }),
    /** The next action clears earlier messages. */
    forgetProblems: () => change({ problems: [] }),
  }
}

function entryOfKept(stored: FileRecord): FileEntry {
  const { fileNo, fileName, size, kind, url } = stored
  return { id: fileNo, fileName, size, kind, url, stored, state: 'stored', share: 1 }
}

/** The data of picked files: content, previews and running uploads. */
export function createLocalFiles() {
  const files = new Map<string, UsableFile>()
  const urls = new Map<string, string>()
  const sending = new Map<string, AbortController>()
  let picked = 0

  function end(id: string) {
    sending.get(id)?.abort()
    sending.delete(id)
    files.delete(id)
    const url = urls.get(id)
    if (url !== undefined) URL.revokeObjectURL(url)
    urls.delete(id)
  }

  return {
    newId: () => `picked-${(picked += 1)}`,
    /** Aborts an earlier upload of the same file and returns the new signal. */
    begin(id: string, file: UsableFile): AbortSignal {
      sending.get(id)?.abort()
      const controller = new AbortController()
      sending.set(id, controller)
      files.set(id, file)
      return controller.signal
    },
    fileOf: (id: string) => files.get(id),
    urlOf(id: string, blob: Blob): string {
      const url = URL.createObjectURL(blob)
      urls.set(id, url)
      return url
    },
    end,
    endAll: () => {
      for (const id of new Set([...files.keys(), ...urls.keys()])) end(id)
    },
  }
}
