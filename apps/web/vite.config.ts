import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serveFaceFiles } from './face-files-plugin.ts'
import { preloadScreens } from './preload-plugin.ts'

/** The server that `npm run serve` starts; only used while developing. */
const server = process.env['QINGZHOU_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), preloadScreens(), serveFaceFiles()],
  build: {
    target: ['chrome87', 'safari14'],
    assetsInlineLimit: 0,
    // Every browser of the target knows modulepreload but Safari 14, which loads well without.
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    port: 8220,
    proxy: Object.fromEntries(
      ['byfront-core', 'app-front', 'acc-front', 'ams-oms', 'user', 'files'].map((prefix) => [
        `/${prefix}`,
        server,
      ]),
    ),
  },
})
