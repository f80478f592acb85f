import { useEffect, useState, useSyncExternalStore } from 'react'
import type { KeptFile } from '@qingzhou/contract/files'
import type { FileEntry } from './file-entries.ts'
import { createUploads } from './uploads.ts'
import type { UploadsSetup } from './uploads.ts'

export type Files = ReturnType<typeof useFiles>

/**
 * The files of a form. Those that have arrived are `kept`; the rest is on its way, and what is on
 * its way ends with the screen. The setup counts as it is at first: key the form by its owner.
 */
export function useFiles(setup: UploadsSetup) {
  const [uploads] = useState(() => createUploads(setup))
  const { entries, problems } = useSyncExternalStore(uploads.subscribe, uploads.read)
  useEffect(() => uploads.leave, [uploads])

  return {
    entries,
    problems,
    kept: entries.flatMap((entry): KeptFile[] => (entry.kept ? [entry.kept] : [])),
    isBusy: entries.some(isOnItsWay),
    hasBroken: entries.some(({ state }) => state === 'broken'),
    hasRefused: entries.some(({ state }) => state === 'refused'),
    add: uploads.add,
    resume: uploads.resume,
    remove: uploads.remove,
    renew: setup.renew && uploads.renew,
  }
}

function isOnItsWay({ state }: FileEntry): boolean {
  return state !== 'kept' && state !== 'broken' && state !== 'refused'
}
