import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { watchPrefix } from '#platform/keys.ts'
import { queryClient } from '#platform/query-client.ts'
import { Shell } from './shell.tsx'
import '@qingzhou/ui/tokens.css'
import './console.css'

watchPrefix()

const root = document.getElementById('root')
if (!root) throw new Error('index.html: root missing')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/console">
        <Shell />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)
