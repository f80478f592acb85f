import { html } from './html.ts'
import { page } from './page.ts'

/** One thing to know, and perhaps some facts about it. */
export function messagePage(content: {
  readonly title: string
  readonly text: string
  readonly facts?: Readonly<Record<string, string>>
}): string {
  const { title, text, facts = {} } = content
  const rows = Object.entries(facts).map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  )
  const body = html`
    <p class="label">沙箱</p>
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <dl>${rows}</dl>
  `
  return page({ title: `沙箱 · ${title}`, body })
}

export const unavailable = messagePage({
  title: '服务暂时不可用',
  text: '该服务在沙箱中被设为停用。请在工作台的故障开关中恢复后再试。',
})
