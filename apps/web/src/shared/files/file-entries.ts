import type { KeptFile } from '@qingzhou/contract/files'

/** `broken` may go on where it stopped; `refused` was looked into and not taken. */
export type FileState =
  | 'preparing'
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'broken'
  | 'refused'
  | 'kept'
  | 'removing'

/** One file in the field, from the moment it is picked. */
export type FileEntry = {
  readonly id: string
  readonly fileName: string
  readonly size: number
  /** Not known before it was looked into. */
  readonly kind: KeptFile['kind'] | undefined
  readonly state: FileState
  /** How much of it has arrived, 0 to 1. */
  readonly share: number
  readonly problem?: string | undefined
  /** Where it can be seen. */
  readonly url?: string | undefined
  /** What was picked, where it was picked here. */
  readonly blob?: Blob | undefined
  readonly kept?: KeptFile | undefined
}

type FilesState = {
  readonly entries: readonly FileEntry[]
  /** What was refused or went wrong just now, in sentences. */
  readonly problems: readonly string[]
}

/** The files of a field, for whoever changes them and whoever draws them. */
export function createEntries(kept: readonly KeptFile[]) {
  let state: FilesState = { entries: kept.map(entryOfKept), problems: [] }
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
    drop: (id: string) => change({ entries: state.entries.filter((entry) => entry.id !== id) }),
    complain: (problem: string) => change({ problems: [...state.problems, problem] }),
    /** What went wrong before is old news once something else is done. */
    forgetProblems: () => change({ problems: [] }),
  }
}

function entryOfKept(kept: KeptFile): FileEntry {
  const { fileNo, fileName, size, kind, url } = kept
  return { id: fileNo, fileName, size, kind, url, kept, state: 'kept', share: 1 }
}
