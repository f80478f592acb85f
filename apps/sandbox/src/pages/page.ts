import { html } from './html.ts'
import type { Html } from './html.ts'

/** Every page is one folder below the root and links relatively, so that it works behind the proxy too. */
export function page({ title, body }: { readonly title: string; readonly body: Html }): string {
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <link rel="stylesheet" href="../assets/page.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html
}
