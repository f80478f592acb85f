import type { Page } from '@playwright/test'

export type UploadFile = {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photo of a receipt, as from a phone's camera. */
export async function photoOfReceipt(page: Page): Promise<UploadFile> {
  const sheet = await page.context().newPage()
  await sheet.setContent(receipt)
  const buffer = await sheet.screenshot({ type: 'jpeg', quality: 80 })
  await sheet.close()
  return { name: '购物小票.jpg', mimeType: 'image/jpeg', buffer }
}

/** A contract of two pages. The noise of its scan makes it large enough for many upload parts. */
export async function scanOfContract(page: Page): Promise<UploadFile> {
  const sheet = await page.context().newPage()
  await sheet.setContent(`${receipt}<canvas width="900" height="700" class="scan"></canvas>`)
  await sheet.locator('canvas').evaluate((element) => {
    // The locator selects the canvas itself.
    const context = (element as HTMLCanvasElement).getContext('2d')
    const grain = context?.createImageData(900, 700)
    if (!context || !grain) return
    for (let at = 0; at < grain.data.length; at += 4) {
      for (let colour = 0; colour < 3; colour += 1) grain.data[at + colour] = Math.random() * 255
      grain.data[at + 3] = 255
    }
    context.putImageData(grain, 0, 0)
  })
  const buffer = await sheet.pdf({ format: 'A4' })
  await sheet.close()
  return { name: '购买合同.pdf', mimeType: 'application/pdf', buffer }
}

const receipt = `<!doctype html>
<style>
  body { font: 20px sans-serif; margin: 40px }
  dl { display: grid; grid-template-columns: 8em 1fr; gap: 12px }
  .scan { display: block; break-before: page; width: 100% }
</style>
<h1>云泽家电 销售凭证</h1>
<dl><dt>商品</dt><dd>洗衣机 1 台</dd><dt>金额</dt><dd>¥6,000.00</dd><dt>付款方式</dt><dd>储蓄卡</dd></dl>`
