import '@qingzhou/ui/ui.css'
import '@qingzhou/web/src/app/app.css'
import { createRoot } from 'react-dom/client'
import { connect } from '@qingzhou/web/src/app/connect.ts'
import { createAppRouter } from '@qingzhou/web/src/app/hash-router.ts'
import { RouterProvider } from '@qingzhou/web/src/app/router.tsx'
import type { Route } from '@qingzhou/web/src/app/routes.ts'
import { bankList, cardForm } from './addresses.ts'

const row = (path: string, title: string, keepAlive: boolean): Route => ({
  path,
  title,
  access: 'everyone',
  keepAlive,
  step: undefined,
  needsValidCard: false,
})

/** The app's own router with two screens: a form that is kept alive, and a list that is not. */
const router = createAppRouter(
  [
    {
      route: row(cardForm, '添加储蓄卡', true),
      load: async () => import('./card-form-screen.tsx'),
    },
    { route: row(bankList, '支持银行', false), load: async () => import('./bank-list-screen.tsx') },
  ],
  async () => undefined,
)
connect(router)

const root = document.querySelector('#root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
