import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'

/** The characters on an image code. The desk tells them, which exists in sandbox mode alone: scripts cannot read them. */
export async function readImageCode(picture: Locator): Promise<string> {
  const address = (await picture.getAttribute('src')) ?? ''
  const answer = await picture.page().request.post('/desk/api/image-code', {
    data: { picture: createHash('sha256').update(address).digest('hex') },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  // The desk's own answer; a wrong one shows at once, as the server refuses what is typed.
  return ((await answer.json()) as { code: string }).code
}
