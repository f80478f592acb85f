import type { UsableFile } from './usable-file.ts'

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
