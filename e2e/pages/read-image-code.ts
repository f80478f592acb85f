import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'

/**
 * Reads the characters of an image code from the desk, which exists only in sandbox mode, as
 * scripts cannot read them.
 */
export async function readImageCode(picture: Locator): Promise<string> {
  const address = (await picture.getAttribute('src')) ?? ''
  const answer = await picture.page().request.post('/desk/api/image-code', {
    data: { picture: createHash('sha256').update(address).digest('hex') },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  // The shape is defined by the desk; a wrong code fails at once, as the server refuses it.
  return ((await answer.json()) as { code: string }).code
}
