import type { Services } from '@qingzhou/server/platform/services.ts'
import { textField } from './fields.ts'
import { findNotice, removeNotice, saveNotice } from './proclamation-store.ts'

type Notice = { readonly message?: string | undefined }

export async function proclamation({ database }: Services): Promise<Notice> {
  return { message: await findNotice(database) }
}

/** Switches the notice on with its words, or off without any. */
export async function setProclamation(
  { database, now }: Services,
  input: unknown,
): Promise<Notice> {
  const message = textField(input, 'message')
  if (message === undefined) await removeNotice(database)
  else await saveNotice(database, { message, startsAt: now() })
  return { message }
}
