// A service worker that answers without a network with the page below, in place of the browser's own.
// It stores nothing. With a network it answers no request at all.

const PAGE = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>网络未连接</title>
<style>
:root { color-scheme: light dark; --ground: #eef2f4; --ink: #0f252a; --ink-2: #41585e; --primary: #0b5c66; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #0a1416; --ink: #e7f0f1; --ink-2: #b1c4c8; --primary: #7fc4cc; --on: #0a1416 } }
body { display: grid; min-height: 100vh; min-height: 100dvh; margin: 0; padding: 1.5rem; box-sizing: border-box; place-content: center; justify-items: center; gap: .75rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; text-align: center }
svg { color: var(--primary) }
h1 { margin: 0; font-size: 1.25rem }
p { max-width: 20rem; margin: 0; color: var(--ink-2) }
button { min-height: 48px; margin-top: .75rem; padding: 0 2rem; border: 0; border-radius: 12px; background: var(--primary); color: var(--on); font: inherit; font-weight: 600 }
</style>
</head>
<body>
<svg width="64" height="64" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M6 19a26 26 0 0 1 36 0M13 26.500a16 16 0 0 1 22 0M20 34a6 6 0 0 1 8 0M8 40 40 8"/></svg>
<h1>网络未连接</h1>
<p>请检查网络设置。连上后会自动打开，填写的内容已保存。</p>
<button type="button" onclick="location.reload()">重新加载</button>
<script>addEventListener('online', () => location.reload())</script>
</body>
</html>`

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || self.navigator.onLine) return
  event.respondWith(fetch(event.request).catch(() => offlinePage()))
})

function offlinePage() {
  return new Response(PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      'cache-control': 'no-store',
    },
  })
}
