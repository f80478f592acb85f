import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serveFaceFiles } from './face-files-plugin.ts'
import { preloadScreens } from './preload-plugin.ts'

export default defineConfig({
  plugins: [react(), preloadScreens(), serveFaceFiles()],
  build: {
    target: ['chrome87', 'safari14'],
    assetsInlineLimit: 0,
    // All target browsers support modulepreload except Safari 14, which works without it.
    modulePreload: { polyfill: false },
  },
})
