import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    // The page's policy takes no data: addresses for styles and scripts, so nothing is put inline.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: 'es2022',
  },
})
