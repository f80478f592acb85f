import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { calls } from '@qingzhou/contract/calls'
import { PART_BYTES } from '@qingzhou/contract/wire/files'
import type { UploadFile } from '../people/upload-files.ts'

/**
 * The first request queries the progress of the upload; two parts follow before the connection
 * breaks.
 */
const ARRIVED = 2

/**
 * Uploads while the connection breaks in the middle: afterwards the next part is sent, not the
 * first.
 */
export async function uploadOverBrokenLine(page: Page, pdf: UploadFile): Promise<void> {
  const parts = Math.ceil(pdf.buffer.length / PART_BYTES)
  expect(parts).toBeGreaterThan(ARRIVED + 1)
  const address = `**${calls.evidence.upload.path}`
  let sent = 0
  let answered = 0
  page.on('response', (response) => {
    if (response.url().endsWith(calls.evidence.upload.path)) answered += 1
  })
  await page.route(address, async (route) => {
    sent += 1
    if (sent !== ARRIVED + 2) return route.continue()
    await page.context().setOffline(true)
    return route.abort('internetdisconnected')
  })

  await page.getByLabel('选择文件').setInputFiles(pdf)
  await expect(page.getByText('等待网络')).toBeVisible()
  const bar = page.getByRole('progressbar', { name: new RegExp(pdf.name) })
  const percent = Math.round((ARRIVED / parts) * 100)
  await expect(bar).toHaveAttribute('aria-valuenow', String(percent))
  await page.context().setOffline(false)
  await expect(bar).toHaveCount(0, { timeout: 30_000 })
  // Each part once, and the progress query twice.
  expect(answered).toBe(parts + 2)
  await page.unroute(address)
}
