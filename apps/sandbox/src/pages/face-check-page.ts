import { html } from './html.ts'
import { page } from './page.ts'

/** What the payment app would do with its own camera; here one says how it ended. */
export function faceCheckPage(check: { readonly name: string; readonly ticket: string }): string {
  const title = '沙箱 · 支付应用人脸核验'
  const body = html`
    <p class="label">沙箱 · 不是真实的支付应用</p>
    <h1>${title}</h1>
    <p class="lead">轻舟 申请核验 ${masked(check.name)} 本人操作。真实环境中会在此打开摄像头。</p>
    <svg class="face" viewBox="0 0 240 240" aria-hidden="true">
      <circle class="face-ring" cx="120" cy="120" r="112" />
      <path class="face-line" d="M52 206c8-34 36-48 68-48s60 14 68 48" />
      <ellipse class="face-line" cx="120" cy="102" rx="42" ry="52" />
      <path
        class="face-line"
        d="M80 92c4-30 22-44 40-44s36 14 40 44c-20-2-34-10-42-22-8 12-20 20-38 22z"
      />
      <path class="face-line" d="M102 104h.1M138 104h.1M108 130c8 6 16 6 24 0" />
    </svg>
    <form method="post" action="face-decide">
      <input type="hidden" name="ticket" value="${check.ticket}" />
      <div class="choices">
        <button class="agree" name="decision" value="pass">通过核验</button>
        <button class="refuse" name="decision" value="fail">核验不通过</button>
        <button class="refuse" name="decision" value="cancel">取消</button>
      </div>
    </form>
  `
  return page({ title, body })
}

/** All but the last character, as payment apps show names. */
function masked(name: string): string {
  const characters = Array.from(name)
  return `${'*'.repeat(Math.max(1, characters.length - 1))}${characters.at(-1) ?? ''}`
}
