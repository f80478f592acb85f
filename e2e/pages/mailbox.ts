import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

type SentAttachment = { readonly id: string; readonly name: string }

/** The attachments of the only mail to an address, once it has arrived. */
export async function attachmentsSentTo(
  page: Page,
  address: string,
): Promise<readonly SentAttachment[]> {
  let toSign: readonly SentAttachment[] = []
  await expect(async () => {
    const answer = await page.request.get('/sandbox/inbox', { params: { to: address } })
    // The shape is defined by the sandbox's routes.
    const { messages } = (await answer.json()) as { messages: { attachments?: SentAttachment[] }[] }
    expect(messages).toHaveLength(1)
    toSign = messages[0]?.attachments ?? []
  }).toPass({ timeout: 30_000 })
  return toSign
}

/** An attachment as the recipient opens it. */
export async function openAttachment(page: Page, { id }: SentAttachment): Promise<Buffer> {
  const pdf = await page.request.get(`/sandbox/inbox/attachments/${id}`)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  return pdf.body()
}
