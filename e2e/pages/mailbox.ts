import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

type SentPaper = { readonly id: string; readonly name: string }

/** What came with the one mail to an address, once it has come. */
export async function papersSentTo(page: Page, address: string): Promise<readonly SentPaper[]> {
  let papers: readonly SentPaper[] = []
  await expect(async () => {
    const answer = await page.request.get('/sandbox/inbox', { params: { to: address } })
    // The sandbox's own answer, whose shape its routes fix.
    const { messages } = (await answer.json()) as { messages: { attachments?: SentPaper[] }[] }
    expect(messages).toHaveLength(1)
    papers = messages[0]?.attachments ?? []
  }).toPass({ timeout: 30_000 })
  return papers
}

/** A paper as whoever opens the mail gets it. */
export async function openPaper(page: Page, { id }: SentPaper): Promise<Buffer> {
  const paper = await page.request.get(`/sandbox/inbox/attachments/${id}`)
  expect(paper.headers()['content-type']).toBe('application/pdf')
  return paper.body()
}
