import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serveFaceFiles } from './face-files-plugin.ts'
import { preloadScreens } from './preload-plugin.ts'

export default defineConfig({
  plugins: [react(), preloadScreens(), serveFaceFiles()],
  build: {
    target: ['chrome87', 'safari14'],
    assetsInlineLimit: 0,
    // Every browser of the target knows modulepreload but Safari 14, which loads well without.
    modulePreload: { polyfill: false },
  },
})
